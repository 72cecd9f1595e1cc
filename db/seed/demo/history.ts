import type { Measure } from "@/db/enums";
import { climateOf, utcOffsetHours } from "@/features/simulation/ambient.rules";
import { reportedCell } from "@/features/simulation/battery.rules";
import { type CarrierProfile, profileOf, type Span } from "@/features/simulation/carrier.rules";
import { type Interval, joined, openingsBetween } from "@/features/simulation/door.rules";
import { gasAt, observe, type ProbeProfile, probeProfile, signalAt } from "@/features/simulation/probe.rules";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import { fixAt, legAt, type Track as Road, unloadingsBetween } from "@/features/simulation/route.rules";
import {
  drainPerDay,
  HUMID_HALL_PERCENT,
  statusFaults,
  WARM_FREEZER_CELSIUS,
} from "@/features/simulation/scenario.rules";
import { advanceCarrier, type CarrierState, type Fault, startCarrier } from "@/features/simulation/simulation.rules";
import type { Series, Track } from "./copy";
import type { Incident, Outage } from "./incidents";
import recorded from "./munich-track.json";
import type { DemoCarrier, DemoDevice } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The recorded route of the lorries. */
export const ROAD = recorded.points as unknown as Road;

/** Minutes between records within and outside the range, on the clock's minutes, so that due records have a value. */
const USUAL_MINUTES = 10;
const OUTSIDE_MINUTES = 2;
/** Final temperature of the fridge with the failing compressor: its limit is 8 °C. */
const FAILING_CELSIUS = 7.6;
/** The maximum age of a device's last message. */
const LAG_MS = 25_000;
const DEAD_SENSOR_MS = 2.3 * DAY;
const DEACTIVATED_MS = 12 * DAY;

export type Spell = { from: number; now: number };

/** A carrier's past: incidents, and when its door was open or its power lost. */
export type CarrierPast = {
  doorOpen: readonly Interval[];
  powerLost: readonly Interval[];
  incidents: readonly Incident[];
};

const span = ({ minimum, maximum }: Span): Span => ({ minimum, maximum });

/** The model of a carrier; the simulator builds the same one from the database. */
export function modelOf(carrier: DemoCarrier, seed: number, now: number): CarrierProfile {
  const { plan, zones, customer } = carrier;
  const { temperature, humidity, co2 } = zones;
  if (!temperature) throw new Error(`${plan.name} has no temperature range`);
  return profileOf({
    key: `${seed}/${plan.name}`,
    type: plan.type,
    celsius: span(temperature),
    humidityPercent: humidity ? span(humidity) : null,
    co2Ppm: co2 ? span(co2) : null,
    climate: climateOf(customer.plan.timeZone),
    utcOffsetHours: utcOffsetHours(customer.plan.timeZone, now),
  });
}

/** The series of all devices on a carrier, and its past. */
export function carrierHistory(
  carrier: DemoCarrier,
  devices: readonly DemoDevice[],
  incidents: readonly Incident[],
  outages: readonly Outage[],
  defrostUntil: number,
  spell: Spell,
  seed: number,
): { series: Series[]; past: CarrierPast } {
  const { plan } = carrier;
  const profile = modelOf(carrier, seed, spell.now);
  // The failing fridge is not opened in its last hour, so that it reaches the planned temperature.
  const openedUntil = plan.story === "failing-compressor" ? spell.now - HOUR : spell.now;
  const everyday = plan.shift
    ? unloadingsBetween(ROAD, plan.shift, profile.seed, spell.from, spell.now)
    : openingsBetween(profile.door, profile.seed, spell.from, openedUntil);
  const faults = [
    ...incidents.map(({ fault }) => fault),
    ...standingFaults(carrier, profile, everyday, defrostUntil, spell),
  ];
  const states = inMinutes(profile, everyday, faults, spell);
  const held = faults.filter(({ kind }) => kind === "door-held");
  const past: CarrierPast = {
    doorOpen: joined([...everyday, ...held]),
    powerLost: incidents.filter(({ reason }) => reason === "power-failure").map(({ fault }) => fault),
    incidents,
  };
  const series = devices.flatMap((device) => {
    const silences = outages.filter(({ gateway }) => gateway === device.plan.gateway);
    return device.probes.map(({ id, measure }) => {
      const points = pointsOf(device, measure, states, past, spell);
      return { probeId: id, measure, ...without(points, silences, endOf(device, spell)) };
    });
  });
  return { series, past };
}

