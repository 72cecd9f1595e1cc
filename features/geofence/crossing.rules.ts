import type { CrossingKind } from "@/db/enums";
import type { LonLat } from "@/lib/geo/coordinates";
import { type Area, metresOutside } from "./geofence.rules";

/**
 * Hysteresis: a carrier enters an area at its border but leaves it only this far outside, so that the scatter of a
 * receiver at the border gives one event, not many. 50 m is common between high buildings.
 */
export const LEAVING_METRES = 50;

/** The past of a carrier is evaluated in parts of this length, which bounds how long arriving positions wait. */
export const PART_MS = 7 * 86_400_000;

/** A position at an instant in epoch ms. */
export type TimedPlace = { at: number; longitude: number; latitude: number };

export type Crossing = TimedPlace & { kind: CrossingKind };
/** A crossing with the id and name of its geofence. */
export type Passage = Crossing & { geofenceId: number; geofenceName: string };

export type StoredCrossing = { id: number; at: number; kind: CrossingKind };

/** Whether a carrier counts as inside after a position, given whether it counted as inside before. */
export function isInsideAfter(area: Area, wasInside: boolean, place: LonLat): boolean {
  const metres = metresOutside(area, place);
  return wasInside ? metres <= LEAVING_METRES : metres <= 0;
}

/** Progress of the re-evaluation of one carrier and one area, position by position in order of time. */
export type Retrace = {
  /** State before the next position: `isInside` by all positions, `wasInside` by the stored events. */
  isInside: boolean;
  wasInside: boolean;
  /** Stored events after the last evaluated position, in order of time. */
  stored: readonly StoredCrossing[];
  added: readonly Crossing[];
  removed: readonly StoredCrossing[];
  /** The stored events from here on are correct. */
  isSettled: boolean;
};

/** `isInside`: state before the first position; `stored`: the events from that position on. */
export const startRetrace = (isInside: boolean, stored: readonly StoredCrossing[]): Retrace => ({
  isInside,
  wasInside: isInside,
  stored,
  added: [],
  removed: [],
  isSettled: false,
});

/**
 * Evaluates further positions, in order of time. The state is a single boolean, so past the newest new position
 * (`untilAt`, epoch ms) nothing changes any more once the old and the new state agree.
 */
export function retrace(before: Retrace, area: Area, positions: readonly TimedPlace[], untilAt: number): Retrace {
  let { isInside, wasInside, isSettled } = before;
  const stored = [...before.stored];
  const added = [...before.added];
  const removed = [...before.removed];
  for (const position of positions) {
    if (isSettled) break;
    const isNow = isInsideAfter(area, isInside, [position.longitude, position.latitude]);
    const kind: CrossingKind | null = isNow === isInside ? null : isNow ? "enter" : "exit";
    let isKept = false;
    while (stored[0] && stored[0].at <= position.at) {
      const known = stored.shift() as StoredCrossing;
      wasInside = known.kind === "enter";
      if (known.at === position.at && known.kind === kind) isKept = true;
      else removed.push(known);
    }
    if (kind && !isKept) added.push({ ...position, kind });
    isInside = isNow;
    isSettled = position.at >= untilAt && isInside === wasInside;
  }
  return { isInside, wasInside, stored, added, removed, isSettled };
}
