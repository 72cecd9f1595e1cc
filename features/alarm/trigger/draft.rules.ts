import type { ConditionKind, CrossingKind, DelayMode, Measure, NoticeChannel, Severity } from "@/db/enums";
import { KINDS } from "@/features/exception/kind.rules";
import { typedNumber } from "@/lib/units/limits";
import { inputText, typedValue } from "@/lib/units/typed";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { Calendar } from "../condition/calendar.rules";
import {
  DEFAULT_DELAY_SECONDS,
  deadBandOf,
  MAXIMUM_WINDOW_MINUTES,
  MEASURES_OF,
  type WHO_PRESETS,
} from "../condition/condition.rules";
import type { ConditionDto, ConditionInput } from "../condition/condition.schema";
import { MINUTE_UNITS, minutesOf, SECOND_UNITS, type SpanDraft, secondsOf, spanOf } from "../condition/duration.rules";
import type { SeverityStep } from "../evaluation/severity.rules";
import type { AlarmTriggerDto, PlanRowDto } from "./trigger.schema";

// The state of the trigger form. Numbers are stored as the typed text, so that no input is lost.

export type ConditionDraft = {
  /** Unique within this draft. */
  key: number;
  id: number | undefined;
  kind: ConditionKind;
  /** "" for a geofence condition. */
  measure: Measure | "";
  /** The locale with the unit in which limits and dead band are typed. */
  locale: ValueLocale;
  hasOwnLimits: boolean;
  minimum: string;
  maximum: string;
  delay: SpanDraft;
  delayMode: DelayMode;
  deadBand: string;
  doorDelay: SpanDraft;
  outside: SpanDraft;
  window: SpanDraft;
  horizon: SpanDraft;
  severity: Severity | "";
  /** The severity steps while an exception lasts. */
  steps: readonly StepDraft[];
  crossing: CrossingKind;
  /** "" for any that covers the carrier. */
  geofenceId: string;
  geofenceName: string | null;
};

export type StepDraft = { key: number; after: SpanDraft; severity: Severity };

export type PlanDraft = {
  key: number;
  id: number | undefined;
  after: SpanDraft;
  contactGroupId: string;
  /** A level, or `ON_DUTY`. */
  level: string;
  usesContactTiming: boolean;
  channels: readonly NoticeChannel[];
  repeatTimes: string;
  repeatIntervalMinutes: string;
};

/** Value of `level` for whoever is on duty. */
export const ON_DUTY = "duty";

export type WindowDraft = { key: number; from: string; to: string };
export type CalendarDraft = { isAlways: boolean; days: readonly number[]; windows: readonly WindowDraft[] };

let made = 0;
/** A key unique among all parts of drafts. */
export const nextKey = (): number => {
  made += 1;
  return made;
};

const DEAD_BAND = { kind: "difference" } as const;

const written = (value: number | null) => (value === null ? "" : String(value));

const BLANK: Omit<ConditionDto, "id" | "kind" | "measure"> = {
  minimum: null,
  maximum: null,
  delaySeconds: 0,
  delayMode: "ignore-delay",
  deadBand: 0,
  severity: null,
  severitySteps: null,
  outsideMinutes: 600,
  windowMinutes: MAXIMUM_WINDOW_MINUTES,
  horizonMinutes: 30,
  doorDelaySeconds: 0,
  crossing: "exit",
  geofenceId: null,
  geofenceName: null,
};

