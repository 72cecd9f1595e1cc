import type { DeviceKind, DeviceUse, Measure, SwitchResult, SwitchType } from "@/db/enums";
import {
  calibrationState,
  HEALTH_MEASURES,
  refusal,
  type SettingName,
  type Settings,
  settingsOf,
  technologyOf,
} from "../device.rules";

/** Events of a switch: conditions checked, carried out, cancelled, or expired. */
export const SWITCH_EVENTS = ["unmet", "met", "auto", "confirm", "override", "stop", "expire"] as const;
export type SwitchEvent = (typeof SWITCH_EVENTS)[number];

/** In `new` the conditions have not been checked yet. */
export const SWITCH_PHASES = ["new", "not-reached", "eligible", "ended"] as const;
export type SwitchPhase = (typeof SWITCH_PHASES)[number];

/** Effect of an event: the new result, whether the devices are switched, and whether the switch is over. */
export type Outcome = { result: SwitchResult; isOver: boolean; isSwitched: boolean };

const waits = (result: SwitchResult): Outcome => ({ result, isOver: false, isSwitched: false });
const ends = (result: SwitchResult): Outcome => ({ result, isOver: true, isSwitched: false });
const switches = (result: SwitchResult): Outcome => ({ result, isOver: true, isSwitched: true });

/** Events of every open phase. */
const ANYTIME = {
  override: switches("ignore-condition-switch"),
  stop: ends("user-stop"),
  expire: ends("not-reached"),
} as const;

/**
 * Transitions of a switch (specification, section 4, "Device switch types"). Transitions not listed are not allowed.
 */
export const SWITCH_TRANSITIONS: Record<SwitchPhase, Partial<Record<SwitchEvent, Outcome>>> = {
  new: { unmet: waits("not-reached"), met: waits("eligible"), ...ANYTIME },
  "not-reached": { met: waits("eligible"), ...ANYTIME },
  eligible: {
    unmet: waits("not-reached"),
    auto: switches("eligible"),
    confirm: switches("user-switch"),
    ...ANYTIME,
  },
  ended: {},
};

/** The stored state. */
export type SwitchState = { result: SwitchResult | null; isEnded: boolean };

/** The phase of a stored switch. */
export function phaseOf({ result, isEnded }: SwitchState): SwitchPhase {
  if (isEnded) return "ended";
  return result === "not-reached" || result === "eligible" ? result : "new";
}

/** The effect of an event. Throws CONFLICT if the transition is not allowed. */
export function switchAfter(phase: SwitchPhase, event: SwitchEvent): Outcome {
  const outcome = SWITCH_TRANSITIONS[phase][event];
  if (outcome) return outcome;
  if (phase === "ended") throw refusal("id", "switchOver", "this switch is over", "CONFLICT");
  throw refusal("id", "notEligible", "the conditions at the installation point are not met", "CONFLICT");
}

/** State of a switch for users: waiting, or how it ended. */
export type SwitchStanding = "waiting" | "switched" | "stopped" | "expired";

/** The state for users. A switch that ended without reaching its conditions has expired. */
export function standingOf({ result, isEnded }: SwitchState): SwitchStanding {
  if (!isEnded) return "waiting";
  if (result === "user-stop") return "stopped";
  return result === "not-reached" || result === null ? "expired" : "switched";
}

/** Labels of a switch: what it waits for, or how it ended. */
export type SwitchWord =
  | "waiting"
  | "eligible"
  | "automatic"
  | "confirmed"
  | "regardless"
  | "direct"
  | "stopped"
  | "expired";

const SWITCHED_BY: Partial<Record<SwitchResult, SwitchWord>> = {
  "user-switch": "confirmed",
  "ignore-condition-switch": "regardless",
};

/** The label of a switch: the results of the specification (section 4), and a direct one. */
export function wordOf({
  standing,
  result,
  type,
}: {
  standing: SwitchStanding;
  result: SwitchResult | null;
  type: SwitchType;
}): SwitchWord {
  if (standing === "waiting") return result === "eligible" ? "eligible" : "waiting";
  if (standing !== "switched") return standing;
  if (type === "direct") return "direct";
  return (result && SWITCHED_BY[result]) ?? "automatic";
}

/** The event due at `now` (epoch ms) for an open switch, given whether its conditions are met; null if none is due. */
export function dueSwitchEvent(
  open: { phase: SwitchPhase; type: SwitchType; expiresAt: number | null },
  isMet: boolean,
  now: number,
): SwitchEvent | null {
  if (open.phase === "ended") return null;
  if (open.expiresAt !== null && open.expiresAt <= now) return "expire";
  if (!isMet) return open.phase === "not-reached" ? null : "unmet";
  if (open.phase !== "eligible") return "met";
  return open.type === "intelligent" ? "auto" : null;
}

type Channelled = { measure: Measure; channel: string };

/** The probe that replaces another: of the same channel, else the unnamed one of its measure, else the first of it. */
export function counterpartOf<P extends Channelled>({ measure, channel }: Channelled, candidates: readonly P[]) {
  const own = candidates.filter((probe) => probe.measure === measure);
  return own.find((probe) => probe.channel === channel) ?? own.find((probe) => probe.channel === "") ?? own[0];
}

/** A probe with its latest value, canonical units; `at` in epoch ms. */
export type Heard = { measure: Measure; channel: string; value: number | null; at: number | null };

