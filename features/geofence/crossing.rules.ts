import type { CrossingKind } from "@/db/enums";
import type { LonLat } from "@/lib/geo/coordinates";
import { type Area, metresOutside } from "./geofence.rules";

/**
 * A carrier has left an area only so far outside of it, but has entered it at the border: a receiver that scatters by
 * less gives one event at the border and not many. 50 m is what is common between high buildings.
 */
export const LEAVING_METRES = 50;

/** So much of a carrier's past is judged at a time: what arrives meanwhile waits for no longer. */
export const PART_MS = 7 * 86_400_000;

/** A position at an instant in epoch ms. */
export type TimedPlace = { at: number; longitude: number; latitude: number };

export type Crossing = TimedPlace & { kind: CrossingKind };
/** A crossing of a carrier with the geofence by its name. */
export type Passage = Crossing & { geofenceId: number; geofenceName: string };

export type StoredCrossing = { id: number; at: number; kind: CrossingKind };

/** Whether a carrier counts as inside after a position, by what it counted before. */
export function isInsideAfter(area: Area, wasInside: boolean, place: LonLat): boolean {
  const metres = metresOutside(area, place);
  return wasInside ? metres <= LEAVING_METRES : metres <= 0;
}

/** How far the events of one carrier and one area are judged again, position by position in order of time. */
export type Retrace = {
  /** Before the first position that is still to come: by the new positions, and by what is stored. */
  isInside: boolean;
  wasInside: boolean;
  /** Stored events that no position has reached yet, in order of time. */
  stored: readonly StoredCrossing[];
  added: readonly Crossing[];
  removed: readonly StoredCrossing[];
  /** From here on the stored events are right as they are. */
  isSettled: boolean;
};

/** `isInside`: before the first position; `stored`: the events from it on. */
export const startRetrace = (isInside: boolean, stored: readonly StoredCrossing[]): Retrace => ({
  isInside,
  wasInside: isInside,
  stored,
  added: [],
  removed: [],
  isSettled: false,
});

/**
 * Goes on over further positions, in order of time. What counts is a state of two values alone, so past the newest
 * position that is new (`untilAt`, epoch ms) everything is settled as soon as the old state and the new are the same.
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