function draftOf(condition: Omit<ConditionDto, "id"> & { id?: number }, locale: ValueLocale): ConditionDraft {
  const { id, kind, measure, minimum, maximum, delayMode, severity } = condition;
  const minutes = (value: number | null) => spanOf(value === null ? null : value * 60, MINUTE_UNITS);
  return {
    key: nextKey(),
    id,
    kind,
    measure: measure ?? "",
    locale,
    hasOwnLimits: minimum !== null || maximum !== null,
    minimum: inputText(minimum, measure ?? "door", locale),
    maximum: inputText(maximum, measure ?? "door", locale),
    delay: spanOf(condition.delaySeconds, SECOND_UNITS),
    delayMode,
    deadBand: inputText(condition.deadBand, measure ?? "door", locale, DEAD_BAND),
    doorDelay: spanOf(condition.doorDelaySeconds, SECOND_UNITS),
    outside: minutes(condition.outsideMinutes),
    window: minutes(condition.windowMinutes),
    horizon: minutes(condition.horizonMinutes),
    severity: severity ?? "",
    steps: (condition.severitySteps ?? []).map((step) => stepDraft(step)),
    crossing: condition.crossing ?? "exit",
    geofenceId: written(condition.geofenceId),
    geofenceName: condition.geofenceName,
  };
}

const stepDraft = ({ afterMinutes, severity }: SeverityStep): StepDraft => ({
  key: nextKey(),
  after: spanOf(afterMinutes * 60, MINUTE_UNITS),
  severity,
});

/** The next step of a condition: the worst severity, after twice the time of the previous one. */
export function nextStep({ steps, delay }: Pick<ConditionDraft, "steps" | "delay">): StepDraft {
  const last = steps.at(-1);
  const before = last ? minutesOf(last.after) || 60 : (secondsOf(delay) || 0) / 60;
  return stepDraft({ afterMinutes: Math.max(last ? 0 : 120, Math.ceil(before * 2)), severity: "critical" });
}

/** A new condition of a kind with common defaults. */
export function newCondition(kind: ConditionKind, locale: ValueLocale): ConditionDraft {
  if (kind === "geofence") return draftOf({ ...BLANK, kind, measure: null }, locale);
  const measure = MEASURES_OF[kind][0] as Measure;
  const isRange = kind === "range";
  const delaySeconds = isRange || kind === "state" ? DEFAULT_DELAY_SECONDS : 0;
  const severity = kind === "trend" ? ("warning" as const) : null;
  return draftOf(
    { ...BLANK, kind, measure, delaySeconds, severity, deadBand: isRange ? deadBandOf(measure) : 0 },
    locale,
  );
}

/** A cumulative condition with limits named by WHO. */
export const presetCondition = (
  { key: _, ...preset }: (typeof WHO_PRESETS)[number],
  locale: ValueLocale,
): ConditionDraft => draftOf({ ...BLANK, ...preset, kind: "cumulative", measure: "temperature" }, locale);

/** The condition with another measure and its usual dead band. */
export const measuring = (condition: ConditionDraft, measure: Measure): ConditionDraft => ({
  ...condition,
  measure,
  deadBand:
    condition.kind === "range"
      ? inputText(deadBandOf(measure), measure, condition.locale, DEAD_BAND)
      : condition.deadBand,
});

/** What was typed, in canonical units: null if empty, NaN if invalid. */
const typedLimits = ({ measure, minimum, maximum, locale }: ConditionDraft) => ({
  minimum: typedValue(minimum, measure || "door", locale),
  maximum: typedValue(maximum, measure || "door", locale),
});

const typedDeadBand = ({ measure, deadBand, locale }: ConditionDraft) =>
  typedValue(deadBand, measure || "door", locale, DEAD_BAND);

/** The condition in the unit of another locale, for a trigger that changes its customer. */
export function inUnitOf(condition: ConditionDraft, locale: ValueLocale): ConditionDraft {
  const measure = condition.measure || "door";
  const { minimum, maximum } = typedLimits(condition);
  return {
    ...condition,
    locale,
    minimum: inputText(minimum, measure, locale),
    maximum: inputText(maximum, measure, locale),
    deadBand: inputText(typedDeadBand(condition), measure, locale, DEAD_BAND),
  };
}

