import type { Issue } from "@/lib/errors";

/** Longest reason, in characters. */
export const REASON_LENGTH = 250;
/** Longest silence, in days. To suppress alarms for longer, use the alarm switch or stop monitoring. */
export const MAXIMUM_DAYS = 30;
/** How far ahead a silence can be planned, in days. */
export const MAXIMUM_DAYS_AHEAD = 365;
/** Maximum number of targets of a silence. */
export const MAXIMUM_TARGETS = 100;
/** What a silence covers: the carriers of a node and its subtree, a carrier, or the carriers of a trigger. */
export const TARGET_KINDS = ["scene", "carrier", "trigger"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
/** Durations offered as shortcuts, in minutes. */
export const LENGTH_MINUTES = [60, 240, 1440] as const;

/** A key unique across all kinds of targets. */
export const keyOf = ({ kind, id }: { kind: TargetKind; id: number }): string => `${kind}:${id}`;

const DAY_MS = 86_400_000;
/** Tolerance for a start that was "now" when the form was sent. */
const TOLERANCE_MS = 60_000;

/** The state of a silence: `ended` was ended early by a user, `over` lasted to its end. */
export const SILENCE_STATES = ["planned", "active", "over", "ended"] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

/** Instants in epoch ms. */
export type SilenceSpan = { startsAt: number; endsAt: number; endedAt: number | null };

/** The state of a silence at `now` (epoch ms). The start is inclusive, the end exclusive. */
export function stateOf({ startsAt, endsAt, endedAt }: SilenceSpan, now: number): SilenceState {
  if (endedAt !== null) return "ended";
  if (now < startsAt) return "planned";
  return now < endsAt ? "active" : "over";
}

/** Whether it can still be ended. */
export const isEndable = (span: SilenceSpan, now: number): boolean => {
  const state = stateOf(span, now);
  return state === "planned" || state === "active";
};

/** The span of a new silence, in epoch ms; without a start, from `now` on. */
export type WishedSpan = { startsAt: number | null; endsAt: number };

/** The issues of the span of a new silence at `now` (epoch ms). */
export function issuesOf({ startsAt, endsAt }: WishedSpan, now: number): Issue[] {
  const start = startsAt ?? now;
  const issue = (path: "startsAt" | "endsAt", rule: string, message: string, limit?: number): Issue[] => [
    { path, rule, message, ...(limit !== undefined && { limit }) },
  ];
  if (start < now - TOLERANCE_MS) return issue("startsAt", "future", "must not lie in the past");
  if (start > now + MAXIMUM_DAYS_AHEAD * DAY_MS)
    return issue("startsAt", "tooManyDaysAhead", `at most ${MAXIMUM_DAYS_AHEAD} days ahead`, MAXIMUM_DAYS_AHEAD);
  if (endsAt <= now) return issue("endsAt", "future", "must lie in the future");
  if (endsAt <= start) return issue("endsAt", "endBeforeStart", "must lie after the start");
  if (endsAt - start > MAXIMUM_DAYS * DAY_MS)
    return issue("endsAt", "tooManyDays", `a silence lasts ${MAXIMUM_DAYS} days at most`, MAXIMUM_DAYS);
  return [];
}
