import type { MenuNode } from "@/features/menu/menu.rules";
import { AppError } from "@/lib/errors";
import type { ShortcutDto, ShortcutMenuDto } from "./schema";

const entryOf = ({ id, name, icon, path, url, code }: MenuNode): ShortcutDto | undefined => {
  const target = path ?? url;
  return target === null ? undefined : { id, name, icon, path: target, code };
};

/** What one may choose: every entry of the own menu that leads somewhere. */
export const choicesIn = (menu: readonly MenuNode[]): ShortcutDto[] =>
  menu.flatMap(({ children }) => children.flatMap((node) => entryOf(node) ?? []));

/** The chosen entries in their order; what one may no longer open is left out. */
export function shortcutsOf(menu: readonly MenuNode[], chosen: readonly number[]): ShortcutDto[] {
  const byId = new Map(choicesIn(menu).map((entry) => [entry.id, entry]));
  return chosen.flatMap((id) => byId.get(id) ?? []);
}

/** The menu with a mark on what is chosen. */
export const shortcutMenuOf = (menu: readonly MenuNode[], chosen: readonly number[]): ShortcutMenuDto[] =>
  menu.map((group) => ({
    id: group.id,
    name: group.name,
    icon: group.icon,
    code: group.code,
    sub: choicesIn([group]).map((entry) => ({ ...entry, check: chosen.includes(entry.id) ? 2 : 0 })),
  }));

/** Refuses ids of groups, and of entries that one may not open or that do not exist: both alike. */
export function assertChoices(menu: readonly MenuNode[], ids: readonly number[]): void {
  const known = new Set(choicesIn(menu).map(({ id }) => id));
  const issues = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `ids.${index}`, rule: "unknown", message: `no menu entry ${id}` }],
  );
  if (issues.length > 0) throw new AppError("INVALID", "ids: there are unknown menu entries", { issues });
}

/** A list with one of its ids at another place, which is cut to the ends of the list. */
export function movedTo(ids: readonly number[], id: number, place: number): number[] {
  const rest = ids.filter((other) => other !== id);
  const to = Math.min(Math.max(place, 0), rest.length);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
