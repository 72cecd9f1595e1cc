import { typedNumber } from "@/lib/units/limits";

/** Seconds in each unit that a length of time is written in. */
export const UNIT_SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type SpanUnit = keyof typeof UNIT_SECONDS;
export type SpanDraft = { amount: string; unit: SpanUnit };

/** A length in the largest unit of `offered` in which it is a whole number; nothing is written as nothing. */
export function spanOf(seconds: number | null, offered: readonly SpanUnit[]): SpanDraft {
  const [smallest = "minutes", ...larger] = offered;
  if (seconds === null) return { amount: "", unit: smallest };
  if (seconds === 0) return { amount: "0", unit: "minutes" };
  const unit = larger.findLast((one) => seconds % UNIT_SECONDS[one] === 0) ?? smallest;
  return { amount: String(seconds / UNIT_SECONDS[unit]), unit };
}

/** The seconds of what was typed: undefined for nothing, NaN for what is no whole number of the unit. */
export function secondsOf({ amount, unit }: SpanDraft): number | undefined {
  const number = typedNumber(amount);
  if (number === null) return undefined;
  return Number.isInteger(number) ? number * UNIT_SECONDS[unit] : Number.NaN;
}

/** The minutes of what was typed, likewise. */
export const minutesOf = (span: SpanDraft) => {
  const seconds = secondsOf(span);
  return seconds === undefined ? undefined : seconds / 60;
};

/** Units of what is counted in seconds, and of what is counted in minutes. */
export const SECOND_UNITS = ["seconds", "minutes", "hours"] as const satisfies readonly SpanUnit[];
export const MINUTE_UNITS = ["minutes", "hours", "days"] as const satisfies readonly SpanUnit[];
