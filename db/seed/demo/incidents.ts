import type { CarrierType } from "@/db/enums";
import { ambientCelsius } from "@/features/simulation/ambient.rules";
import type { CarrierProfile, Span } from "@/features/simulation/carrier.rules";
import { mulberry32 } from "@/features/simulation/random.rules";
import type { Fault, FaultKind } from "@/features/simulation/simulation.rules";
import { secondsToReach } from "@/features/simulation/thermal.rules";
import type { ReasonCode } from "../reasons";

/** An incident of a carrier, and the reason recorded for it. */
export type Incident = { reason: ReasonCode; fault: Fault };

export type Outage = { gateway: string; from: number; to: number };

type Recipe = { reason: ReasonCode; kind: FaultKind };

const DOOR: Recipe = { reason: "door-left-open", kind: "door-held" };
const LOADING: Recipe = { reason: "loading", kind: "door-held" };
const POWER: Recipe = { reason: "power-failure", kind: "unpowered" };
const COMPRESSOR: Recipe = { reason: "equipment-failure", kind: "unpowered" };
const THERMOSTAT: Recipe = { reason: "equipment-failure", kind: "holds-at" };
const DEFROST: Recipe = { reason: "defrost", kind: "heater" };
const CLEANING: Recipe = { reason: "maintenance", kind: "humid" };

