import type { Issue } from "@/lib/errors";

/** Longest reason, in characters. */
export const REASON_LENGTH = 250;
/** Longest silence, in days: what is to be silent for longer is switched off, or no longer watched. */
export const MAXIMUM_DAYS = 30;
/** How far ahead one may be planned, in days. */
export const MAXIMUM_DAYS_AHEAD = 365;
/** Nodes, carriers and triggers that one is laid on at most. */
export const MAXIMUM_TARGETS = 100;
/** What a silence is laid on: the carriers of a node and of all below it, a carrier, or the carriers of a trigger. */
export const TARGET_KINDS = ["scene", "carrier", "trigger"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
/** Lengths offered at one click, in minutes. */
export const LENGTH_MINUTES = [60, 240, 1440] as const;

/** What tells one target from all others, whatever its kind. */
export const keyOf = ({ kind, id }: { kind: TargetKind; id: number }): string => `${kind}:${id}`;

const DAY_MS = 86_400_000;
/** A start that was now when the form was sent. */
const TOLERANCE_MS = 60_000;

/** Where a silence stands: `ended` is one that somebody ended before its end, `over` one that lasted to it. */
export const SILENCE_STATES = ["planned", "active", "over", "ended"] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

/** Instants in epoch ms. */
export type SilenceSpan = { startsAt: number; endsAt: number; endedAt: number | null };

/** Where a silence stands at `now` (epoch ms). Its start belongs to it, its end does not. */
export function stateOf({ startsAt, endsAt, endedAt }: SilenceSpan, now: number): SilenceState {
  if (endedAt !== null) return "ended";
  if (now < startsAt) return "planned";
  return now < endsAt ? "active" : "over";
}

/** Whether somebody can still end it. */
export const isEndable = (span: SilenceSpan, now: number): boolean => {
  const state = stateOf(span, now);
  return state === "planned" || state === "active";
};

/** From where to where a new silence is to last, in epoch ms; without a start from `now` on. */
export type WishedSpan = { startsAt: number | null; endsAt: number };

/** What is wrong with the span of a new silence at `now` (epoch ms). */
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
