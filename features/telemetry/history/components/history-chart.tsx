"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ChartPanel } from "@/components/chart/chart-panel";
import { LineSwatch } from "@/components/chart/chart-readout";
import { TimeChart } from "@/components/chart/time-chart";
import { useMediaQuery } from "@/components/chart/use-media-query";
import type { TimeRange } from "@/components/chart/zoom";
import { ListError } from "@/components/data-table/list-error";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { ServiceError } from "@/lib/http/call-service";
import { historyQuery, isSameRange } from "../client";
import { MAXIMUM_RANGE_MS, namesOf } from "../rules";
import type { Excursion, HistoryView } from "../schema";
import { panelsOf } from "./panels";

type HistoryChartProps = {
  view: HistoryView;
  /** The range that data is asked for, and the one shown while a zoom settles. */
  range: TimeRange;
  shown: TimeRange;
  whole: TimeRange;
  onZoom: (range: TimeRange) => void;
  excursions: readonly Excursion[];
  hidden: readonly number[];
  onHide: (probeIds: readonly number[]) => void;
};

const POINTS = { narrow: 500, wide: 1000 };
const SHORTEST_MS = 60_000;

/** The series of all probes, a panel for each measure. */
export function HistoryChart(props: HistoryChartProps) {
  const { view, range, shown, whole, onZoom, excursions, hidden, onHide } = props;
  const { probes, selection, timeZone, now } = view;
  const t = useTranslations("history");
  const locale = useLocale();
  const place = useMemo(() => ({ locale, timeZone }), [locale, timeZone]);
  const isWide = useMediaQuery("(min-width: 40rem)");
  const query = useQuery({
    ...historyQuery(selection, range, isWide ? POINTS.wide : POINTS.narrow),
    enabled: isWide !== null,
  });
  const { data } = query;
  const names = useMemo(() => namesOf(probes), [probes]);
  const panels = useMemo(
    () => panelsOf({ probes, names, history: data, excursions, hidden, range, now, locale, t }),
    [probes, names, data, excursions, hidden, range, now, locale, t],
  );
  const reachMs = Math.max((data?.bucketSeconds ?? 0) * 1000, (shown.to - shown.from) / 60);
  // A past window ends now; one that was opened on the future ends there.
  const bounds = { shortestMs: SHORTEST_MS, longestMs: MAXIMUM_RANGE_MS, to: Math.max(now, whole.to) };

  if (query.error && !data) {
    const requestId = query.error instanceof ServiceError ? query.error.requestId : undefined;
    return (
      <Card>
        <ListError requestId={requestId} onRetry={() => query.refetch()} />
      </Card>
    );
  }
  const measures = new Intl.ListFormat(locale).format([...new Set(panels.map(({ title }) => title))]);
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const resolution = data?.bucketSeconds
    ? t("chart.bucket", { duration: formatDuration(data.bucketSeconds * 1000, locale) })
    : t("chart.raw");
  return (
    <Card className="overflow-hidden">
      <TimeChart
        panels={panels}
        range={shown}
        whole={whole}
        bounds={bounds}
        onZoom={onZoom}
        place={place}
        now={now}
        reachMs={reachMs}
        isBusy={query.isFetching || !isSameRange(shown, range)}
        isLoading={!data}
        words={{
          label: t("chart.label", { measures, count: probes.length, from: stamp(shown.from), to: stamp(shown.to) }),
          tools: t("chart.tools"),
          closer: t("chart.closer"),
          wider: t("chart.wider"),
          earlier: t("chart.earlier"),
          later: t("chart.later"),
          whole: t("chart.whole"),
          hint: t("chart.hint"),
          band: t("chart.band"),
          failed: t("chart.failed"),
          resolution: data ? resolution : "",
        }}
        legend={<Legend view={view} names={names} panels={panels} hidden={hidden} onHide={onHide} />}
      />
    </Card>
  );
}

type LegendProps = Pick<HistoryChartProps, "view" | "hidden" | "onHide"> & {
  names: ReadonlyMap<number, string>;
  panels: readonly ChartPanel[];
};

/** The probes as switches: clicking one hides its line or shows it again. */
function Legend({ view: { probes }, names, panels, hidden, onHide }: LegendProps) {
  const t = useTranslations("history");
  const hasMeasures = panels.length > 1;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t("chart.legend")}</legend>
      {probes.map(({ probeId, measure }, order) => {
        const isHidden = hidden.includes(probeId);
        return (
          <button
            key={probeId}
            type="button"
            aria-pressed={!isHidden}
            onClick={() => onHide(isHidden ? hidden.filter((id) => id !== probeId) : [...hidden, probeId])}
            className={cn(
              "inline-flex h-7 max-w-60 items-center gap-1.5 rounded-sm px-1.5 text-xs transition-colors hover:bg-accent touch:h-11",
              isHidden ? "text-faint-foreground line-through" : "text-foreground",
            )}
          >
            <LineSwatch order={order} className={cn(isHidden && "opacity-40")} />
            <span className="truncate">
              {names.get(probeId)}
              {hasMeasures && <span className="text-muted-foreground"> · {t(`measure.${measure}`)}</span>}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
