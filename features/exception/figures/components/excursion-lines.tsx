import type { ChartLimit, ChartPanel } from "@/components/chart/chart-panel";
import { shownPanel } from "@/components/chart/shown-panel";
import type { Tone } from "@/components/value/tone";
import type { Measure } from "@/db/enums";
import { formatNumber, formatReading } from "@/lib/units/format";
import { openBetweenRuns, type Series } from "../chart.rules";

/** The limit that is expected to be passed, when, and the interval; epoch ms. */
export type Foreseen = { value: number; at: number; earliest: number; latest: number };

export type Excursion = {
  series: Series;
  bucketSeconds: number;
  measure: Measure;
  limits: { minimum: number | null; maximum: number | null };
  /** Epoch ms. */
  excursion: { from: number; to: number };
  forecast?: Foreseen;
  tone: Tone;
};

type Wording = { locale: string; t: (key: "maximum" | "minimum") => string };

/** The line around an excursion with its limits, its span shaded, and its forecast. */
export function excursionPanel(shown: Excursion, { locale, t }: Wording): ChartPanel {
  const { series, bucketSeconds, measure, limits, excursion, forecast, tone } = shown;
  const limit = (key: "maximum" | "minimum", side: ChartLimit["tone"]): ChartLimit[] => {
    const value = limits[key];
    return value === null
      ? []
      : [{ value, tone: side, text: `${t(key)} ${formatReading(value, measure, locale).text}` }];
  };
  const panel = {
    id: "excursion",
    title: "",
    lines: [
      {
        ...{ id: "readings", name: "", order: 0, hasBand: bucketSeconds > 0 },
        columns: openBetweenRuns(series, bucketSeconds),
      },
      ...(forecast ? foreseenLines(forecast, shown) : []),
    ],
    ...(forecast && { points: [foreseenPoint(forecast, tone)] }),
    limits: [...limit("maximum", "above"), ...limit("minimum", "below")],
    shades: [{ id: "excursion", ...excursion, tone, text: "" }],
    format: (value: number) => formatReading(value, measure, locale).text,
    formatAxis: (value: number) => formatNumber(value, locale, 0, 2),
  };
  return shownPanel(panel, measure, locale);
}

const straight = (at: number[], mean: number[]) => ({ at, min: mean, mean, max: mean });

/** The line to the limit as forecast, and the bar between the earliest and the latest instant. */
function foreseenLines({ value, at, earliest, latest }: Foreseen, { series, excursion, tone }: Excursion) {
  // The forecast starts at the last reading before the alarm, or at the first available.
  const start = Math.max(
    0,
    series.at.findLastIndex((time) => time <= excursion.from),
  );
  const common = { name: "", order: 0, hasBand: false };
  return [
    {
      ...common,
      id: "foreseen",
      stroke: { token: tone, dash: "dotted", width: 1.5 } as const,
      columns: straight([series.at[start] as number, at], [series.mean[start] as number, value]),
    },
    {
      ...common,
      id: "interval",
      stroke: { token: tone, dash: "solid", width: 5, opacity: 0.35 } as const,
      columns: straight([earliest, latest], [value, value]),
    },
  ];
}

const foreseenPoint = ({ value, at }: Foreseen, tone: Tone) => ({
  ...{ id: "foreseen", at, value, order: 0, name: "", text: "" },
  stroke: { token: tone, dash: "solid" } as const,
});
