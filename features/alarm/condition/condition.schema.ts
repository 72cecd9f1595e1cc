import { z } from "zod";
import {
  type ConditionKind,
  CROSSING_KINDS,
  type CrossingKind,
  DELAY_MODES,
  type DelayMode,
  MEASURES,
  type Measure,
  SEVERITIES,
  type Severity,
  STATE_MEASURES,
} from "@/db/enums";
import { hasTwoDecimals } from "@/lib/units/limits";
import { recordId } from "@/lib/validation/fields";
import { MAXIMUM_STEPS, type SeverityStep } from "../evaluation/severity.rules";
import {
  conditionIssues,
  MAXIMUM_CONDITIONS,
  MAXIMUM_DEAD_BAND,
  MAXIMUM_DELAY_SECONDS,
  MAXIMUM_HORIZON_MINUTES,
  MAXIMUM_WINDOW_MINUTES,
  SCALED_MEASURES,
  SHORTEST_SECONDS,
  type TriggerIssue,
} from "./condition.rules";

export const NONE = {
  measure: null,
  minimum: null,
  maximum: null,
  delaySeconds: 0,
  deadBand: 0,
  severitySteps: null,
  outsideMinutes: null,
  windowMinutes: null,
  horizonMinutes: null,
  doorDelaySeconds: 0,
  crossing: null,
  geofenceId: null,
};

export type ConditionColumns = Omit<ConditionDto, "id" | "geofenceName">;

/**
 * All columns of a condition, so that an update leaves no old value; the id is excluded. A state that ends before its
 * delay does not count.
 */
export function columnsOf({ id: _, ...condition }: ConditionInput): ConditionColumns {
  const isLasting = condition.kind === "state" || condition.kind === "geofence";
  const delayMode = isLasting ? ("ignore-delay" as const) : ("normal-delay" as const);
  return { ...NONE, delayMode, ...condition };
}

/** A whole JSON number; null is not coerced to 0. */
export const whole = (minimum: number, maximum: number) => z.number().int().min(minimum).max(maximum);

/** For `superRefine`: reports the issues of a rule at their fields. */
export const reportIssues =
  <T>(issuesOf: (value: T) => TriggerIssue[]) =>
  (value: T, context: z.RefinementCtx) => {
    for (const { path, message, ...params } of issuesOf(value))
      context.addIssue({ code: "custom", path, params, message });
  };

/** Seconds of a duration: zero, or at least ten (specification, section 5, "Time units"). */
export const LastingSeconds = whole(0, MAXIMUM_DELAY_SECONDS).superRefine(
  reportIssues((seconds) =>
    seconds === 0 || seconds >= SHORTEST_SECONDS
      ? []
      : [{ path: [], rule: "shortestSeconds", message: "at least 10 seconds", limit: SHORTEST_SECONDS }],
  ),
);

const Known = {
  /** Of an existing condition; its open exceptions continue. */
  id: recordId().optional(),
  /** Null: that of the trigger. */
  severity: z.enum(SEVERITIES).nullable().default(null),
};
/** The severities to which an open exception rises; null: it does not change. */
const Steps = {
  severitySteps: z
    .array(z.strictObject({ afterMinutes: whole(1, MAXIMUM_WINDOW_MINUTES), severity: z.enum(SEVERITIES) }))
    .min(1)
    .max(MAXIMUM_STEPS)
    .nullable()
    .default(null),
};
/** In the canonical unit; both null: the carrier's monitoring range. */
const Limits = { minimum: z.number().nullable().default(null), maximum: z.number().nullable().default(null) };

const RangeCondition = z.strictObject({
  ...Known,
  ...Steps,
  ...Limits,
  kind: z.literal("range"),
  measure: z.enum(SCALED_MEASURES),
  delaySeconds: LastingSeconds.default(0),
  delayMode: z.enum(DELAY_MODES).default("normal-delay"),
  deadBand: z
    .number()
    .min(0)
    // A rule of the conditions, which know the measure; here for the description of the call.
    .meta({ maximum: MAXIMUM_DEAD_BAND })
    .default(0)
    .superRefine(
      reportIssues((value) =>
        hasTwoDecimals(value) ? [] : [{ path: [], rule: "twoDecimals", message: "must have at most two decimals" }],
      ),
    ),
  /** Additional delay while the door is open or was open within that time. */
  doorDelaySeconds: LastingSeconds.default(0),
});

const CumulativeCondition = z.strictObject({
  ...Known,
  ...Steps,
  ...Limits,
  kind: z.literal("cumulative"),
  measure: z.enum(SCALED_MEASURES),
  outsideMinutes: whole(1, MAXIMUM_WINDOW_MINUTES - 1),
  windowMinutes: whole(2, MAXIMUM_WINDOW_MINUTES),
});

const NoDataCondition = z.strictObject({ ...Known, ...Steps, kind: z.literal("no-data"), measure: z.enum(MEASURES) });

const StateCondition = z.strictObject({
  ...Known,
  ...Steps,
  kind: z.literal("state"),
  measure: z.enum(STATE_MEASURES),
  delaySeconds: LastingSeconds,
});

const TrendCondition = z.strictObject({
  ...Known,
  ...Limits,
  kind: z.literal("trend"),
  measure: z.enum(SCALED_MEASURES),
  horizonMinutes: whole(1, MAXIMUM_HORIZON_MINUTES),
});

/** A carrier that has entered or left a geofence; without one, any that covers the carrier. */
const GeofenceCondition = z.strictObject({
  ...Known,
  ...Steps,
  kind: z.literal("geofence"),
  crossing: z.enum(CROSSING_KINDS),
  geofenceId: recordId().nullable().default(null),
  delaySeconds: LastingSeconds.default(0),
});

export const ConditionInput = z.discriminatedUnion("kind", [
  RangeCondition,
  CumulativeCondition,
  NoDataCondition,
  StateCondition,
  TrendCondition,
  GeofenceCondition,
]);
export type ConditionInput = z.output<typeof ConditionInput>;

/** A condition as its update takes it: with the fields that its kind has. */
export function conditionInputOf(condition: ConditionDto): ConditionInput {
  const own = ConditionInput.options.find(({ shape }) => shape.kind.value === condition.kind);
  const fields = Object.keys(own?.shape ?? {}) as (keyof ConditionDto)[];
  return Object.fromEntries(fields.map((field) => [field, condition[field]])) as ConditionInput;
}

/** The conditions of a trigger: at least one, without duplicates. */
export const ConditionsInput = z
  .array(ConditionInput)
  .min(1)
  .max(MAXIMUM_CONDITIONS)
  .superRefine(reportIssues((conditions: readonly ConditionInput[]) => conditionIssues(conditions)));

export type ConditionDto = {
  id: number;
  kind: ConditionKind;
  /** Null for a geofence condition. */
  measure: Measure | null;
  minimum: number | null;
  maximum: number | null;
  delaySeconds: number;
  delayMode: DelayMode;
  deadBand: number;
  severity: Severity | null;
  severitySteps: SeverityStep[] | null;
  outsideMinutes: number | null;
  windowMinutes: number | null;
  horizonMinutes: number | null;
  doorDelaySeconds: number;
  /** Of a geofence condition; without a geofence, any that covers the carrier. */
  crossing: CrossingKind | null;
  geofenceId: number | null;
  geofenceName: string | null;
};
