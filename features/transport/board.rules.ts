import type { LivePosition } from "@/features/telemetry/live/live.schema";
import type { LonLat } from "@/lib/geo/coordinates";
import type { BoardDto, BoardRowDto } from "./transport.schema";

/** Why a transport needs attention, the gravest first. */
export const CONCERNS = ["outside", "breach", "exceptions", "silent", "late"] as const;
export type Concern = (typeof CONCERNS)[number];

/** The place of a transport; null without a position. */
export const placeOf = ({ progress: { position } }: BoardRowDto): LonLat | null =>
  position && [position.longitude, position.latitude];

/** Colours of `components/value/tone.ts`. */
export type BoardTone = "critical" | "above" | "below" | "warning" | "offline" | "normal";

/** Arriving later than planned by up to these minutes is no concern: an estimate is not more exact. */
export const LATE_MINUTES = 15;

/** All concerns of a transport. */
export function concernsOf({ progress, state }: BoardRowDto): ReadonlySet<Concern> {
  const { temperature, breach, openExceptions, delayMinutes } = progress;
  const found = new Set<Concern>();
  if (temperature?.state === "above" || temperature?.state === "below") found.add("outside");
  else if (breach && breach.minutes > 0) found.add("breach");
  if (openExceptions) found.add("exceptions");
  if (!temperature || temperature.state === "stale" || temperature.state === "unknown") found.add("silent");
  // What has arrived waits for its receiver; that it was late cannot be changed any more.
  if (state !== "arrived" && delayMinutes !== null && delayMinutes > LATE_MINUTES) found.add("late");
  return found;
}

/** The colour of a transport: red for a critical exception, else by the side of its temperature, else by its concerns. */
export function toneOfRow(row: BoardRowDto): BoardTone {
  const { temperature, openExceptions } = row.progress;
  const concerns = concernsOf(row);
  if (openExceptions?.worstSeverity === "critical") return "critical";
  if (temperature?.state === "above" || temperature?.state === "below") return temperature.state;
  if (concerns.has("breach") || concerns.has("exceptions")) return "warning";
  if (concerns.has("silent")) return "offline";
  return concerns.has("late") ? "warning" : "normal";
}

function rankOf(row: BoardRowDto): number {
  if (toneOfRow(row) === "critical") return -1;
  const concerns = concernsOf(row);
  const first = CONCERNS.findIndex((concern) => concerns.has(concern));
  return first < 0 ? CONCERNS.length : first;
}

const LAST = Number.POSITIVE_INFINITY;

/** Worst first; among equals the one that leaves its range first, then the latest, then the one that arrives first. */
export function worstFirst(rows: readonly BoardRowDto[]): BoardRowDto[] {
  const keys = (row: BoardRowDto) => {
    const { breach, delayMinutes, etaAt } = row.progress;
    return [
      rankOf(row),
      breach?.minutes ?? LAST,
      -(delayMinutes ?? 0),
      etaAt ?? row.stops.at(-1)?.plannedArriveAt ?? LAST,
    ];
  };
  return rows
    .map((row) => ({ row, keys: keys(row) }))
    .toSorted((a, b) => {
      const place = a.keys.findIndex((key, index) => key !== b.keys[index]);
      const [one, other] = [a.keys[place], b.keys[place]];
      return one !== undefined && other !== undefined
        ? one < other
          ? -1
          : 1
        : a.row.number.localeCompare(b.row.number);
    })
    .map(({ row }) => row);
}

/** The board with the positions that are newer than its own; the same board if none is. */
export function withPositions(board: BoardDto, positions: readonly LivePosition[]): BoardDto {
  const newest = new Map<number, LivePosition>();
  for (const one of positions)
    if (one.isRestated || one.at >= (newest.get(one.carrierId)?.at ?? 0)) newest.set(one.carrierId, one);
  let isChanged = false;
  const items = board.items.map((row) => {
    const moved = newest.get(row.carrier.id);
    if (!moved || (!moved.isRestated && moved.at <= (row.progress.position?.at ?? 0))) return row;
    isChanged = true;
    const { at, longitude, latitude, speedKmh } = moved;
    return { ...row, progress: { ...row.progress, position: { at, longitude, latitude, speedKmh } } };
  });
  return isChanged ? { ...board, items } : board;
}