/** The series of an unmounted device. */
export function looseHistory(device: DemoDevice, outages: readonly Outage[], spell: Spell): Series[] {
  const silences = outages.filter(({ gateway }) => gateway === device.plan.gateway);
  const nothing: CarrierPast = { doorOpen: [], powerLost: [], incidents: [] };
  return device.probes.map(({ id, measure }) => {
    const points = pointsOf(device, measure, [], nothing, spell);
    return { probeId: id, measure, ...without(points, silences, endOf(device, spell)) };
  });
}

/** Positions of a lorry: every half minute while it drives, and at its stops. */
export function trackOf(carrier: DemoCarrier, spell: Spell): Track {
  const { shift } = carrier.plan;
  if (!shift) return { carrierId: carrier.id, fixes: [] };
  const fixes: Track["fixes"][number][] = [];
  let wasDriving = false;
  for (let at = spell.from; at <= spell.now; at += 30_000) {
    const isDriving = legAt(ROAD, shift, at).phase === "driving";
    // A stop is reported by its first and last position.
    const isLeaving = legAt(ROAD, shift, at + 30_000).phase === "driving";
    if (isDriving || wasDriving || isLeaving || at + 30_000 > spell.now) fixes.push({ at, ...fixAt(ROAD, shift, at) });
    wasDriving = isDriving;
  }
  return { carrierId: carrier.id, fixes };
}

/** Long-standing faults of the carrier that are still present. */
function standingFaults(
  carrier: DemoCarrier,
  profile: CarrierProfile,
  everyday: readonly Interval[],
  defrostUntil: number,
  spell: Spell,
): Fault[] {
  const { now } = spell;
  const { story, status = "running" } = carrier.plan;
  const forever = (kind: Fault["kind"], from: number, amount = 0): Fault[] => [
    { kind, from, to: Number.POSITIVE_INFINITY, amount },
  ];
  switch (story) {
    case "warm-freezer":
      return forever("holds-at", now - 10 * HOUR, WARM_FREEZER_CELSIUS);
    case "humid-hall":
      return forever("humid", now - 5 * HOUR, HUMID_HALL_PERCENT);
    case "failing-compressor":
      return forever("unpowered", failureStart(profile, everyday, spell));
    default: {
      const since = status === "retirement" ? 11 * DAY : status === "repaired" ? 5 * DAY : 15 * MINUTE;
      return statusFaults(status, defrostUntil, now - since);
    }
  }
}

/** When the compressor must fail for the fridge to reach its final temperature now: found by trial, latest first. */
function failureStart(profile: CarrierProfile, everyday: readonly Interval[], spell: Spell): number {
  const { now } = spell;
  const healthy = inMinutes(profile, everyday, [], spell);
  let best = now;
  let nearest = Number.POSITIVE_INFINITY;
  for (const state of healthy.slice(-45, -5)) {
    // In steps of ten seconds: a minute without the compressor is half a degree.
    for (let from = state.at; from < state.at + MINUTE; from += 10_000) {
      const fault: Fault = { kind: "unpowered", from, to: Number.POSITIVE_INFINITY, amount: 0 };
      const end = advanceCarrier(profile, state, { openings: [], faults: [fault] }, now);
      const miss = Math.abs(end.celsius - FAILING_CELSIUS);
      if (miss >= nearest) continue;
      nearest = miss;
      best = from;
    }
  }
  return best;
}

/** The carrier's states minute by minute, the last one now. */
function inMinutes(
  profile: CarrierProfile,
  openings: readonly Interval[],
  faults: readonly Fault[],
  { from, now }: Spell,
): CarrierState[] {
  const count = Math.floor((now - from) / MINUTE);
  let state = startCarrier(profile, now - count * MINUTE);
  const states = [state];
  let first = 0;
  for (let index = 1; index <= count; index += 1) {
    const until = now - (count - index) * MINUTE;
    // Only current openings are examined: the list is long and the loop runs millions of times.
    while (first < openings.length && (openings[first] as Interval).to <= state.at) first += 1;
    const near: Interval[] = [];
    for (let next = first; next < openings.length && (openings[next] as Interval).from < until; next += 1) {
      near.push(openings[next] as Interval);
    }
    state = advanceCarrier(profile, state, { openings: near, faults }, until);
    states.push(state);
  }
  return states;
}

type Points = { at: number[]; value: number[] };

