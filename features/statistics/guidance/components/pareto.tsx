"use client";

import type { EChartsOption } from "echarts";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Chart } from "@/components/chart/chart";
import type { ChartTheme } from "@/components/chart/chart-theme";
import { tipBox, tipOf } from "@/components/chart/tip";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import { evidenceHref } from "../guidance.client";
import { paretoOf } from "../guidance.rules";
import { DIMENSIONS, type Dimension, type GuidanceDto } from "../guidance.schema";
import { useShareName } from "./share-name";

/** Rows that a chart has room for. */
const CHARTED = 24;

type PlanRow = { name: string; count: number; cumulative: number };

/** Bars of counts with the line of their cumulative share. */
function paretoOption(
  rows: readonly PlanRow[],
  theme: ChartTheme,
  locale: string,
  words: { count: string; share: string },
): EChartsOption {
  const ink = theme.colour("chart-axis");
  const percent = (share: number) => `${formatNumber(share * 100, locale)} %`;
  return {
    animation: false,
    textStyle: { fontFamily: theme.fontFamily, fontSize: 12, color: ink },
    tooltip: {
      ...tipBox(theme),
      formatter: (points: unknown) => {
        const row = rows[(points as { dataIndex: number }[])[0]?.dataIndex ?? 0];
        if (!row) return "";
        return tipOf(row.name, [
          { name: words.count, value: formatNumber(row.count, locale) },
          { name: words.share, value: percent(row.cumulative) },
        ]);
      },
    },
    grid: { left: 44, right: 48, top: 16, bottom: 28, outerBoundsMode: "none" },
    xAxis: {
      type: "category",
      data: rows.map(({ name }) => (name.length > 12 ? `${name.slice(0, 11)}…` : name)),
      axisLine: { lineStyle: { color: theme.colour("border") } },
      axisTick: { show: false },
      axisLabel: { color: ink, hideOverlap: true },
    },
    yAxis: [
      {
        type: "value",
        min: 0,
        minInterval: 1,
        axisLabel: { color: ink },
        splitLine: { lineStyle: { color: theme.colour("chart-grid") } },
      },
      {
        type: "value",
        min: 0,
        max: 1,
        interval: 0.5,
        axisLabel: { color: ink, formatter: percent },
        splitLine: { show: false },
      },
    ],
    series: [
      {
        id: "count",
        type: "bar",
        barMaxWidth: 48,
        data: rows.map(({ count }) => count),
        itemStyle: { color: theme.colour("chart-1"), opacity: 0.8 },
        emphasis: { disabled: true },
      },
      {
        id: "cumulative",
        type: "line",
        yAxisIndex: 1,
        data: rows.map(({ cumulative }) => cumulative),
        symbol: "circle",
        symbolSize: 5,
        lineStyle: { width: 1.5, color: theme.colour("chart-2") },
        itemStyle: { color: theme.colour("chart-2") },
        emphasis: { disabled: true },
      },
    ],
  };
}

/** Exceptions by one dimension: the chart, and the same numbers in a table that leads to the exceptions. */
export function Pareto({ shares, mayOpen }: { shares: GuidanceDto["shares"]; mayOpen: boolean }) {
  const t = useTranslations("guidance");
  const locale = useLocale();
  const nameOf = useShareName();
  const [dimension, setDimension] = useState<Dimension>("reason");
  const list = shares[dimension];
  const isOrdered = dimension === "hour" || dimension === "weekday";
  const rows = paretoOf(list).map((share) => ({ ...share, label: nameOf(dimension, share) }));
  const top = rows[0];
  const charted = JSON.stringify(
    rows.slice(0, CHARTED).map(({ label, count, cumulative }) => ({ name: label, count, cumulative })),
  );
  const draw = useCallback(
    (theme: ChartTheme) =>
      paretoOption(JSON.parse(charted) as PlanRow[], theme, locale, {
        count: t("column.count"),
        share: t("column.cumulative"),
      }),
    [charted, locale, t],
  );
  const shown = isOrdered ? [...rows].sort((a, b) => Number(a.key) - Number(b.key)) : rows;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("pareto")}</CardTitle>
        <Select
          aria-label={t("dimension.label")}
          className="w-48"
          value={dimension}
          onChange={(event) => setDimension(event.target.value as Dimension)}
        >
          {DIMENSIONS.map((one) => (
            <option key={one} value={one}>
              {t(`dimension.${one}`)}
            </option>
          ))}
        </Select>
      </CardHeader>
      <CardBody className="grid gap-4 lg:grid-cols-2">
        <Chart
          draw={draw}
          label={t("paretoLabel", {
            dimension: t(`dimension.${dimension}`),
            name: top?.label ?? "",
            count: top?.count ?? 0,
          })}
          className="h-64"
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
        <section aria-label={t("pareto")} tabIndex={0} className="max-h-72 overflow-auto">
          <table className="w-full text-sm tabular-nums">
            <thead className="sticky top-0 bg-card text-left text-muted-foreground">
              <tr>
                <th scope="col" className="py-1 pr-3 font-medium">
                  {t(`dimension.${dimension}`)}
                </th>
                <th scope="col" className="py-1 pr-3 text-right font-medium">
                  {t("column.count")}
                </th>
                <th scope="col" className="py-1 pr-3 text-right font-medium">
                  {t("column.minutes")}
                </th>
                <th scope="col" className="py-1 text-right font-medium">
                  {t("column.cumulative")}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, label, count, minutes, cumulative, ids }) => (
                <tr key={key} className="border-t">
                  <th scope="row" className="wrap-anywhere py-1 pr-3 text-left font-normal">
                    {mayOpen ? (
                      <Link href={evidenceHref(ids)} prefetch={false} className="text-link hover:underline">
                        {label}
                      </Link>
                    ) : (
                      label
                    )}
                  </th>
                  <td className="py-1 pr-3 text-right">{formatNumber(count, locale)}</td>
                  <td className="whitespace-nowrap py-1 pr-3 text-right">{formatDuration(minutes * 60_000, locale)}</td>
                  <td className="whitespace-nowrap py-1 text-right">
                    {isOrdered ? "–" : `${formatNumber(cumulative * 100, locale)} %`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </CardBody>
    </Card>
  );
}
