"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { ListError } from "@/components/data-table/list-error";
import { PageBody } from "@/components/shell/page-body";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { ServiceError } from "@/lib/http/call-service";
import { InvalidCount } from "../../correction/components/invalid-count";
import { LoggerBar } from "../../logger/components/logger-bar";
import { useLoggers } from "../../logger/overlay.client";
import type { RecordPreset } from "../completeness.rules";
import {
  completenessQuery,
  eventQuery,
  excursionQuery,
  invalidQuery,
  isSameRange,
  outsideQuery,
  statisticsQuery,
  useRange,
  useSeries,
} from "../history.client";
import type { HistoryView } from "../history.schema";
import { MAXIMUM_PROBES } from "../limits.rules";
import { EmptyHistory } from "./empty-history";
import { FailedParts } from "./failed-parts";
import { HistoryChart } from "./history-chart";
import { HistoryHeader } from "./history-header";
import { PresetSelect } from "./preset-select";
import { ReadingTable } from "./reading-table";
import { StatisticsCards } from "./statistics-cards";

const NONE: readonly never[] = [];

type Tab = "chart" | "statistics" | "table";

/** Chart beside table and statistics where there is room, otherwise one of the three. All use one range. */
export function HistoryWindow({ view, isTab }: { view: HistoryView; isTab: boolean }) {
  const t = useTranslations("history");
  const { selection, probes, timeZone, now } = view;
  const { range, shown, whole, choose, zoom, isPending } = useRange(view.range, selection);
  // What surrounds the chart renders at lower priority during a zoom.
  const told = useDeferredValue(shown);
  // Ends now; a window opened on the future ends there.
  const end = Math.max(now, whole.to);
  const series = useSeries(view, shown, whole, end);
  const enabled = series.isQuiet;
  const loggers = useLoggers(view, range);
  const [tab, setTab] = useState<Tab>("chart");
  const [preset, setPreset] = useState<RecordPreset>();
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const isWide = useMediaQuery("(min-width: 80rem)");
  // Beside the chart, another tab is always shown.
  const current = isWide && tab === "chart" ? "statistics" : tab;

  const isFirst = isSameRange(range, view.range);
  const statistics = useQuery({
    ...statisticsQuery(selection, range),
    enabled,
    ...(isFirst && {
      initialData: view.statistics,
      initialDataUpdatedAt: view.statistics.isExamined ? now : 0,
    }),
  });
  const excursions = useQuery({
    ...excursionQuery(selection, range),
    enabled,
    ...(isFirst && { initialData: { items: view.excursions }, initialDataUpdatedAt: now }),
  });
  const invalid = useQuery({ ...invalidQuery(selection, range), enabled });
  const events = useQuery({ ...eventQuery(selection, range), enabled });
  // Both read the same data as the statistics; in sequence, they do not block other requests.
  const isTold = enabled && current === "statistics" && !statistics.isFetching;
  const outside = useQuery({ ...outsideQuery(selection, range), enabled: isTold });
  const completeness = useQuery({
    ...completenessQuery(selection, range, preset),
    enabled: isTold && !outside.isFetching,
  });
  // Zoomed into a gap of the chosen range, the chart and its way back stay.
  const isEmpty =
    isSameRange(range, whole) &&
    statistics.data !== undefined &&
    !statistics.isPlaceholderData &&
    statistics.data.probes.every(({ count }) => count === 0);
  const shades = excursions.data?.items ?? NONE;
  const hasLoggers = (loggers.data?.series.length ?? 0) + (loggers.data?.days.length ?? 0) > 0;

  return (
    <PageBody>
      <HistoryHeader
        view={view}
        range={told}
        loggersOf={loggers.isOn ? loggers.carrierIds : NONE}
        onChoose={choose}
        isTab={isTab}
      />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 empty:hidden">
        <LoggerBar loggers={loggers} range={range} now={now} timeZone={timeZone} onChoose={choose} />
        <InvalidCount invalid={invalid.data} />
      </div>
      <FailedParts parts={{ excursions, events, invalid, outside, completeness }} />
      {view.hiddenProbes > 0 && (
        <Alert>{t("header.hidden", { count: view.hiddenProbes, maximum: MAXIMUM_PROBES })}</Alert>
      )}
      <Tabs
        value={current}
        onValueChange={(next) => setTab(next as Tab)}
        className="grid grow content-start gap-3 xl:grid-cols-[minmax(0,1fr)_27rem] xl:grid-rows-[auto_1fr]"
      >
        <TabsList data-print="hide" aria-label={t("tab.label")} className="xl:col-start-2">
          <TabsTrigger value="chart" className="xl:hidden">
            {t("tab.chart")}
          </TabsTrigger>
          <TabsTrigger value="statistics">{t("tab.statistics")}</TabsTrigger>
          <TabsTrigger value="table">{t("tab.table")}</TabsTrigger>
        </TabsList>
        <TabsContent
          value="chart"
          forceMount
          className={cn(
            "min-w-0 self-start pt-0 xl:sticky xl:top-3 xl:col-start-1 xl:row-span-2 xl:row-start-1",
            tab !== "chart" && "max-xl:hidden",
          )}
        >
          {isEmpty && !hasLoggers && (invalid.data?.count ?? 0) === 0 ? (
            <EmptyHistory
              selection={selection}
              range={range}
              now={now}
              timeZone={timeZone}
              known={isFirst ? view.lastReadingAt : undefined}
              onChoose={choose}
            />
          ) : (
            <HistoryChart
              view={view}
              range={range}
              shown={shown}
              whole={whole}
              end={end}
              series={series}
              isPending={isPending}
              onZoom={zoom}
              excursions={shades}
              events={events.data?.items ?? NONE}
              invalid={invalid.data?.items ?? NONE}
              hidden={hidden}
              onHide={setHidden}
              loggers={loggers}
            />
          )}
        </TabsContent>
        <TabsContent
          value="statistics"
          forceMount
          className={cn(
            "min-w-0 pt-0",
            tab === "table" && "hidden",
            tab === "chart" && "max-xl:hidden",
            // On paper the figures stand below the chart.
            tab !== "table" && "print:block!",
          )}
        >
          {statistics.error ? (
            <ListError requestId={requestIdOf(statistics.error)} onRetry={() => statistics.refetch()} />
          ) : (
            <div className="grid gap-2">
              <PresetSelect value={preset} onChoose={setPreset} />
              <StatisticsCards
                probes={probes}
                statistics={statistics.data}
                isBusy={statistics.isPlaceholderData || isPending}
                isExamining={(statistics.isFetching || !enabled) && statistics.data?.isExamined === false}
                excursions={shades}
                range={range}
                timeZone={timeZone}
                now={now}
                canViewExceptions={view.canViewExceptions}
                outside={outside.error ? null : outside.data}
                completeness={completeness.error ? null : completeness.data}
              />
            </div>
          )}
        </TabsContent>
        <TabsContent value="table" forceMount className={cn("min-w-0 pt-0", tab !== "table" && "hidden")}>
          <ReadingTable
            view={view}
            range={range}
            loggersOf={loggers.isOn && loggers.files.length > 0 ? loggers.carrierIds : NONE}
          />
        </TabsContent>
      </Tabs>
    </PageBody>
  );
}

const requestIdOf = (error: Error) => (error instanceof ServiceError ? error.requestId : undefined);
