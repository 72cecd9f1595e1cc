import { type ConditionKind, MEASURES, type Measure, STATE_MEASURES } from "@/db/enums";
import { limitIssues } from "@/lib/units/limits";
import type { ConditionDto, ConditionInput } from "./schema";

/** Delays that a new trigger is offered, in seconds: at once, five, ten and thirty minutes. */
export const DELAY_PRESETS_SECONDS = [0, 300, 600, 1800] as const;
export const DEFAULT_DELAY_SECONDS = 300;
/** The longest delay that a trigger may have: a day. */
export const MAXIMUM_DELAY_SECONDS = 86_400;
/** Shorter than this nothing can be waited for (specification, section 5, "Time units"). */
export const SHORTEST_SECONDS = 10;
/** What adds up is counted within thirty days at most. */
export const MAXIMUM_WINDOW_MINUTES = 43_200;
/** A trend looks a day ahead at most: a line drawn further says nothing. */
export const MAXIMUM_HORIZON_MINUTES = 1440;
export const MAXIMUM_CONDITIONS = 30;

/** What has a scale, so that limits and trends mean something; a door and a supply are on or off. */
export const SCALED_MEASURES = MEASURES.filter(
  (measure): measure is Exclude<Measure, "door" | "power"> => !(STATE_MEASURES as readonly Measure[]).includes(measure),
);

/** What each kind of condition can watch. */
export const MEASURES_OF: Record<ConditionKind, readonly Measure[]> = {
  range: SCALED_MEASURES,
  cumulative: SCALED_MEASURES,
  "no-data": MEASURES,
  state: STATE_MEASURES,
  trend: SCALED_MEASURES,
};

/** How far a value must come back inside before the alarm is over, in canonical units; 0 where nothing wavers. */
const DEAD_BANDS: Partial<Record<Measure, number>> = { temperature: 0.5, humidity: 2, co2: 100, gas: 10, voltage: 0.1 };

export const deadBandOf = (measure: Measure): number => DEAD_BANDS[measure] ?? 0;

/** Cumulative exposure of vaccines as WHO's 30-day loggers judge it: over +8 °C for 10 h, under −0.5 °C for 1 h. */
export const WHO_PRESETS = [
  { key: "whoHeat", minimum: null, maximum: 8, outsideMinutes: 600 },
  { key: "whoFreeze", minimum: -0.5, maximum: null, outsideMinutes: 60 },
] as const;
export const WHO_WINDOW_MINUTES = MAXIMUM_WINDOW_MINUTES;

/** A broken rule beside the field that the form marks. */
export type TriggerIssue = { path: (string | number)[]; rule: string; message: string; limit?: number };

/** What tells two conditions of a trigger apart: what they watch, not how patiently. */
export type ConditionFacts = {
  kind: ConditionKind;
  measure: Measure;
  minimum?: number | null;
  maximum?: number | null;
  deadBand?: number;
  outsideMinutes?: number;
  windowMinutes?: number;
};

function keyOf({ kind, measure, minimum = null, maximum = null, windowMinutes }: ConditionFacts): string {
  return [kind, measure, minimum, maximum, windowMinutes ?? ""].join(" ");
}

/** What is wrong with one condition; without limits of its own it follows the carrier's monitoring range. */
function issuesOfOne({ measure, minimum = null, maximum = null, ...rest }: ConditionFacts): TriggerIssue[] {
  const issues: TriggerIssue[] = [];
  const hasLimits = minimum !== null || maximum !== null;
  if (hasLimits)
    for (const { path, ...issue } of limitIssues({ measure, minimum, maximum }))
      issues.push({ path: [path], ...issue });
  const { deadBand = 0, outsideMinutes, windowMinutes } = rest;
  if (issues.length === 0 && minimum !== null && maximum !== null && deadBand >= maximum - minimum)
    issues.push({ path: ["deadBand"], rule: "deadBand", message: "must be narrower than the range" });
  if (outsideMinutes !== undefined && windowMinutes !== undefined && windowMinutes <= outsideMinutes)
    issues.push({ path: ["windowMinutes"], rule: "window", message: "must be longer than the minutes outside" });
  return issues;
}

/** What is wrong with the conditions of a trigger, each by itself and none twice; paths begin at the list. */
export function conditionIssues(conditions: readonly ConditionFacts[]): TriggerIssue[] {
  const known = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const key = keyOf(condition);
    const repeated = known.has(key)
      ? [{ path: ["measure"], rule: "repeatedCondition", message: "this condition stands there already" }]
      : [];
    known.add(key);
    return [...repeated, ...issuesOfOne(condition)].map((issue) => ({ ...issue, path: [index, ...issue.path] }));
  });
}

type Identified = { id?: number | undefined; kind: ConditionKind; measure: Measure };

/**
 * What is wrong with the ids of changed conditions: an id is what exceptions, machines and plans know a condition by, so
 * it is one of the trigger's, stands there once, and what it watches stays. Paths begin at the list.
 */
export function identityIssues(known: readonly Required<Identified>[], wanted: readonly Identified[]): TriggerIssue[] {
  return wanted.flatMap(({ id, kind, measure }, index): TriggerIssue[] => {
    if (id === undefined) return [];
    const old = known.find((one) => one.id === id);
    if (!old || wanted.findIndex((one) => one.id === id) < index)
      return [{ path: [index, "id"], rule: "reference", message: "refers to a condition that does not exist" }];
    if (old.kind !== kind) return [{ path: [index, "kind"], rule: "fixed", message: "cannot be changed" }];
    return old.measure === measure ? [] : [{ path: [index, "measure"], rule: "fixed", message: "cannot be changed" }];
  });
}

const NONE = {
  minimum: null,
  maximum: null,
  delaySeconds: 0,
  deadBand: 0,
  outsideMinutes: null,
  windowMinutes: null,
  horizonMinutes: null,
  doorDelaySeconds: 0,
};

/**
 * Every column of a condition, so that a change of it leaves nothing of what it was; its id is its identity, no value.
 * A state that is over before its time was none that lasted.
 */
export function columnsOf({ id: _, ...condition }: ConditionInput): Omit<ConditionDto, "id"> {
  const delayMode = condition.kind === "state" ? ("ignore-delay" as const) : ("normal-delay" as const);
  return { ...NONE, delayMode, ...condition };
}
