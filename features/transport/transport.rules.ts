import type { LotVerdict } from "@/db/enums";
import type { PrecoolingState, TransportState } from "@/db/transport-enums";
import { conflict } from "@/lib/errors";
import type { LonLat } from "@/lib/geo/coordinates";
import { distanceMetres } from "@/lib/geo/sphere";

export const OPEN_STATES: readonly TransportState[] = ["planned", "loading", "underway", "arrived"];
/** With the goods in the carrier. */
export const LOADED_STATES: readonly TransportState[] = ["loading", "underway", "arrived"];
export const isOpen = (state: TransportState): boolean => OPEN_STATES.includes(state);

/** Whether a receiver can answer: with the goods in the carrier and on the way. */
export const isAnswerable = (state: TransportState): boolean => state === "underway" || state === "arrived";

/** What may follow each state. A receiver may answer before the arrival was noticed. */
const FOLLOWING: Record<TransportState, readonly TransportState[]> = {
  planned: ["loading", "underway", "cancelled"],
  loading: ["underway", "cancelled"],
  underway: ["underway", "arrived", "delivered", "refused"],
  arrived: ["underway", "delivered", "refused"],
  delivered: [],
  refused: [],
  cancelled: [],
};

/** Throws CONFLICT if the state does not allow the next one. */
export function assertFollows(state: TransportState, next: TransportState): void {
  if (!FOLLOWING[state].includes(next))
    throw conflict("state", "transportState", `a transport that is ${state} cannot become ${next}`);
}

/** A receiver's phone may be this far off the product's clock, ms. */
const CLOCK_MS = 5 * 60_000;

/**
 * When a receiver answered, by the phone's time: one that was offline answered when it says. A time before the goods
 * were loaded or after the receipt is impossible, so the clock is wrong and the time of receipt counts; within five
 * minutes it only differs, and the nearest possible time counts. All in epoch ms; `loadedAt` null: no lower bound.
 */
export function answerTimeOf(
  answeredAt: number,
  { loadedAt, receivedAt }: { loadedAt: number | null; receivedAt: number },
): { answeredAt: number; isClockRight: boolean } {
  const earliest = loadedAt ?? 0;
  const isClockRight = answeredAt >= earliest - CLOCK_MS && answeredAt <= receivedAt + CLOCK_MS;
  if (!isClockRight) return { answeredAt: receivedAt, isClockRight };
  return { answeredAt: Math.min(Math.max(answeredAt, earliest), receivedAt), isClockRight };
}

type Times = { plannedArriveAt: number | null; arrivedAt: number | null; departedAt: number | null };

/** The place of the stop that is reached next; null if the last one was reached. */
export function nextStopOf(stops: readonly Times[]): number | null {
  const last = stops.findLastIndex(({ arrivedAt, departedAt }) => arrivedAt !== null || departedAt !== null);
  return last + 1 < stops.length ? Math.max(1, last + 1) : null;
}

/** The place of the stop where the transport stands; null on the road. */
export function standingAt(stops: readonly Times[], state: TransportState): number | null {
  if (state === "planned" || state === "loading") return 0;
  const last = stops.findLastIndex(({ arrivedAt, departedAt }) => arrivedAt !== null || departedAt !== null);
  return last >= 0 && stops[last]?.departedAt === null ? last : null;
}

/** How many stops have happened, which cannot be changed any more. */
export function fixedStopsOf({ state, stops }: { state: TransportState; stops: readonly Times[] }): number {
  if (state === "planned") return 0;
  return (
    1 +
    Math.max(
      0,
      stops.findLastIndex(({ arrivedAt, departedAt }) => arrivedAt !== null || departedAt !== null),
    )
  );
}

/** The next number of a day, such as `T261127-003`; `taken` are the numbers of that day. */
export function numberOf(day: string, taken: readonly string[]): string {
  const stem = `T${day.replaceAll("-", "").slice(2)}-`;
  const used = taken.flatMap((number) => (number.startsWith(stem) ? [Number(number.slice(stem.length))] : []));
  const next = Math.max(0, ...used.filter(Number.isSafeInteger)) + 1;
  return `${stem}${String(next).padStart(3, "0")}`;
}

