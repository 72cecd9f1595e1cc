"use client";

import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import { chartWords } from "@/components/chart/chart-labels";
import { LineSwatch } from "@/components/chart/chart-readout";
import { TimeChart } from "@/components/chart/time-chart";
import type { TimeRange } from "@/components/chart/zoom";
import { ListError } from "@/components/data-table/list-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { ServiceError } from "@/lib/http/call-service";
import { useValueLocale } from "@/lib/units/units-context";
import { withLoggers } from "../../logger/components/overlay-panels";
import type { Loggers } from "../../logger/overlay.client";
import type { HistoryEvent } from "../event.schema";
import { isSameRange, type useSeries } from "../history.client";
import { legendOf, namesOf, orderOf, placeOf } from "../history.rules";
import type { Excursion, HistoryView, ReadingRow } from "../history.schema";
import { MAXIMUM_RANGE_MS } from "../limits.rules";
import { LegendName } from "./device-legend";
import { marksOf } from "./marks";
import { panelsOf } from "./panels";
import { resolutionText } from "./switch-words";

type HistoryChartProps = {
  view: HistoryView;
  /** `range`: the range of the queries; `shown`: the visible range during a zoom. */
  range: TimeRange;
  shown: TimeRange;
  whole: TimeRange;
  /** The latest instant that can be shown. */
  end: number;
  series: ReturnType<typeof useSeries>;
  /** Another range is being loaded. */
  isPending: boolean;
  onZoom: (range: TimeRange) => void;
  excursions: readonly Excursion[];
  events: readonly HistoryEvent[];
  /** The invalid readings of the range, marked beside the lines. */
  invalid: readonly ReadingRow[];
  hidden: readonly number[];
  onHide: (probeIds: readonly number[]) => void;
  /** The loggers' values, drawn over the lines when switched on. */
  loggers: Loggers;
};

const SHORTEST_MS = 60_000;

/** The series of all probes, one panel per measure. */
export const HistoryChart = memo(function HistoryChart(props: HistoryChartProps) {
  const { view, range, shown, whole, end, series, isPending, onZoom, excursions, events, invalid, loggers } = props;
  const { hidden, onHide } = props;
  const { probes, timeZone, now } = view;
  const t = useTranslations("history");
  const tLogger = useTranslations("history.logger");
  const tCommon = useTranslations("common");
  const locale = useValueLocale();
  const place = useMemo(() => ({ locale, timeZone }), [locale, timeZone]);
  const { data, error } = series;
  const names = useMemo(() => namesOf(probes), [probes]);
  const live = useMemo(
    () => panelsOf({ probes, names, history: data, invalid, excursions, hidden, now, locale, t }),
    [probes, names, data, invalid, excursions, hidden, now, locale, t],
  );
  const { data: imported, files } = loggers;
  const panels = useMemo(
    () => withLoggers(live, { data: imported, files }, { locale, t, tLogger }),
    [live, imported, files, locale, t, tLogger],
  );
  const marks = useMemo(
    () => marksOf({ events, excursions, probes, names, locale, timeZone, t }),
    [events, excursions, probes, names, locale, timeZone, t],
  );
  const reachMs = Math.max((data?.bucketSeconds ?? 0) * 1000, (shown.to - shown.from) / 60);
  const bounds = { shortestMs: SHORTEST_MS, longestMs: MAXIMUM_RANGE_MS, to: end };

  if (error && !data) {
    const requestId = error instanceof ServiceError ? error.requestId : undefined;
    return (
      <Card>
        <ListError requestId={requestId} onRetry={() => series.refetch()} />
      </Card>
    );
  }
  const measures = new Intl.ListFormat(locale).format(new Set(panels.map(({ heading, title }) => heading ?? title)));
  const places = [...new Set(probes.map(placeOf))].join(" · ");
  return (
    <Card className="overflow-hidden">
      {error && (
        <Alert
          tone="critical"
          className="m-2"
          title={t("chart.stale")}
          action={
            <Button size="sm" onClick={() => series.refetch()}>
              {tCommon("action.retry")}
            </Button>
          }
        />
      )}
      <TimeChart
        panels={panels}
        range={shown}
        whole={whole}
        bounds={bounds}
        onZoom={onZoom}
        place={place}
        now={now}
        reachMs={reachMs}
        isBusy={isPending || series.isFetching || !isSameRange(shown, range)}
        isLoading={!data && probes.length > 0}
        {...chartWords(t, places, {
          measures,
          count: probes.length,
          range: shown,
          timeZone,
          resolution: data ? resolutionText(data.bucketSeconds, probes, { t, locale }) : "",
        })}
        events={marks}
        legend={<Legend view={view} names={names} hidden={hidden} onHide={onHide} />}
      />
    </Card>
  );
});

type LegendProps = Pick<HistoryChartProps, "view" | "hidden" | "onHide"> & { names: ReadonlyMap<number, string> };

/** Toggles per device that hide or show its lines. */
function Legend({ view: { probes }, names, hidden, onHide }: LegendProps) {
  const t = useTranslations("history");
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1 max-sm:flex-nowrap max-sm:overflow-x-auto">
      <legend className="sr-only">{t("chart.legend")}</legend>
      {legendOf(probes, names).map((device) => {
        const { deviceId, probeIds } = device;
        const isHidden = probeIds.every((id) => hidden.includes(id));
        return (
          <button
            key={deviceId}
            type="button"
            aria-pressed={!isHidden}
            onClick={() => onHide(isHidden ? hidden.filter((id) => !probeIds.includes(id)) : [...hidden, ...probeIds])}
            className={cn(
              "inline-flex h-7 max-w-96 items-center gap-1.5 rounded-sm px-1.5 text-xs transition-colors hover:bg-accent max-sm:shrink-0 touch:h-10",
              isHidden ? "text-faint-foreground line-through" : "text-foreground",
            )}
          >
            <LineSwatch order={orderOf(probes, deviceId)} className={cn(isHidden && "opacity-40")} />
            <LegendName device={device} />
          </button>
        );
      })}
    </fieldset>
  );
}