/** The server input of a condition, without fields that its kind does not have. */
export function inputOf(draft: ConditionDraft): Record<string, unknown> {
  const { id, kind, measure, delayMode, severity } = draft;
  const known = { ...(id !== undefined && { id }), kind, severity: severity || null };
  const base = { ...known, measure };
  const steps = draft.steps.map(({ after, severity: risenTo }) => ({
    afterMinutes: minutesOf(after),
    severity: risenTo,
  }));
  const severitySteps = steps.length === 0 ? null : steps;
  const typed = typedLimits(draft);
  // Null on both sides would mean the carrier's range, which was not selected: NaN makes the schema reject it.
  const own = lacksLimits(draft) ? { ...typed, minimum: Number.NaN } : typed;
  const limits = draft.hasOwnLimits ? own : { minimum: null, maximum: null };
  switch (kind) {
    case "range":
      return {
        ...base,
        ...limits,
        severitySteps,
        delaySeconds: secondsOf(draft.delay) ?? 0,
        delayMode,
        deadBand: typedDeadBand(draft) ?? 0,
        doorDelaySeconds: secondsOf(draft.doorDelay) ?? 0,
      };
    case "cumulative":
      return {
        ...base,
        ...limits,
        severitySteps,
        outsideMinutes: minutesOf(draft.outside),
        windowMinutes: minutesOf(draft.window),
      };
    case "state":
      return { ...base, severitySteps, delaySeconds: secondsOf(draft.delay) };
    case "trend":
      return { ...base, ...limits, horizonMinutes: minutesOf(draft.horizon) };
    case "no-data":
      return { ...base, severitySteps };
    case "geofence":
      return {
        ...known,
        severitySteps,
        crossing: draft.crossing,
        geofenceId: draft.geofenceId === "" ? null : Number(draft.geofenceId),
        delaySeconds: secondsOf(draft.delay) ?? 0,
      };
  }
}

/** Whether own limits are selected but none is given: without any, the carrier's range would apply. */
export const lacksLimits = ({ kind, hasOwnLimits, minimum, maximum }: ConditionDraft): boolean =>
  hasOwnLimits && KINDS[kind].hasLimits && minimum.trim() === "" && maximum.trim() === "";

type NamedGeofence = { geofenceId: number | string | null; geofenceName: string | null };

/** A condition of a call, for the sentence; its geofence is called as in `known`, else by its number. */
export function toldOf(condition: ConditionInput, known: readonly NamedGeofence[]): Omit<ConditionDto, "id"> {
  const told = { ...BLANK, measure: null, ...condition };
  const { geofenceId } = told;
  const named = known.find((one) => geofenceId !== null && String(one.geofenceId) === String(geofenceId));
  return { ...told, geofenceName: named?.geofenceName ?? (geofenceId === null ? null : `#${geofenceId}`) };
}