/** The proof of pre-cooling; minutes of the required time, of the worst probe. */
export type Precooling = {
  state: PrecoolingState;
  requiredMinutes: number;
  withinMinutes: number;
  outsideMinutes: number;
  observedMinutes: number;
};

type ProbeMinutes = { withinMs: number; observedMs: number };

/** Share of the required time that must be observed for a proof; gaps are no proof (decision 5). */
const OBSERVED_SHARE = 0.9;

/**
 * The proof that a carrier was cold before it was loaded: every temperature probe within its range over the required
 * minutes. The worst probe counts.
 */
export function precoolingOf(requiredMinutes: number, probes: readonly ProbeMinutes[]): Precooling {
  const worst = probes.toSorted((a, b) => a.withinMs - b.withinMs)[0];
  const minutes = (ms: number) => Math.round(ms / 60_000);
  const observed = worst?.observedMs ?? 0;
  const outside = observed - (worst?.withinMs ?? 0);
  let state: PrecoolingState = "proven";
  if (!worst) state = "noProbe";
  else if (outside > 0) state = "outside";
  else if (observed < OBSERVED_SHARE * requiredMinutes * 60_000) state = "unobserved";
  return {
    state,
    requiredMinutes,
    withinMinutes: minutes(worst?.withinMs ?? 0),
    outsideMinutes: minutes(outside),
    observedMinutes: minutes(observed),
  };
}

/** Road distance ÷ straight-line distance where the journey has not shown its own: 1.417 (Boscoe, Henry, Zdeb 2012). */
export const DETOUR = 1.417;
/** From this straight-line distance on, the journey's own share counts. */
const OWN_ROUTE_METRES = 5000;
/** Bounds of a believable share: a ferry, or a round trip, says nothing about the rest. */
const DETOURS = { minimum: 1, maximum: 2.5 } as const;
/** Below it, a mean says that the vehicle has not begun to drive. */
const SLOWEST_KMH = 5;

type Driven = { metres: number; drivingMs: number };

export type ArrivalFacts = {
  now: number;
  position: LonLat | null;
  origin: LonLat | null;
  driven: Driven;
  /** The stops still to come, in order; the last is the destination. */
  ahead: readonly { place: LonLat | null; plannedArriveAt: number | null; plannedDepartAt: number | null }[];
};

export type Arrival = { metresLeft: number | null; etaAt: number | null; delayMinutes: number | null };

/**
 * When the destination is reached: the straight lines that are left, times the detour of the journey so far, at its mean
 * speed while driving, with the planned stays on the way. Null without a position, a place of the destination, or any
 * driving. The delay is against the plan; without an estimate, the time by which the plan has passed.
 */
export function arrivalOf({ now, position, origin, driven, ahead }: ArrivalFacts): Arrival {
  const plannedAt = ahead.at(-1)?.plannedArriveAt ?? null;
  const passed = plannedAt !== null && now > plannedAt ? Math.round((now - plannedAt) / 60_000) : null;
  const places = ahead.map(({ place }) => place).filter((place) => place !== null);
  if (position === null || ahead.length === 0 || ahead.at(-1)?.place == null)
    return { metresLeft: null, etaAt: null, delayMinutes: passed };
  const line = [position, ...places].reduce(
    (sum, place, index, all) => (index === 0 ? 0 : sum + distanceMetres(all[index - 1] as LonLat, place)),
    0,
  );
  const straight = origin ? distanceMetres(origin, position) : 0;
  const own = straight >= OWN_ROUTE_METRES ? driven.metres / straight : DETOUR;
  const metresLeft = line * Math.min(DETOURS.maximum, Math.max(DETOURS.minimum, own));
  const kmh = driven.drivingMs > 0 ? (driven.metres / driven.drivingMs) * 3600 : 0;
  if (kmh < SLOWEST_KMH) return { metresLeft, etaAt: null, delayMinutes: passed };
  const stayMs = ahead
    .slice(0, -1)
    .reduce(
      (sum, { plannedArriveAt: from, plannedDepartAt: to }) => sum + (from && to ? Math.max(0, to - from) : 0),
      0,
    );
  const etaAt = Math.round(now + (metresLeft / kmh) * 3600 + stayMs);
  return { metresLeft, etaAt, delayMinutes: plannedAt === null ? null : Math.round((etaAt - plannedAt) / 60_000) };
}

