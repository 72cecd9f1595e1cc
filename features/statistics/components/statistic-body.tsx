"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { ExportMenu } from "@/features/file/components/export-menu";
import { formatInstant } from "@/lib/datetime/format";
import type { ListAddress } from "@/lib/resource/list-query";
import { comparisonQuery, doorQuery, trendQuery } from "../statistic.client";
import type { StatisticDto, StatisticListQuery } from "../statistic.schema";
import { useColumns } from "./columns";
import { HeatMap } from "./heat-map";
import { SummaryTiles } from "./summary-tiles";
import { LowestBars, MeanLines, RateBars } from "./trend-charts";

type StatisticBodyProps = { view: ListAddress; selection: StatisticListQuery; statistics: StatisticDto };

/** Summary, charts, rows and heat map of a selection. What is compared and drawn is loaded after the rows. */
export function StatisticBody({ view, selection, statistics }: StatisticBodyProps) {
  const t = useTranslations("statistics");
  const tCommon = useTranslations("common.error");
  const locale = useLocale();
  const { sort, dir, iDisplayStart: _start, iDisplayLength: _length, ...chosen } = selection;
  const { items, total, all, range, timeZone } = statistics;
  const hasRows = total > 0;
  const exported = {
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
    sort,
    dir,
  };
  // One after the other: each of them reads the whole range.
  const trend = useQuery({ ...trendQuery(chosen), enabled: hasRows });
  const comparison = useQuery({ ...comparisonQuery(chosen), enabled: hasRows && !trend.isPending });
  const doors = useQuery({ ...doorQuery(chosen), enabled: hasRows && !comparison.isPending });
  const columns = useColumns({
    selection: chosen,
    range,
    before: comparison.data?.rows,
    doors: doors.data?.rows,
  });
  const place = { locale, timeZone };
  const shown = (at: number) => formatInstant(new Date(at), new Date(view.now), place);
  const failed = [trend, comparison, doors].some(({ isError }) => isError);
  return (
    <>
      <p className="text-muted-foreground text-sm">
        {t("range.shown", { from: shown(range.from), to: shown(range.to), zone: timeZone })}
      </p>
      <SummaryTiles all={all} measure={selection.measure} before={comparison.data?.rows.all} />
      {failed && <Alert tone="warning">{tCommon("hint")}</Alert>}
      {hasRows && (
        <div className="grid gap-3 lg:grid-cols-3">
          <Card>
            <CardHeader>
              <CardTitle>{t("chart.lowest")}</CardTitle>
            </CardHeader>
            <CardBody>
              <LowestBars lowest={trend.data?.lowest} by={selection.by} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>{t("chart.rate")}</CardTitle>
            </CardHeader>
            <CardBody>
              <RateBars trend={trend.data} timeZone={timeZone} now={view.now} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>{t("chart.values")}</CardTitle>
            </CardHeader>
            <CardBody>
              <MeanLines trend={trend.data} measure={selection.measure} timeZone={timeZone} now={view.now} />
            </CardBody>
          </Card>
        </div>
      )}
      <DataTable
        id="statistics"
        caption={t("caption")}
        columns={columns}
        rows={items}
        rowId={({ key }) => key}
        rowLabel={({ name }) => name}
        list={{ path: "/count/statistic", query: view.values, ...view.order, total }}
        toolbar={<ExportMenu kind="statistics" query={exported} />}
        empty={
          <EmptyList
            list={{ path: "/count/statistic", query: view.values, ...view.order, total }}
            isFiltered={Object.keys(view.values).length > 0}
            title={t("empty")}
            hint={t("emptyHint")}
          />
        }
      />
      {doors.data?.rows === null && <p className="text-muted-foreground text-sm">{t("doorsTooMany")}</p>}
      {hasRows && <HeatMap selection={chosen} enabled={!doors.isPending} />}
    </>
  );
}
