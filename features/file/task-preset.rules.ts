import { criteriaOf, isTaskKind, type TaskKind } from "./task-kind.rules";

/** What a new task begins with: an export as it was set up on its own screen. */
export type Preset = { kind: TaskKind; query: Record<string, unknown> };

/** The parameters of a preset in the address of the tasks. */
export const PRESET = { kind: "exportKind", criteria: "criteria" } as const;

/** The address at which a new task begins with this export. */
export const presetHref = (kind: TaskKind, query: Record<string, unknown>): string =>
  `/count/exportTask?${new URLSearchParams({
    form: "new",
    [PRESET.kind]: kind,
    [PRESET.criteria]: JSON.stringify(criteriaOf(kind, query)),
  })}`;

/** The preset of an address; null without one, or if it is malformed. What it says is checked when the task is saved. */
export function presetIn(get: (name: string) => string | null): Preset | null {
  const kind = get(PRESET.kind);
  if (kind === null || !isTaskKind(kind)) return null;
  try {
    const query: unknown = JSON.parse(get(PRESET.criteria) ?? "{}");
    if (typeof query !== "object" || query === null || Array.isArray(query)) return null;
    return { kind, query: criteriaOf(kind, query as Record<string, unknown>) };
  } catch {
    return null;
  }
}