function pointsOf(
  device: DemoDevice,
  measure: Measure,
  states: readonly CarrierState[],
  past: CarrierPast,
  spell: Spell,
): Points {
  const { plan, carrier } = device;
  const range = carrier?.zones.temperature;
  const probe = probeProfile(plan, measure, range ? range.maximum - range.minimum : 0);
  const lag = Math.round(LAG_MS * uniformAt(hashText(plan.serialNumber), 4));
  const hourly = () => every(HOUR, lag, spell);
  switch (measure) {
    case "temperature":
    case "humidity":
    case "co2":
      return climatePoints(fixed(probe, plan.story), carrier?.zones[measure] ?? null, states, lag);
    case "door":
      return eventPoints(past.doorOpen, 1, hourly());
    case "power":
      return eventPoints(past.powerLost, 0, hourly());
    case "signal":
      return sampled(hourly(), (at) => signalAt(probe, at));
    case "gas":
      return sampled(hourly(), (at) => gasAt(probe, at));
    case "battery":
    case "voltage": {
      const percentAt = chargeOf(device, spell);
      return sampled(hourly(), (at) => reportedCell(measure, percentAt(at)));
    }
  }
}

/** The fridge with the failing compressor is checked to a tenth of a degree, so its probe is exactly in the middle. */
const fixed = (probe: ProbeProfile, story: DemoDevice["plan"]["story"]): ProbeProfile =>
  story === "failing-compressor" ? { ...probe, offset: 0 } : probe;

function climatePoints(probe: ProbeProfile, range: Span | null, states: readonly CarrierState[], lag: number): Points {
  const points: Points = { at: [], value: [] };
  let isOutside = false;
  const last = states.length - 1;
  for (let index = 0; index <= last; index += 1) {
    const state = states[index] as CarrierState;
    const minute = Math.ceil(state.at / MINUTE);
    if (index < last && minute % (isOutside ? OUTSIDE_MINUTES : USUAL_MINUTES) !== 0) continue;
    const value = observe(probe, state);
    isOutside = range !== null && (value < range.minimum || value > range.maximum);
    points.at.push(state.at - lag);
    points.value.push(value);
  }
  return points;
}

/** A switch that reports every change and once an hour; `inside` is its value within the intervals. */
function eventPoints(intervals: readonly Interval[], inside: 0 | 1, hourly: readonly number[]): Points {
  const start = hourly[0] ?? 0;
  const end = hourly.at(-1) ?? 0;
  const edges = intervals.flatMap(({ from, to }) => [Math.round(from), Math.round(to)]);
  const times = [...new Set([...hourly, ...edges.filter((at) => at > start && at < end)])].sort((a, b) => a - b);
  let next = 0;
  return sampled(times, (at) => {
    while (next < intervals.length && Math.round((intervals[next] as Interval).to) <= at) next += 1;
    const interval = intervals[next];
    const isInside = interval !== undefined && at >= Math.round(interval.from);
    return isInside ? inside : 1 - inside;
  });
}

/** Charge (%) over time: linear down to the current charge; empty when the device fell silent. */
function chargeOf({ plan }: DemoDevice, { now }: Spell): (at: number) => number {
  const dying = plan.story === "dying-battery";
  const dead = plan.story === "dead-sensor";
  const perDay = dying || dead ? 0.8 : drainPerDay(null);
  const percentNow = dying ? 6 : dead ? -DEAD_SENSOR_MS / DAY : 55 + 42 * uniformAt(hashText(plan.serialNumber), 5);
  return (at) => Math.max(0, Math.min(100, percentNow + (perDay * (now - at)) / DAY));
}

/** When a silent device sent its last message. */
function endOf({ plan }: DemoDevice, { now }: Spell): number {
  if (plan.story === "dead-sensor") return now - DEAD_SENSOR_MS;
  return plan.use === "deactivated" ? now - DEACTIVATED_MS : Number.POSITIVE_INFINITY;
}

function without({ at, value }: Points, silences: readonly Interval[], end: number): Points {
  if (silences.length === 0 && end === Number.POSITIVE_INFINITY) return { at, value };
  const isHeard = (time: number) => time <= end && !silences.some(({ from, to }) => time >= from && time < to);
  const kept = at.map((_, index) => index).filter((index) => isHeard(at[index] as number));
  return { at: kept.map((index) => at[index] as number), value: kept.map((index) => value[index] as number) };
}

const sampled = (times: readonly number[], valueAt: (at: number) => number): Points => ({
  at: [...times],
  value: times.map(valueAt),
});

function every(stepMs: number, lag: number, { from, now }: Spell): number[] {
  const count = Math.floor((now - from) / stepMs);
  return Array.from({ length: count + 1 }, (_, index) => now - lag - (count - index) * stepMs);
}
