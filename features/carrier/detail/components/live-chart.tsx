"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { chartWords } from "@/components/chart/chart-labels";
import { TimeChart } from "@/components/chart/time-chart";
import type { TimeRange } from "@/components/chart/zoom";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { DeviceLegend } from "@/features/telemetry/history/components/device-legend";
import { panelsOf } from "@/features/telemetry/history/components/panels";
import { resolutionText } from "@/features/telemetry/history/components/switch-words";
import { namesOf, placeOf } from "@/features/telemetry/history/history.rules";
import { formatDuration } from "@/lib/datetime/format";
import { useValueLocale } from "@/lib/units/units-context";
import { useLiveSeries } from "../detail.client";
import { LIVE_HOURS } from "../detail.rules";
import type { TabContent } from "../detail.schema";

const NONE: readonly never[] = [];
const HOUR_MS = 3_600_000;
const SHORTEST_MS = 60_000;

type Chart = NonNullable<Extract<TabContent, { tab: "live" }>["chart"]>;
type LiveChartProps = {
  carrierId: number;
  chart: Chart;
  hours?: number;
  /** Shown instead of the title: the selection already names the hours. */
  choices?: ReactNode;
  now: number;
  timeZone: string;
};

/** The chart of the last hours, redrawn when a value arrives and every minute. The page brings the first data. */
export function LiveChart({ carrierId, chart, hours = LIVE_HOURS, choices, now, timeZone }: LiveChartProps) {
  const t = useTranslations("history");
  const tLive = useTranslations("carrier-detail.live");
  const locale = useValueLocale();
  const { probes } = chart;
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const { data, isFetching } = useLiveSeries(carrierId, chart, now, hours);
  const { range: whole, history, excursions } = data;
  const range = zoomed ?? whole;
  const place = useMemo(() => ({ locale, timeZone }), [locale, timeZone]);
  const names = useMemo(() => namesOf(probes), [probes]);
  const panels = useMemo(
    () =>
      panelsOf({
        ...{ probes, names, excursions, invalid: NONE, hidden: NONE, locale },
        ...{ history: { ...history, window: whole }, now: whole.to, t },
      }),
    [probes, names, history, excursions, whole, locale, t],
  );
  const zoom = ({ from, to }: TimeRange) => {
    // Only these hours were loaded; earlier data belongs to the history.
    const kept = { from: Math.max(from, whole.from), to: Math.min(Math.max(to, whole.from + SHORTEST_MS), whole.to) };
    setZoomed(kept.from === whole.from && kept.to === whole.to ? null : kept);
  };
  const measures = new Intl.ListFormat(locale).format(new Set(panels.map(({ heading, title }) => heading ?? title)));
  const places = [...new Set(probes.map(placeOf))].join(" · ");
  const resolution = resolutionText(history.bucketSeconds, probes, { t, locale });
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        {/* Sighted users see the hours in the choices. */}
        <CardTitle className={choices ? "sr-only" : undefined}>
          {tLive("chart", { duration: formatDuration(hours * HOUR_MS, locale) })}
        </CardTitle>
        {choices}
      </CardHeader>
      <TimeChart
        panels={panels}
        range={range}
        whole={whole}
        bounds={{ shortestMs: SHORTEST_MS, longestMs: whole.to - whole.from, to: whole.to }}
        onZoom={zoom}
        place={place}
        now={whole.to}
        reachMs={Math.max(history.bucketSeconds * 1000, (range.to - range.from) / 60)}
        isBusy={isFetching}
        isLoading={false}
        {...chartWords(t, places, { measures, count: probes.length, range, timeZone, resolution })}
        legend={<DeviceLegend probes={probes} names={names} />}
      />
    </Card>
  );
}
