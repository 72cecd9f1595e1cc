import { ambientCelsius, ambientHumidity } from "./ambient.rules";
import type { CarrierProfile } from "./carrier.rules";
import { type Interval, shareOf } from "./door.rules";
import { AIR_PPM, exchangeCo2 } from "./gas.rules";
import { exchangeVapour, vapourHpa } from "./humidity.rules";
import { wanderAt } from "./random.rules";
import { advanceCabinet, type Drive } from "./thermal.rules";

/** Kinds of faults and interventions of a carrier. */
export type FaultKind = "unpowered" | "door-held" | "holds-at" | "heater" | "humid";

/**
 * A fault and its span (epoch ms). `amount`: the temperature of a stuck machine ("holds-at", °C), the heater's power
 * ("heater", kelvin per hour), or the added humidity ("humid", %RH).
 */
export type Fault = Interval & { kind: FaultKind; amount: number };

/** State inside a carrier at an instant (epoch ms). */
export type CarrierState = { at: number; celsius: number; drive: Drive; vapourHpa: number; co2Ppm: number };

/** Influences on a carrier: door openings in order, and faults. */
export type Influences = { openings: readonly Interval[]; faults: readonly Fault[] };

const STEP_MS = 60_000;
const VAPOUR_SECONDS = 1500;
const VAPOUR_DOOR_SECONDS = 240;
const DEFROST_OFFSET_SECONDS = 5 * 3600;

/** A carrier in equilibrium at its set point; known values (its latest readings) replace the equilibrium values. */
export function startCarrier(
  profile: CarrierProfile,
  at: number,
  known: { celsius?: number | null; humidityPercent?: number | null; co2Ppm?: number | null } = {},
): CarrierState {
  const celsius = known.celsius ?? profile.setpointCelsius;
  return {
    at,
    celsius,
    drive: "off",
    vapourHpa: vapourHpa(known.humidityPercent ?? profile.humidityPercent, celsius),
    co2Ppm: known.co2Ppm ?? profile.co2Ppm ?? AIR_PPM,
  };
}

/** The carrier at a later instant, in steps of at most a minute that end where a fault begins or ends. */
export function advanceCarrier(
  profile: CarrierProfile,
  state: CarrierState,
  influences: Influences,
  until: number,
): CarrierState {
  let current = state;
  while (current.at < until) {
    const to = nextEdge(influences.faults, current.at, Math.min(until, current.at + STEP_MS));
    current = step(profile, current, influences, to);
  }
  return current;
}

/** The first start or end of a fault after `at`, at most `to`. */
function nextEdge(faults: readonly Fault[], at: number, to: number): number {
  let edge = to;
  for (const fault of faults) {
    if (fault.from > at && fault.from < edge) edge = fault.from;
    if (fault.to > at && fault.to < edge) edge = fault.to;
  }
  return edge;
}

/** Whether a fault of this kind is active at an instant. */
export function isFaulty(faults: readonly Fault[], kind: FaultKind, at: number): boolean {
  return faultAt(faults, kind, at) !== undefined;
}

/** One step under constant influences. It creates no closures, as it runs millions of times for a month of history. */
function step(
  profile: CarrierProfile,
  state: CarrierState,
  { openings, faults }: Influences,
  to: number,
): CarrierState {
  const { cabinet, climate, ambience, seed } = profile;
  const seconds = (to - state.at) / 1000;
  const outside = ambientCelsius(climate, ambience, profile.utcOffsetHours, seed, state.at);
  const doorShare = faultAt(faults, "door-held", state.at) ? 1 : shareOf(openings, state.at, to);
  const isPowered = faultAt(faults, "unpowered", state.at) === undefined;

  const thermal = advanceCabinet(
    cabinet,
    state,
    {
      ambientCelsius: outside,
      doorShare,
      isPowered,
      heaterPerSecond: heaterAt(profile, state.at) + (faultAt(faults, "heater", state.at)?.amount ?? 0) / 3600,
      holdsAtCelsius: faultAt(faults, "holds-at", state.at)?.amount ?? null,
    },
    seconds,
  );
  const drift = 4 * wanderAt(seed + 3, state.at, 40_000) + (faultAt(faults, "humid", state.at)?.amount ?? 0);
  const vapour = exchangeVapour(
    state.vapourHpa,
    {
      targetHpa: vapourHpa(Math.min(98, profile.humidityPercent + drift), thermal.celsius),
      relaxSeconds: VAPOUR_SECONDS,
      outsideHpa: vapourHpa(ambientHumidity(climate, ambience, seed, state.at), outside),
      doorSeconds: VAPOUR_DOOR_SECONDS + cabinet.doorSeconds,
      doorShare,
    },
    seconds,
  );
  const co2Ppm =
    profile.co2Ppm === null
      ? state.co2Ppm
      : exchangeCo2(state.co2Ppm, { targetPpm: profile.co2Ppm, doorShare, isPowered }, seconds);
  return { at: to, celsius: thermal.celsius, drive: thermal.drive, vapourHpa: vapour, co2Ppm };
}

/** The first active fault of a kind at an instant. */
function faultAt(faults: readonly Fault[], kind: FaultKind, at: number): Fault | undefined {
  for (const fault of faults) if (fault.kind === kind && at >= fault.from && at < fault.to) return fault;
  return undefined;
}

/** Defrost heater of the evaporator at an instant: at 5, 13 and 21 o'clock, slightly shifted per carrier. */
function heaterAt({ defrost, utcOffsetHours, seed }: CarrierProfile, at: number): number {
  if (!defrost) return 0;
  const local = at / 1000 + utcOffsetHours * 3600 - DEFROST_OFFSET_SECONDS - (seed % 1200);
  const phase = ((local % defrost.everySeconds) + defrost.everySeconds) % defrost.everySeconds;
  return phase < defrost.lastsSeconds ? defrost.heaterPerSecond : 0;
}
