import { completenessOf, passRateOf } from "@/features/observation/observation.rules";
import { formatStamp } from "@/lib/datetime/format";
import type { ReportContent } from "./report.schema";

/** The figures of a report as a whole. Rates are weighted by time, 0 to 1; null without observed time. */
export function overallOf({ probes, excursions, unlistedExcursions, calibrations, lots = [] }: ReportContent) {
  const limited = probes.filter(({ withinSeconds }) => withinSeconds !== null);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const ms = (values: readonly number[]) => 1000 * sum(values);
  const within = {
    withinMs: ms(limited.map(({ withinSeconds }) => withinSeconds ?? 0)),
    observedMs: ms(limited.map(({ observedSeconds }) => observedSeconds)),
  };
  return {
    readings: sum(probes.map(({ count }) => count)),
    passRate: passRateOf(within),
    completeness: completenessOf(
      { observedMs: ms(probes.map(({ observedSeconds }) => observedSeconds)) },
      ms(probes.map(({ askedSeconds }) => askedSeconds)),
    ),
    excursions: excursions.length + unlistedExcursions,
    lapsed: calibrations.filter(({ isLapsed, dueOn }) => isLapsed && dueOn !== null).length,
    uncalibrated: calibrations.filter(({ dueOn }) => dueOn === null).length,
    gapSeconds: sum(probes.map(({ gapSeconds }) => gapSeconds)),
    lots: lots.length,
    notUsable: lots.filter(({ outcome }) => outcome.state !== "usable").length,
    invalidReadings: sum(probes.map(({ invalidReadings }) => invalidReadings)),
  };
}

/** The range of a report in words: its ends to the minute, and the zone. */
export function rangeText({ from, to, timeZone }: Pick<ReportContent, "from" | "to" | "timeZone">): string {
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone });
  return `${stamp(from).slice(0, 16)} – ${stamp(to).slice(0, 16)} ${stamp(to).slice(20)}`;
}
