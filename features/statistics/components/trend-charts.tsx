"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback } from "react";
import { barOption } from "@/components/chart/bar-option";
import { Chart } from "@/components/chart/chart";
import type { ChartTheme } from "@/components/chart/chart-theme";
import { lineOption } from "@/components/chart/line-option";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDay } from "@/lib/datetime/format";
import { formatNumber, shownValue } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { Group, RateOfPlace, StatisticMeasure, TrendDto } from "../statistic.schema";
import { useFigureTexts } from "./figure-texts";

const HEIGHT = "h-44";
/** Start of the axis unless a rate is lower, because differences near 100 % matter most. */
const FLOOR = 0.9;

const toneOfRate = (rate: number) =>
  rate >= 0.99 ? "normal-solid" : rate >= 0.95 ? "warning-solid" : "critical-solid";

type Rated = { head: string; label: string; rate: number | null };

function useRateOption(rows: readonly Rated[] | undefined) {
  const t = useTranslations("statistics.chart");
  const { percent } = useFigureTexts("temperature");
  const known = rows?.flatMap(({ rate }) => rate ?? []) ?? [];
  const floor = known.some((rate) => rate < FLOOR) ? 0 : FLOOR;
  const draw = (theme: ChartTheme) =>
    barOption(
      {
        labels: rows?.map(({ label }) => label) ?? [],
        stack: [{ id: "rate", values: rows?.map(({ rate }) => rate) ?? [], tone: toneOfRate, opacity: 0.8 }],
        min: floor,
        max: 1,
        step: (1 - floor) / 2,
        format: percent,
        // Eight labels with a decimal overlap.
        top: (index) => ((rows?.length ?? 0) <= 5 ? percent(rows?.[index]?.rate ?? null) : ""),
        tell: (index) => {
          const { head = "", rate = null } = rows?.[index] ?? {};
          return { head, rows: [{ name: "", value: rate === null ? t("notObserved") : percent(rate) }] };
        },
      },
      theme,
    );
  return { draw, floor: percent(floor), least: percent(known.length > 0 ? Math.min(...known) : null) };
}

/** Pass rates of the groups that have the lowest. */
export function LowestBars({ lowest, by }: { lowest: readonly RateOfPlace[] | undefined; by: Group }) {
  const t = useTranslations("statistics.chart");
  const tCarrier = useTranslations("carrier");
  const rows = lowest?.map(({ name, passRate }): Rated => {
    const text = by === "type" ? tCarrier(`type.${name}`) : name;
    return { head: text, label: text.length > 8 ? `${text.slice(0, 7)}…` : text, rate: passRate };
  });
  const { draw, floor, least } = useRateOption(rows);
  if (!rows) return <Skeleton className={HEIGHT} />;
  if (rows.length === 0) return <p className="text-muted-foreground">{t("noLimits")}</p>;
  const label = t("lowestLabel", { name: rows[0]?.head ?? "", rate: least });
  return (
    <figure>
      <Chart key={JSON.stringify(rows)} draw={draw} label={label} className={HEIGHT} />
      <figcaption className="pt-1 text-muted-foreground text-xs">{t("axisFrom", { percent: floor })}</figcaption>
    </figure>
  );
}

type TrendProps = { trend: TrendDto | undefined; timeZone: string; now: number };

/** Pass rate by day, week or month. */
export function RateBars({ trend, timeZone, now }: TrendProps) {
  const t = useTranslations("statistics.chart");
  const locale = useLocale();
  const rows = trend?.parts.map(({ at, passRate }): Rated => {
    const day = formatDay(new Date(at), new Date(now), { locale, timeZone });
    return { head: t(`since.${trend.unit}`, { day }), label: day, rate: passRate };
  });
  const { draw, floor, least } = useRateOption(rows);
  if (!trend || !rows) return <Skeleton className={HEIGHT} />;
  return (
    <figure>
      <Chart
        key={JSON.stringify(rows)}
        draw={draw}
        label={t("rateLabel", { unit: t(`unit.${trend.unit}`), least })}
        className={HEIGHT}
      />
      <figcaption className="pt-1 text-muted-foreground text-xs">
        {t(`unit.${trend.unit}`)} · {t("axisFrom", { percent: floor })}
      </figcaption>
    </figure>
  );
}

/** Mean with minimum and maximum by day, week or month. */
export function MeanLines({ trend, timeZone, now, measure }: TrendProps & { measure: StatisticMeasure }) {
  const t = useTranslations("statistics");
  const locale = useValueLocale();
  const { reading } = useFigureTexts(measure);
  const draw = useCallback(
    (theme: ChartTheme) => {
      const parts = trend?.parts ?? [];
      const labels = parts.map(({ at }) => formatDay(new Date(at), new Date(now), { locale, timeZone }));
      const name = (id: "minimum" | "mean" | "maximum") => t(`column.${id}`);
      const shown = (value: number | null) => (value === null ? null : shownValue(value, measure, locale));
      return lineOption(
        {
          labels,
          lines: [
            {
              id: "maximum",
              values: parts.map(({ maximum }) => shown(maximum)),
              colour: "above-solid",
              isDashed: true,
            },
            ...(trend?.isMixed
              ? []
              : [{ id: "mean", values: parts.map(({ mean }) => shown(mean)), colour: "chart-1" }]),
            {
              id: "minimum",
              values: parts.map(({ minimum }) => shown(minimum)),
              colour: "below-solid",
              isDashed: true,
            },
          ],
          format: (value) => formatNumber(value, locale, 0, 1),
          tell: (index) => {
            const part = parts[index];
            if (!part) return { head: "", rows: [] };
            return {
              head: labels[index] ?? "",
              rows: (["maximum", ...(trend?.isMixed ? [] : (["mean"] as const)), "minimum"] as const).map((id) => ({
                name: name(id),
                value: reading(part[id]),
              })),
            };
          },
        },
        theme,
      );
    },
    [trend, timeZone, now, locale, t, reading, measure],
  );
  if (!trend) return <Skeleton className={HEIGHT} />;
  const known = trend.parts.flatMap(({ minimum, mean, maximum }) =>
    trend.isMixed ? [minimum ?? [], maximum ?? []].flat() : (mean ?? []),
  );
  const label = t(trend.isMixed ? "chart.extremesLabel" : "chart.meanLabel", {
    low: reading(known.length > 0 ? Math.min(...known) : null),
    high: reading(known.length > 0 ? Math.max(...known) : null),
  });
  return (
    <figure>
      <Chart key={JSON.stringify(trend.parts)} draw={draw} label={label} className={HEIGHT} />
      <figcaption className="flex gap-3 pt-1 text-muted-foreground text-xs">
        <span className="before:mr-1 before:inline-block before:w-4 before:border-above-solid before:border-t-2 before:border-dashed before:align-middle">
          {t("column.maximum")}
        </span>
        {!trend.isMixed && (
          <span className="before:mr-1 before:inline-block before:w-4 before:border-chart-1 before:border-t-2 before:align-middle">
            {t("column.mean")}
          </span>
        )}
        <span className="before:mr-1 before:inline-block before:w-4 before:border-below-solid before:border-t-2 before:border-dashed before:align-middle">
          {t("column.minimum")}
        </span>
      </figcaption>
    </figure>
  );
}
