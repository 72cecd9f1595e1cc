import "server-only";
import { type ChartPanel, smallBox } from "@/components/chart/chart-panel";
import { svgOf } from "@/components/chart/draw-svg";
import { openAtGaps } from "@/components/chart/gaps";
import { PRINT_THEME } from "@/components/chart/print-theme";
import { shownPanel } from "@/components/chart/shown-panel";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import { HOUR_MS, isSwitch } from "@/features/observation/observation.rules";
import { centred } from "@/features/telemetry/history/history.rules";
import { formatNumber, formatReading } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { ProbeFigures, ReportContent, ReportSource } from "./report.schema";
import type { ReportVerification, VerificationSource } from "./verification.schema";

/** The size of a chart in pixels; a document scales it to its width. */
export const CHART = { width: 760, height: 200 };

type Drawn = { content: ReportContent; source: ReportSource; locale: ValueLocale };

/** The range of a probe's figures: that of the report, or of the ride of a transport. */
export function rangeOf({ ride }: ProbeFigures, { from, to, transport }: ReportContent): { from: number; to: number } {
  const own = ride === undefined ? undefined : transport?.rides[ride];
  return own ? { from: own.from, to: own.to } : { from, to };
}

/** The chart of a probe as SVG, drawn by the same option as on the screen; null without a series, or for a switch. */
export function probeChart(probe: ProbeFigures, { content, source, locale }: Drawn): string | null {
  const { timeZone, generatedAt } = content;
  const { measure, upper, lower } = probe;
  const series = source.series.find(({ probeId, ride }) => probeId === probe.probeId && ride === probe.ride);
  if (!series || isSwitch(measure)) return null;
  const range = rangeOf(probe, content);
  const bucketSeconds = source.bucketSeconds[probe.ride ?? probe.carrierId] ?? 0;
  const isObserved = ({ step }: { step: number }) => step <= Math.max(HOUR_MS, 2 * bucketSeconds * 1000);
  const textOf = (value: number) => formatReading(value, measure, locale).text;
  const panel: ChartPanel = {
    id: measure,
    title: "",
    lines: [
      {
        id: String(probe.probeId),
        name: probe.carrier,
        order: 0,
        columns: openAtGaps(centred(series, bucketSeconds, range), isObserved, bucketSeconds * 1000),
        hasBand: bucketSeconds > 0,
      },
    ],
    limits: [
      ...(upper === null ? [] : [{ value: upper, text: textOf(upper), tone: "above" as const }]),
      ...(lower === null ? [] : [{ value: lower, text: textOf(lower), tone: "below" as const }]),
    ],
    shades: [],
    format: textOf,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
  const scene = sceneOf({
    ...{
      panels: [shownPanel(panel, measure, locale)],
      range,
      theme: PRINT_THEME,
      width: CHART.width,
      now: generatedAt,
    },
    place: { locale, timeZone },
    boxes: [smallBox(CHART.height)],
  });
  return svgOf(timeOption(scene), CHART);
}

/** The temperature of a space over a verification, with the band of its points and its limits, as SVG. */
export function spaceChart(
  { ats, points, space }: VerificationSource,
  content: ReportContent,
  { locale, timeZone, name }: { locale: ValueLocale; timeZone: string; name: string },
): string {
  const { verification, from, to, generatedAt } = content;
  const { minimum, maximum } = (verification as ReportVerification).limits.temperature;
  const inside = points.filter(({ isInside }) => isInside);
  const columns = { at: [...ats], min: [] as (number | null)[], mean: [...space], max: [] as (number | null)[] };
  for (const place of ats.keys()) {
    const values = inside.flatMap(({ values: own }) => own[place] ?? []);
    columns.min.push(values.length === 0 ? null : Math.min(...values));
    columns.max.push(values.length === 0 ? null : Math.max(...values));
  }
  const textOf = (value: number) => formatReading(value, "temperature", locale).text;
  const panel: ChartPanel = {
    ...{ id: "temperature", title: "", shades: [], format: textOf },
    lines: [{ id: "space", name: name, order: 0, columns, hasBand: true }],
    limits: [
      { value: maximum, text: textOf(maximum), tone: "above" },
      { value: minimum, text: textOf(minimum), tone: "below" },
    ],
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
  const scene = sceneOf({
    ...{
      panels: [shownPanel(panel, "temperature", locale)],
      range: { from, to },
      theme: PRINT_THEME,
      width: CHART.width,
      now: generatedAt,
    },
    place: { locale, timeZone },
    boxes: [smallBox(CHART.height)],
  });
  return svgOf(timeOption(scene), CHART);
}
