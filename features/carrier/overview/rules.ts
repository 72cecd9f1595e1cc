import type { MonitoringSummary } from "../monitoring/monitoring.schema";
import type { PlaceDto } from "./schema";

/** Carriers that a wall shows at once: more cannot be read at two metres. */
export const TILES = 24;
/** Places that a wall turns to one by one: with more, each would be seen too seldom. */
export const MAXIMUM_PLACES = 24;

/** Seconds that a place stands before the next. */
export const TURNS = [10, 15, 30, 60] as const;
export type Turn = (typeof TURNS)[number];

/** The turn nearest to a wish; without one 15 s. */
export const turnOf = (wish: number | undefined): Turn =>
  wish === undefined ? 15 : TURNS.reduce((best, turn) => (Math.abs(turn - wish) < Math.abs(best - wish) ? turn : best));

/** An answer older than this is not the present any more: two that failed, and a slow one. */
export const STALE_MS = 30_000;

/** The one word that a wall says: `abnormal` before `silent` before `well`; `empty` where there is nothing to watch. */
export type Verdict = "abnormal" | "silent" | "well" | "empty";

type Counted = Pick<MonitoringSummary, "total" | "abnormal" | "offline" | "normal">;

/** The verdict over carriers; carriers that never sent anything or are out of service make none. */
export function verdictOf({ abnormal, offline, normal }: Counted): Verdict {
  if (abnormal > 0) return "abnormal";
  if (offline > 0) return "silent";
  return normal > 0 ? "well" : "empty";
}

/** How the tiles stand: columns and rows that fit `count` of them into a screen that is wider than high. */
export function gridOf(count: number): { columns: number; rows: number } {
  const shapes = [
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 2],
    [3, 3],
    [4, 3],
    [5, 3],
    [5, 4],
    [6, 4],
  ] as const;
  const [columns, rows] = shapes.find(([across, down]) => across * down >= count) ?? [6, 4];
  return { columns, rows };
}

/** The places that are worth turning to: those with carriers. */
export const turnable = (places: readonly PlaceDto[]): PlaceDto[] => places.filter(({ total }) => total > 0);

/**
 * What to turn to from `focus` (null: everything): each place in its order, then everything again. `step` is 1, or -1 for
 * the way back. A place that is gone leads to everything.
 */
export function turnFrom(places: readonly PlaceDto[], focus: number | null, step: 1 | -1 = 1): number | null {
  const stops: (number | null)[] = [null, ...turnable(places).map(({ id }) => id)];
  const at = stops.indexOf(focus);
  if (at < 0) return null;
  return stops[(at + step + stops.length) % stops.length] ?? null;
}

/** Least time between two reloads for a new build, in milliseconds: while servers are exchanged, answers come from both. */
const RELOAD_PAUSE_MS = 600_000;
/** So long nobody may have touched anything. */
export const IDLE_MS = 60_000;

/** Whether a wall made by the build `own` should load itself anew, now that `current` answers; instants in epoch ms. */
export const shouldReload = (
  { own, current }: { own: string; current: string },
  { now, touchedAt, reloadedAt }: { now: number; touchedAt: number; reloadedAt: number },
): boolean => own !== current && now - touchedAt >= IDLE_MS && now - reloadedAt >= RELOAD_PAUSE_MS;
