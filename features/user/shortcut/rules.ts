import type { MenuNode } from "@/features/menu/menu.rules";
import { AppError } from "@/lib/errors";
import type { ShortcutDto, ShortcutMenuDto } from "./schema";

const entryOf = ({ id, name, icon, path, url, code }: MenuNode): ShortcutDto | undefined => {
  const target = path ?? url;
  return target === null ? undefined : { id, name, icon, path: target, code };
};

/** The available entries: every entry of the user's menu that has a target. */
export const choicesIn = (menu: readonly MenuNode[]): ShortcutDto[] =>
  menu.flatMap(({ children }) => children.flatMap((node) => entryOf(node) ?? []));

/** The selected entries in order, without those that the user may no longer open. */
export function shortcutsOf(menu: readonly MenuNode[], chosen: readonly number[]): ShortcutDto[] {
  const byId = new Map(choicesIn(menu).map((entry) => [entry.id, entry]));
  return chosen.flatMap((id) => byId.get(id) ?? []);
}

/** The menu, with the selected entries marked. */
export const shortcutMenuOf = (menu: readonly MenuNode[], chosen: readonly number[]): ShortcutMenuDto[] =>
  menu.map((group) => ({
    id: group.id,
    name: group.name,
    icon: group.icon,
    code: group.code,
    sub: choicesIn([group]).map((entry) => ({ ...entry, check: chosen.includes(entry.id) ? 2 : 0 })),
  }));

/** Throws for ids of groups, and alike for entries that do not exist or that the user may not open. */
export function assertChoices(menu: readonly MenuNode[], ids: readonly number[]): void {
  const known = new Set(choicesIn(menu).map(({ id }) => id));
  const issues = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `ids.${index}`, rule: "unknown", message: `no menu entry ${id}` }],
  );
  if (issues.length > 0) throw new AppError("INVALID", "ids: there are unknown menu entries", { issues });
}

/** Moves an id to another index, clamped to the bounds of the list. */
export function movedTo(ids: readonly number[], id: number, place: number): number[] {
  const rest = ids.filter((other) => other !== id);
  const to = Math.min(Math.max(place, 0), rest.length);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