/** Typical incidents by carrier type; an entry listed several times is more likely. */
const RECIPES: Record<CarrierType, readonly Recipe[]> = {
  refrigerator: [DOOR, DOOR, DOOR, LOADING, POWER, POWER, COMPRESSOR, THERMOSTAT],
  refrigeratory: [DOOR, LOADING, LOADING, DEFROST, DEFROST, COMPRESSOR],
  vehicle: [LOADING, LOADING, COMPRESSOR, THERMOSTAT],
  incubator: [DOOR, POWER, POWER],
  store: [CLEANING, CLEANING, COMPRESSOR],
  warehouse: [CLEANING],
  other: [DOOR, POWER],
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A carrier that may have incidents. */
export type Candidate = { type: CarrierType; profile: CarrierProfile; celsius: Span; hasHumidityRange: boolean };

/**
 * Spreads `count` incidents over the history, the last some hours ago. Each lasts long enough to leave the range and
 * raise an alarm. Returns the incidents of each candidate, in the order of the candidates.
 */
export function incidentsFor(
  candidates: readonly Candidate[],
  history: { from: number; to: number },
  count: number,
  seed: number,
): Incident[][] {
  const random = mulberry32(seed);
  const result: Incident[][] = candidates.map(() => []);
  const slot = (history.to - 12 * HOUR - history.from - DAY) / count;
  for (let index = 0; index < count; index += 1) {
    const at = history.from + DAY + (index + random()) * slot;
    const chosen = chooseFree(candidates, result, at, random);
    const candidate = candidates[chosen] as Candidate;
    result[chosen]?.push(incidentOf(candidate, at, history.to - HOUR, random));
  }
  return result;
}

/** Every second gateway was cut off once, one after the other. */
export function outagesFor(gateways: readonly string[], history: { from: number; to: number }, seed: number): Outage[] {
  const random = mulberry32(seed + 1);
  const cutOff = gateways.filter((_, index) => index % 2 === 1);
  const slot = (history.to - history.from - 3 * DAY) / cutOff.length;
  return cutOff.map((gateway, index) => {
    const from = Math.round(history.from + DAY + (index + 0.1 + 0.8 * random()) * slot);
    return { gateway, from, to: from + Math.round((25 + 70 * random()) * MINUTE) };
  });
}

/** A random carrier without an incident within three days of that time. */
function chooseFree(
  candidates: readonly Candidate[],
  incidents: readonly Incident[][],
  at: number,
  random: () => number,
): number {
  for (let attempt = 0; ; attempt += 1) {
    const chosen = Math.floor(random() * candidates.length);
    const isFree = incidents[chosen]?.every(({ fault }) => Math.abs(fault.from - at) > 3 * DAY);
    if (isFree || attempt > 50) return chosen;
  }
}

const isByDay = ({ kind, reason }: Recipe) => kind === "door-held" || kind === "humid" || reason === "maintenance";

/** The same day between 9 and 17 o'clock local time. */
function atWork(at: number, utcOffsetHours: number, random: () => number): number {
  const shift = utcOffsetHours * HOUR;
  const midnight = Math.floor((at + shift) / DAY) * DAY - shift;
  return midnight + (9 + 8 * random()) * HOUR;
}

/** An incident would not go unnoticed for longer than this. */
const PATIENCE_SECONDS = 9 * 3600;
const ALARM_SECONDS = 20 * 60;

/**
 * A recipe that takes this carrier beyond a limit at this time and is over by `end`; a cooling unit that runs too warm
 * always does, if necessary earlier.
 */
function incidentOf(candidate: Candidate, at: number, end: number, random: () => number): Incident {
  const possible = RECIPES[candidate.type].flatMap((recipe) => {
    const { profile, hasHumidityRange } = candidate;
    if (recipe.kind === "humid" && !hasHumidityRange) return [];
    const from = Math.round((isByDay(recipe) ? atWork(at, profile.utcOffsetHours, random) : at) / MINUTE) * MINUTE;
    const amount = amountOf(recipe, candidate, random);
    const reach = recipe.kind === "humid" ? 5400 : secondsToLimit(recipe.kind, amount, candidate, from);
    const to = from + lengthOf(reach, random);
    if (reach > PATIENCE_SECONDS || to > end) return [];
    return [{ reason: recipe.reason, fault: { kind: recipe.kind, from, to, amount } }];
  });
  const chosen = possible[Math.floor(random() * possible.length)];
  if (chosen) return chosen;
  const { minimum, maximum } = candidate.celsius;
  const amount = maximum + 0.5 * (maximum - minimum);
  const length = lengthOf(secondsToLimit("holds-at", amount, candidate, at), random);
  const from = Math.min(Math.round(at / MINUTE) * MINUTE, end - length);
  return { reason: "equipment-failure", fault: { kind: "holds-at", from, to: from + length, amount } };
}

/** The fault's strength: a heater that crosses the limit in about half an hour, a thermostat stuck too cold, damp air. */
function amountOf({ kind }: Recipe, { profile, celsius }: Candidate, random: () => number): number {
  if (kind === "humid") return 30 + 8 * random();
  if (kind === "heater") return (1.6 * (celsius.maximum - profile.setpointCelsius)) / 0.5;
  return kind === "holds-at" ? celsius.minimum - 0.45 * (celsius.maximum - celsius.minimum) : 0;
}

/** Seconds until the fault alone takes the carrier over a limit; Infinity where it never does (a lorry in winter). */
function secondsToLimit(kind: FaultKind, amount: number, { profile, celsius }: Candidate, at: number): number {
  const { cabinet, setpointCelsius } = profile;
  const outside = ambientCelsius(profile.climate, profile.ambience, profile.utcOffsetHours, profile.seed, at);
  const rate = 1 / cabinet.wallSeconds + (kind === "door-held" ? 1 / cabinet.doorSeconds : 0);
  const machine = outside > setpointCelsius ? -cabinet.coolingPerSecond : cabinet.heatingPerSecond;
  const power = kind === "heater" ? amount / 3600 : kind === "door-held" ? machine : 0;
  const equilibrium = kind === "holds-at" ? amount : outside + power / rate;
  const limit = equilibrium > setpointCelsius ? celsius.maximum : celsius.minimum;
  return secondsToReach(setpointCelsius, limit, equilibrium, 1 / rate);
}

/** Longer than it takes to leave the range and to raise an alarm, in milliseconds. */
const lengthOf = (reachSeconds: number, random: () => number) =>
  Math.round((reachSeconds * (1.3 + 0.5 * random()) + ALARM_SECONDS) / 60) * MINUTE;
