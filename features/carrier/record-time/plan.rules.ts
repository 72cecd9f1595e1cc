import type { RecordPreset } from "@/db/enums";
import { dayKey, startOfDay } from "@/lib/datetime/zone";
import { dayAfter, dueTimes, minuteOf } from "./rules";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Bounds of an interval in minutes. */
export const INTERVAL_MINUTES = { least: 5, most: 720 } as const;
/** Bounds of the tolerance in minutes, and the default. */
export const TOLERANCE_MINUTES = { least: 1, most: 60, usual: 15 } as const;
/** The two record times of vaccines are at least this far apart. */
export const VACCINE_APART_MINUTES = 360;

/** When values go on record: at times of the day (minutes from midnight, ascending) or at an interval. */
export type RecordPlan = {
  preset: RecordPreset;
  intervalMinutes: number | null;
  toleranceMinutes: number;
  minutes: readonly number[];
};

/**
 * What a preset sets. China's vaccine rule asks for two records a day; appendix 3 of its GSP (article 5) for one every
 * 30 minutes in storage and every 5 minutes in transport. The tolerance never reaches into the next record.
 */
export const PRESET_PLANS: Record<
  RecordPreset,
  { intervalMinutes: number | null; toleranceMinutes: number; times: readonly string[] }
> = {
  custom: { intervalMinutes: null, toleranceMinutes: 15, times: ["08:00"] },
  vaccine: { intervalMinutes: null, toleranceMinutes: 15, times: ["08:30", "16:30"] },
  "gsp-storage": { intervalMinutes: 30, toleranceMinutes: 15, times: [] },
  "gsp-transport": { intervalMinutes: 5, toleranceMinutes: 2, times: [] },
};

/** The shortest distance between two neighbouring records in minutes, also over midnight. */
export function shortestGap({ intervalMinutes, minutes }: Pick<RecordPlan, "intervalMinutes" | "minutes">): number {
  if (intervalMinutes !== null) return intervalMinutes;
  const sorted = minutes.toSorted((a, b) => a - b);
  const gaps = sorted.map((minute, index) => {
    const next = sorted[index + 1];
    return next === undefined ? (sorted[0] as number) + DAY_MINUTES - minute : next - minute;
  });
  return Math.min(DAY_MINUTES, ...gaps);
}

/** The tolerance, shortened so that no reading is nearest to two records. */
export const fittingTolerance = (plan: Pick<RecordPlan, "intervalMinutes" | "minutes">, toleranceMinutes: number) =>
  Math.max(TOLERANCE_MINUTES.least, Math.min(toleranceMinutes, Math.floor(shortestGap(plan) / 2)));

/** What contradicts itself in a plan: field, rule and the limit that the rule's text names. */
export function planIssues(plan: RecordPlan): { path: string; rule: string; limit?: number }[] {
  const { preset, intervalMinutes, toleranceMinutes, minutes } = plan;
  const fixed = PRESET_PLANS[preset].intervalMinutes;
  if (preset === "custom" && (intervalMinutes === null) === (minutes.length === 0))
    return [{ path: intervalMinutes === null ? "times" : "intervalMinutes", rule: "timesOrInterval" }];
  if (fixed !== null && (intervalMinutes !== fixed || minutes.length > 0))
    return [{ path: "intervalMinutes", rule: "presetInterval", limit: fixed }];
  if (preset === "vaccine") {
    const isApart = minutes.length === 2 && shortestGap(plan) >= VACCINE_APART_MINUTES;
    if (intervalMinutes !== null || !isApart)
      return [{ path: "times", rule: "vaccineTimes", limit: VACCINE_APART_MINUTES / 60 }];
  }
  const most = fittingTolerance(plan, TOLERANCE_MINUTES.most);
  return toleranceMinutes > most ? [{ path: "toleranceMinutes", rule: "toleranceApart", limit: most }] : [];
}

/**
 * How often a probe goes on record while it is out of range, in minutes, by preset (appendix 3 of China's GSP, article
 * 5); null: as planned.
 */
export const EXCURSION_MINUTES: Record<RecordPreset, number | null> = {
  custom: null,
  vaccine: null,
  "gsp-storage": 2,
  "gsp-transport": 2,
};

/** `minute`: the record time from midnight, or the minutes since the day began. `at` in epoch ms. */
export type PlannedInstant = { day: string; minute: number; at: number };

/** The records of one day of a zone, in order. A day of 23 or 25 hours has fewer or more records at an interval. */
export function plannedOfDay(
  { intervalMinutes, minutes }: RecordPlan,
  day: string,
  timeZone: string,
): PlannedInstant[] {
  if (intervalMinutes === null)
    return dueTimes({ from: day, to: day }, minutes, timeZone, Number.POSITIVE_INFINITY).map(({ time, at }) => ({
      day,
      minute: minuteOf(time) as number,
      at,
    }));
  // Noon lies within the day, whatever the clock does at its edges.
  const noon = new Date(`${day}T12:00:00Z`);
  const inside = [0, -14, 14].map((hours) => new Date(noon.getTime() + hours * 60 * MINUTE_MS));
  const within = inside.find((instant) => dayKey(instant, timeZone) === day) ?? noon;
  const [start, end] = [startOfDay(within, timeZone).getTime(), startOfDay(within, timeZone, 1).getTime()];
  const count = Math.ceil((end - start) / MINUTE_MS / intervalMinutes);
  return Array.from({ length: count }, (_, index) => ({
    day,
    minute: index * intervalMinutes,
    at: start + index * intervalMinutes * MINUTE_MS,
  }));
}

/**
 * The planned records after one instant up to another (epoch ms), in order: at most `most`, and those that fall on the
 * instant of the last one.
 */
export function plannedBetween(
  plan: RecordPlan,
  timeZone: string,
  { after, until }: { after: number; until: number },
  most: number,
): PlannedInstant[] {
  const found: PlannedInstant[] = [];
  const lastDay = dayKey(new Date(until), timeZone);
  // A skipped time may be moved past midnight, so the day before is looked at as well.
  for (let day = dayAfter(dayKey(new Date(after), timeZone), -1); day <= lastDay; day = dayAfter(day, 1)) {
    if (found.length > most) break;
    found.push(...plannedOfDay(plan, day, timeZone).filter(({ at }) => at > after && at <= until));
  }
  found.sort((a, b) => a.at - b.at);
  const last = found[most - 1];
  return last ? found.filter(({ at }) => at <= last.at) : found;
}

const HORIZON_MS = 3 * 24 * 60 * MINUTE_MS;

/** The next planned record after an instant (epoch ms); null if there is none. */
export const nextPlanned = (plan: RecordPlan, timeZone: string, after: number): number | null =>
  plannedBetween(plan, timeZone, { after, until: after + HORIZON_MS }, 1)[0]?.at ?? null;