/** Whether the load stayed as it should: `unknown` without readings. */
export type LoadVerdict = LotVerdict | "unknown";

const BADNESS: Record<LotVerdict, number> = { usable: 0, quarantine: 1, notUsable: 2 };

/**
 * The verdict of the load: the worst of its lots; without lots, `usable` only if every minute was observed and within
 * range.
 */
export function loadVerdictOf(
  lots: readonly LotVerdict[],
  probes: readonly { observedMinutes: number; outsideMinutes: number; gapMinutes: number }[],
): LoadVerdict {
  if (lots.length > 0) return lots.reduce((worst, one) => (BADNESS[one] > BADNESS[worst] ? one : worst));
  const seen = probes.filter(({ observedMinutes }) => observedMinutes > 0);
  if (seen.length === 0) return "unknown";
  return seen.some(({ outsideMinutes }) => outsideMinutes > 0) || probes.some(({ gapMinutes }) => gapMinutes > 0)
    ? "quarantine"
    : "usable";
}

type Fix = { at: number; longitude: number; latitude: number };
/** Metres from the border of a stop's area; negative inside. */
export type Outside = (place: LonLat) => number;
/** A vehicle that left an area has to be this far from its border: receivers scatter by some tens of metres. */
const CLEAR_METRES = 100;
/** Radius of a stop that is only a position. */
export const STOP_RADIUS_METRES = 300;

export type Followed = { place: number; arrivedAt: number | null; departedAt: number | null };

/**
 * The arrivals and departures that new positions show, in order: within the area of the next stop it has arrived, and
 * clear of the area of the stop where it stands it has left, at the last position inside. `places` are the areas of the
 * stops, null where unknown. A stop without an area is passed over when a later one is reached.
 */
export function follow(
  stops: readonly { arrivedAt: number | null; departedAt: number | null }[],
  places: readonly (Outside | null)[],
  fixes: readonly Fix[],
): Followed[] {
  const times = stops.map(({ arrivedAt, departedAt }) => ({ arrivedAt, departedAt }));
  const touched = new Set<number>();
  const lastInside = new Map<number, number>();
  for (const { at, longitude, latitude } of fixes) {
    const here: LonLat = [longitude, latitude];
    const last = times.findLastIndex(({ arrivedAt, departedAt }) => arrivedAt !== null || departedAt !== null);
    const standing = times[last];
    if (standing && standing.departedAt === null && last < times.length - 1) {
      const outside = places[last]?.(here);
      if (outside !== undefined && outside <= 0) lastInside.set(last, at);
      else if (outside !== undefined && outside > CLEAR_METRES) {
        standing.departedAt = Math.max(lastInside.get(last) ?? at, standing.arrivedAt ?? 0);
        touched.add(last);
      }
    }
    const reached = times.findIndex((_, index) => index > last && (places[index]?.(here) ?? 1) <= 0);
    const origin = times[last];
    const hasLeft = last >= 0 && origin !== undefined && origin.departedAt !== null;
    if (reached > 0 && hasLeft) {
      (times[reached] as { arrivedAt: number | null }).arrivedAt = at;
      touched.add(reached);
      lastInside.set(reached, at);
    }
  }
  return [...touched].sort((a, b) => a - b).map((place) => ({ place, ...(times[place] as (typeof times)[number]) }));
}

/** The positions from the first one inside an area on; none if there is no such position, or no area. */
export function sinceInside<F extends Fix>(outside: Outside | null, fixes: readonly F[]): readonly F[] {
  const first = fixes.findIndex(({ longitude, latitude }) => (outside?.([longitude, latitude]) ?? 1) <= 0);
  return first < 0 ? [] : fixes.slice(first);
}