/** The facts for the conditions. `today` is the day at the customer, `yyyy-mm-dd`; instants in epoch ms. */
export type SwitchFacts = {
  /** The probes of the old device that are mounted on the carrier. */
  old: { probes: readonly Heard[]; reportIntervalSeconds: number };
  new: {
    probes: readonly Heard[];
    reportIntervalSeconds: number;
    lastSeenAt: number | null;
    use: DeviceUse;
    calibrationDueOn: string | null;
  };
  today: string;
};

export const CONDITIONS = ["enabled", "measures", "reporting", "plausible", "calibrated"] as const;
export type Condition = (typeof CONDITIONS)[number];
/** A condition at the installation point; `measure` is the first one that fails. */
export type ConditionState = { condition: Condition; isMet: boolean; measure: Measure | null };

/** Number of report intervals within which a device must have been heard. */
export const FRESH_INTERVALS = 2;

/**
 * Allowed deviation of the new device from the old one: absolute in the measure's unit, or a share of the old value.
 */
const TOLERANCES: Partial<Record<Measure, { absolute: number; share?: number }>> = {
  temperature: { absolute: 5 },
  humidity: { absolute: 15 },
  co2: { absolute: 200, share: 0.2 },
  gas: { absolute: 100, share: 0.2 },
};

/** The largest plausible deviation; null for measures that do not depend on the installation point, such as battery. */
export function toleranceOf(measure: Measure, old: number): number | null {
  const tolerance = TOLERANCES[measure];
  return tolerance ? Math.max(tolerance.absolute, Math.abs(old) * (tolerance.share ?? 0)) : null;
}

const isFresh = (at: number | null, intervalSeconds: number, now: number) =>
  at !== null && now - at <= FRESH_INTERVALS * intervalSeconds * 1000;

/** Whether a measure is of the surroundings and not of the device. */
export const isOfPlace = (measure: Measure): boolean => !(HEALTH_MEASURES as readonly Measure[]).includes(measure);

/**
 * The conditions at the installation point at `now` (epoch ms): the new device is enabled, has every measure that the
 * old one watches there, has reported each within its last two intervals, agrees with the old one where that is fresh,
 * and its calibration has not expired.
 */
export function conditionsOf(facts: SwitchFacts, now: number): ConditionState[] {
  const { old, new: next } = facts;
  const wanted = old.probes.filter(({ measure }) => isOfPlace(measure));
  const of = (probe: Heard) => counterpartOf(probe, next.probes);
  const failing = (isBad: (probe: Heard) => boolean) => wanted.find(isBad)?.measure ?? null;
  const absent = failing((probe) => of(probe) === undefined);
  const silent = failing((probe) => !isFresh(of(probe)?.at ?? null, next.reportIntervalSeconds, now));
  // If no probes are mounted there, the last message of the device counts.
  const isHeard = wanted.length > 0 || isFresh(next.lastSeenAt, next.reportIntervalSeconds, now);
  const odd = failing((probe) => {
    const { measure, value, at } = probe;
    const other = of(probe)?.value ?? null;
    if (value === null || other === null || !isFresh(at, old.reportIntervalSeconds, now)) return false;
    const tolerance = toleranceOf(measure, value);
    return tolerance !== null && Math.abs(other - value) > tolerance;
  });
  const state = (condition: Condition, isMet: boolean, measure: Measure | null = null) => ({
    condition,
    isMet,
    measure,
  });
  return [
    state("enabled", next.use !== "deactivated"),
    state("measures", absent === null, absent),
    state("reporting", isHeard && silent === null, silent),
    state("plausible", odd === null, odd),
    state("calibrated", calibrationState(next.calibrationDueOn, facts.today) !== "expired"),
  ];
}

/** Whether all conditions are met. */
export const areMet = (conditions: readonly ConditionState[]): boolean => conditions.every(({ isMet }) => isMet);

/** Parameters of the individual device and its radio, which are not transferred. */
const OWN_SETTINGS: readonly SettingName[] = ["devEui", "appEui", "appKey", "ownIp", "port"];

type Configured = { kind: DeviceKind; typeCode: string; settings: Settings };

/** The parameters of the new device after the switch: those of the old one if both have the same technology. */
export function settingsAfter(old: Configured, next: Configured): Settings {
  const isAlike =
    old.kind === next.kind &&
    (old.kind === "sensor"
      ? technologyOf(old.typeCode) !== undefined && technologyOf(old.typeCode) === technologyOf(next.typeCode)
      : old.typeCode.toLowerCase() === next.typeCode.toLowerCase());
  if (!isAlike) return next.settings;
  const allowed = settingsOf(next.kind, next.typeCode).filter((name) => !OWN_SETTINGS.includes(name));
  const taken = Object.fromEntries(
    allowed.filter((name) => old.settings[name] !== undefined).map((name) => [name, old.settings[name]]),
  );
  return { ...next.settings, ...taken };
}

const NAME_LENGTH = 30;

/** The names after the switch. The new device gets the old name, unless that was the old device's serial number. */
export function namesAfter(
  old: { name: string; serialNumber: string },
  next: { name: string; serialNumber: string },
): { old: string; new: string } {
  if (old.name.toUpperCase() === old.serialNumber.toUpperCase()) return { old: old.name, new: next.name };
  return { old: old.serialNumber.slice(0, NAME_LENGTH), new: old.name };
}
