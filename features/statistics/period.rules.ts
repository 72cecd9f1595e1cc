import { presetRange, type RangePreset } from "@/lib/datetime/range";
import { cutDays, dayKey, startOfDay, wallClock } from "@/lib/datetime/zone";

/** Spans of the statistics that end now; a custom one is written as two instants. */
export const PRESETS = ["day", "week", "month", "quarter", "year"] as const satisfies readonly RangePreset[];
export type Preset = (typeof PRESETS)[number];

/** Units in which the course of a figure is shown. */
export const UNITS = ["day", "week", "month"] as const;
export type Unit = (typeof UNITS)[number];

/** `[from, to)` in epoch ms. */
export type Range = { from: number; to: number };

const DAY_MS = 86_400_000;
export const MAXIMUM_DAYS = 1830;

/** The asked range: both ends, or the preset up to now. */
export function rangeOf(
  asked: { from?: string | undefined; to?: string | undefined; range: Preset },
  now: Date,
  timeZone: string,
): Range {
  if (asked.from && asked.to) return { from: Date.parse(asked.from), to: Date.parse(asked.to) };
  const { from, to } = presetRange(asked.range, now, timeZone);
  return { from: from.getTime(), to: to.getTime() };
}

/** The range of the same length before it. */
export const rangeBefore = ({ from, to }: Range): Range => ({ from: 2 * from - to, to: from });

export const daysOf = ({ from, to }: Range): number => (to - from) / DAY_MS;

/** The unit in which a range has a readable number of parts. */
export const unitOfRange = (range: Range): Unit =>
  daysOf(range) <= 45 ? "day" : daysOf(range) <= 200 ? "week" : "month";

/** The starts of the parts of a range, the first at its own start; weeks begin on Monday. Days of the zone. */
export function startsOf(range: Range, unit: Unit, timeZone: string): number[] {
  const isStart = (at: Date) => {
    if (unit === "day") return true;
    if (unit === "month") return wallClock(at, timeZone).day === 1;
    return new Date(`${dayKey(at, timeZone)}T00:00:00Z`).getUTCDay() === 1;
  };
  const days = cutDays(new Date(range.from), new Date(range.to), timeZone).map(({ from }) => from);
  return days.filter((at, index) => index === 0 || isStart(at)).map((at) => at.getTime());
}

/** The days of a range in its zone, each `yyyy-mm-dd`; the first may begin in the middle of its day. */
export const dayKeysOf = ({ from, to }: Range, timeZone: string): string[] =>
  cutDays(startOfDay(new Date(from), timeZone), new Date(to), timeZone).map(({ day }) => day);