/** The condition described by a draft, for the sentence in the list; an invalid number counts as missing. */
export function preview(draft: ConditionDraft): Omit<ConditionDto, "id"> {
  const number = (value: number | null | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  const { kind, measure, delayMode, severity } = draft;
  const typed = typedLimits(draft);
  return {
    kind,
    measure: measure || null,
    minimum: draft.hasOwnLimits ? number(typed.minimum) : null,
    maximum: draft.hasOwnLimits ? number(typed.maximum) : null,
    delaySeconds: number(secondsOf(draft.delay)) ?? 0,
    delayMode,
    deadBand: number(typedDeadBand(draft)) ?? 0,
    severity: severity || null,
    severitySteps: draft.steps.flatMap(({ after, severity: risenTo }) => {
      const afterMinutes = number(minutesOf(after));
      return afterMinutes === null ? [] : [{ afterMinutes, severity: risenTo }];
    }),
    outsideMinutes: number(minutesOf(draft.outside)),
    windowMinutes: number(minutesOf(draft.window)),
    horizonMinutes: number(minutesOf(draft.horizon)),
    doorDelaySeconds: number(secondsOf(draft.doorDelay)) ?? 0,
    crossing: kind === "geofence" ? draft.crossing : null,
    geofenceId: draft.geofenceId === "" ? null : Number(draft.geofenceId),
    geofenceName: draft.geofenceName,
  };
}

type RowFacts = Omit<PlanRowDto, "id" | "groupName"> & { id?: number };

export const rowDraft = (row: RowFacts): PlanDraft => ({
  key: nextKey(),
  id: row.id,
  after: spanOf(row.afterMinutes * 60, MINUTE_UNITS),
  contactGroupId: row.contactGroupId === null ? "" : String(row.contactGroupId),
  level: row.isOnDuty ? ON_DUTY : String(row.level),
  usesContactTiming: row.usesContactTiming,
  channels: row.channels,
  repeatTimes: String(row.repeatTimes),
  repeatIntervalMinutes: String(row.repeatIntervalMinutes),
});

/** The next row of a plan: an hour after the last one, one level up. */
export function nextRow(rows: readonly PlanDraft[]): PlanDraft {
  const last = rows.at(-1);
  const afterMinutes = last ? (minutesOf(last.after) || 0) + 60 : 0;
  const level = last && last.level !== ON_DUTY ? Math.min(5, Number(last.level) + 1) : 1;
  const contactGroupId = last && last.contactGroupId !== "" ? Number(last.contactGroupId) : null;
  const channels: NoticeChannel[] = contactGroupId === null ? ["popup"] : ["email", "popup"];
  const timing = { usesContactTiming: false, repeatTimes: 0, repeatIntervalMinutes: 10 };
  return rowDraft({ afterMinutes, contactGroupId, level, isOnDuty: false, channels, ...timing });
}

/** The row with another group: without a group only the pop-up remains, and the first group adds mail. */
export function withContactGroup(row: PlanDraft, contactGroupId: string): PlanDraft {
  const hasOthers = row.channels.some((channel) => channel !== "popup");
  if (contactGroupId === "") return { ...row, contactGroupId, channels: ["popup"] };
  return { ...row, contactGroupId, channels: hasOthers ? row.channels : ["email", ...row.channels] };
}

/** The server input of a row. */
export const rowInput = ({ id, after, contactGroupId, level, channels, ...row }: PlanDraft) => ({
  ...(id !== undefined && { id }),
  afterMinutes: minutesOf(after),
  contactGroupId: contactGroupId === "" ? null : Number(contactGroupId),
  level: level === ON_DUTY ? 1 : Number(level),
  isOnDuty: level === ON_DUTY && contactGroupId !== "",
  usesContactTiming: row.usesContactTiming && level !== ON_DUTY && contactGroupId !== "",
  channels,
  repeatTimes: typedNumber(row.repeatTimes) ?? 0,
  repeatIntervalMinutes: typedNumber(row.repeatIntervalMinutes) ?? undefined,
});

const WORKDAYS = [1, 2, 3, 4, 5];

/** The calendar of a trigger; without one, the usual working hours as a default. */
export function calendarDraft(calendar: Calendar | null): CalendarDraft {
  const { days, windows } = calendar ?? { days: WORKDAYS, windows: [{ from: "08:00", to: "18:00" }] };
  // Time inputs have no 24:00; a window that ends at 00:00 also ends with its day.
  const drafts = windows.map(({ from, to }) => ({ key: nextKey(), from, to: to === "24:00" ? "00:00" : to }));
  return { isAlways: calendar === null, days, windows: drafts };
}

export const calendarInput = ({ isAlways, days, windows }: CalendarDraft) =>
  isAlways ? null : { days, windows: windows.map(({ from, to }) => ({ from, to })) };

/** The conditions and the plan of a trigger. A new one has the carriers' ranges, no-data, and one row. */
export function draftsOf(
  trigger: AlarmTriggerDto | null,
  locale: ValueLocale,
): { conditions: ConditionDraft[]; plan: PlanDraft[] } {
  if (!trigger)
    return { conditions: [newCondition("range", locale), newCondition("no-data", locale)], plan: [nextRow([])] };
  return { conditions: trigger.conditions.map((one) => draftOf(one, locale)), plan: trigger.plan.map(rowDraft) };
}
