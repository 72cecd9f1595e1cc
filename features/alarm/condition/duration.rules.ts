import { typedNumber } from "@/lib/units/limits";

/** Seconds in each unit of duration. */
export const UNIT_SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type SpanUnit = keyof typeof UNIT_SECONDS;
export type SpanDraft = { amount: string; unit: SpanUnit };

/** A duration in the largest unit of `offered` in which it is a whole number; null gives an empty amount. */
export function spanOf(seconds: number | null, offered: readonly SpanUnit[]): SpanDraft {
  const [smallest = "minutes", ...larger] = offered;
  if (seconds === null) return { amount: "", unit: smallest };
  if (seconds === 0) return { amount: "0", unit: "minutes" };
  const unit = larger.findLast((one) => seconds % UNIT_SECONDS[one] === 0) ?? smallest;
  return { amount: String(seconds / UNIT_SECONDS[unit]), unit };
}

/** The seconds of an input: undefined if empty, NaN if not a whole number of the unit. */
export function secondsOf({ amount, unit }: SpanDraft): number | undefined {
  const number = typedNumber(amount);
  if (number === null) return undefined;
  return Number.isInteger(number) ? number * UNIT_SECONDS[unit] : Number.NaN;
}

/** The minutes of an input: undefined if empty, NaN if not a whole number of the unit. */
export const minutesOf = (span: SpanDraft) => {
  const seconds = secondsOf(span);
  return seconds === undefined ? undefined : seconds / 60;
};

/** Units for durations in seconds and in minutes. */
export const SECOND_UNITS = ["seconds", "minutes", "hours"] as const satisfies readonly SpanUnit[];
export const MINUTE_UNITS = ["minutes", "hours", "days"] as const satisfies readonly SpanUnit[];
