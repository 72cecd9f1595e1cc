import {
  type ConditionKind,
  type CrossingKind,
  MEASURES,
  type Measure,
  type Severity,
  STATE_MEASURES,
} from "@/db/enums";
import type { Issue } from "@/lib/errors";
import { limitIssues } from "@/lib/units/limits";
import { type SeverityStep, stepIssues } from "../evaluation/severity.rules";

/** Delays offered for a new trigger, in seconds: none, five, ten and thirty minutes. */
export const DELAY_PRESETS_SECONDS = [0, 300, 600, 1800] as const;
export const DEFAULT_DELAY_SECONDS = 300;
/** The longest delay of a trigger: one day. */
export const MAXIMUM_DELAY_SECONDS = 86_400;
/** The shortest non-zero duration (specification, section 5, "Time units"). */
export const SHORTEST_SECONDS = 10;
/** The longest window of a cumulative condition: thirty days. */
export const MAXIMUM_WINDOW_MINUTES = 43_200;
/** The longest horizon of a trend: one day, because a longer extrapolation is meaningless. */
export const MAXIMUM_HORIZON_MINUTES = 1440;
export const MAXIMUM_CONDITIONS = 30;

/** Measures with a scale, to which limits and trends apply; door and power are on or off. */
export const SCALED_MEASURES = MEASURES.filter(
  (measure): measure is Exclude<Measure, "door" | "power"> => !(STATE_MEASURES as readonly Measure[]).includes(measure),
);

/** The kinds that evaluate readings; geofence conditions evaluate positions. */
export type MeasuringKind = Exclude<ConditionKind, "geofence">;

/** The measures that each kind of condition supports. */
export const MEASURES_OF: Record<MeasuringKind, readonly Measure[]> = {
  range: SCALED_MEASURES,
  cumulative: SCALED_MEASURES,
  "no-data": MEASURES,
  state: STATE_MEASURES,
  trend: SCALED_MEASURES,
};

/** Default hysteresis: how far a value must return inside its limit to end the alarm, in canonical units; default 0. */
const DEAD_BANDS: Partial<Record<Measure, number>> = { temperature: 0.5, humidity: 2, co2: 100, gas: 10, voltage: 0.1 };

/** The widest dead band, in canonical units. */
export const MAXIMUM_DEAD_BAND = 1000;

export const deadBandOf = (measure: Measure): number => DEAD_BANDS[measure] ?? 0;

/** Cumulative exposure of vaccines by the rule of WHO's 30-day loggers: over +8 °C for 10 h, under −0.5 °C for 1 h. */
export const WHO_PRESETS = [
  { key: "whoHeat", minimum: null, maximum: 8, outsideMinutes: 600 },
  { key: "whoFreeze", minimum: -0.5, maximum: null, outsideMinutes: 60 },
] as const;
export const WHO_WINDOW_MINUTES = MAXIMUM_WINDOW_MINUTES;

/** A broken rule, with the path of the form field to mark. */
export type TriggerIssue = Omit<Issue, "path"> & { path: (string | number)[] };

/** What distinguishes two conditions of a trigger: what they evaluate, not how long they wait. */
export type ConditionFacts = {
  kind: ConditionKind;
  measure?: Measure | null;
  crossing?: CrossingKind | null;
  geofenceId?: number | null;
  minimum?: number | null;
  maximum?: number | null;
  deadBand?: number;
  severity?: Severity | null;
  severitySteps?: readonly SeverityStep[] | null;
  delaySeconds?: number;
  outsideMinutes?: number;
  windowMinutes?: number;
};

function keyOf({ kind, measure, minimum = null, maximum = null, windowMinutes, ...rest }: ConditionFacts): string {
  const { crossing = null, geofenceId = null } = rest;
  return [kind, measure, minimum, maximum, windowMinutes, crossing, geofenceId].join(" ");
}

/** The issues of one condition; without limits of its own it uses the carrier's monitoring range. */
function issuesOfOne({ measure = null, minimum = null, maximum = null, ...rest }: ConditionFacts): TriggerIssue[] {
  const issues: TriggerIssue[] = [];
  const hasLimits = minimum !== null || maximum !== null;
  if (hasLimits && measure !== null)
    for (const { path, ...issue } of limitIssues({ measure, minimum, maximum }))
      issues.push({ path: [path], ...issue });
  const { deadBand = 0, outsideMinutes, windowMinutes } = rest;
  if (deadBand > MAXIMUM_DEAD_BAND && measure !== null) {
    const figure = { measure, kind: "difference" } as const;
    const message = `must be at most ${MAXIMUM_DEAD_BAND}`;
    issues.push({ path: ["deadBand"], rule: "too_big", limit: MAXIMUM_DEAD_BAND, figure, message });
  }
  if (issues.length === 0 && minimum !== null && maximum !== null && deadBand >= maximum - minimum)
    issues.push({ path: ["deadBand"], rule: "deadBand", message: "must be narrower than the range" });
  if (outsideMinutes !== undefined && windowMinutes !== undefined && windowMinutes <= outsideMinutes)
    issues.push({ path: ["windowMinutes"], rule: "window", message: "must be longer than the minutes outside" });
  const { severity = null, severitySteps, delaySeconds = 0 } = rest;
  return [...issues, ...stepIssues(severitySteps ?? [], { severity, delaySeconds })];
}

/** The issues of a trigger's conditions, including duplicates; paths are relative to the list. */
export function conditionIssues(conditions: readonly ConditionFacts[]): TriggerIssue[] {
  const known = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const key = keyOf(condition);
    const repeated = known.has(key)
      ? [{ path: [watchedBy(condition)], rule: "repeatedCondition", message: "this condition stands there already" }]
      : [];
    known.add(key);
    return [...repeated, ...issuesOfOne(condition)].map((issue) => ({ ...issue, path: [index, ...issue.path] }));
  });
}

/** The field that says what a condition evaluates. */
const watchedBy = ({ kind }: Pick<ConditionFacts, "kind">) => (kind === "geofence" ? "geofenceId" : "measure");

type Identified = Pick<ConditionFacts, "kind" | "measure" | "crossing" | "geofenceId"> & { id?: number | undefined };
/** Fields that cannot change, because the exceptions found so far refer to them. */
const FIXED = ["kind", "measure", "crossing", "geofenceId"] as const;

/**
 * Validates the ids of changed conditions. Exceptions, machine states and plans refer to a condition by its id, so each
 * id must belong to the trigger, occur once and retain what it evaluates. Paths are relative to the list.
 */
export function identityIssues(known: readonly Identified[], wanted: readonly Identified[]): TriggerIssue[] {
  return wanted.flatMap((one, index): TriggerIssue[] => {
    const { id } = one;
    if (id === undefined) return [];
    const old = known.find((one) => one.id === id);
    if (!old || wanted.findIndex((one) => one.id === id) < index)
      return [{ path: [index, "id"], rule: "reference", message: "refers to a condition that does not exist" }];
    const changed = FIXED.find((field) => (old[field] ?? null) !== (one[field] ?? null));
    return changed ? [{ path: [index, changed], rule: "fixed", message: "cannot be changed" }] : [];
  });
}
