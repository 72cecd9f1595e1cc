"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { Chart } from "@/components/chart/chart";
import { smallBox } from "@/components/chart/chart-panel";
import type { ChartTheme } from "@/components/chart/chart-theme";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import { tipBox, tipOf } from "@/components/chart/tip";
import { formatInstant } from "@/lib/datetime/format";
import { useValueLocale } from "@/lib/units/units-context";
import { type Excursion, excursionPanel } from "./excursion-lines";

type ExcursionChartProps = {
  shown: Excursion;
  /** The span shown; epoch ms. */
  span: { from: number; to: number };
  timeZone: string;
  now: number;
  /** Text alternative of the chart. */
  label: string;
};

/** The chart of an excursion: limits dashed, span shaded; a tooltip shows the value nearest to the pointer. */
export function ExcursionChart({ shown, span, timeZone, now, label }: ExcursionChartProps) {
  const t = useTranslations("exception.chart");
  const locale = useValueLocale();
  const draw = useCallback(
    (theme: ChartTheme, { width, height }: { width: number; height: number }) => {
      const panel = excursionPanel(shown, { locale, t });
      const place = { locale, timeZone };
      const option = timeOption(
        sceneOf({ panels: [panel], range: span, theme, width, boxes: [smallBox(height)], place, now }),
      );
      return {
        ...option,
        tooltip: {
          ...tipBox(theme),
          formatter: (points: unknown) => {
            const found = readingAt(points);
            if (!found) return "";
            const [at, value] = found;
            return tipOf(formatInstant(new Date(at), new Date(now), place), [{ name: "", value: panel.format(value) }]);
          },
        },
      };
    },
    [shown, span, timeZone, now, locale, t],
  );
  const hint = shown.forecast ? "hintForecast" : shown.bucketSeconds > 0 ? "hintBand" : "hint";
  return (
    <div className="min-w-0">
      <Chart draw={draw} label={label} className="h-52" />
      <p className="min-h-5 pl-12 text-muted-foreground text-xs">{t(hint)}</p>
    </div>
  );
}

/** Instant and value of the reading among the points at the pointer; null in a gap and in the future. */
function readingAt(points: unknown): readonly [at: number, value: number] | null {
  const found = (points as { seriesId: string; value: [number, number] }[]).find(({ seriesId }) =>
    seriesId.endsWith(":readings"),
  );
  return found && !Number.isNaN(found.value[1]) ? found.value : null;
}
