"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useCallback } from "react";
import { type BarPlan, barOption } from "@/components/chart/bar-option";
import { Chart } from "@/components/chart/chart";
import type { ChartTheme } from "@/components/chart/chart-theme";
import { cn } from "@/components/ui/cn";
import { formatDay } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import type { DayFigures } from "../statistics.rules";
import { usePercent } from "./figure-tiles";

type BarsProps = { figures: readonly DayFigures[]; now: number };

/** Noon UTC of a day, which is the same day in every relevant zone. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

const labelsOf = (figures: readonly DayFigures[], now: number, locale: string) =>
  figures.map(({ day }) => formatDay(noonOf(day), new Date(now), { locale, timeZone: "UTC" }));

/** Exceptions per day; critical ones are at the bottom, in their own colour. */
export function DayBars({ figures, now }: BarsProps) {
  const t = useTranslations("home.statistics");
  const locale = useLocale();
  const most = Math.max(1, ...figures.map(({ total }) => total));
  const sum = figures.reduce((all, { total }) => all + total, 0);
  const draw = useCallback(
    (theme: ChartTheme) => {
      const number = (value: number) => formatNumber(value, locale);
      const plan: BarPlan = {
        labels: labelsOf(figures, now, locale),
        stack: [
          {
            id: "critical",
            values: figures.map(({ critical }) => critical),
            tone: () => "critical-solid",
            opacity: 1,
          },
          {
            id: "others",
            values: figures.map(({ total, critical }) => total - critical),
            tone: () => "warning-solid",
            opacity: 0.7,
          },
        ],
        min: 0,
        format: number,
        top: (index) => (figures[index]?.total ? number(figures[index].total) : ""),
        tell: (index) => {
          const { day = "", total = 0, critical = 0 } = figures[index] ?? {};
          return {
            head: day,
            rows: [
              { name: t("critical"), value: number(critical) },
              { name: t("others"), value: number(total - critical) },
            ],
          };
        },
      };
      return barOption(plan, theme);
    },
    [figures, now, locale, t],
  );
  return (
    <figure className="flex flex-col gap-1">
      <Chart draw={draw} label={t("perDayLabel", { count: sum, days: figures.length })} className="h-40" />
      <figcaption className="flex flex-wrap gap-x-4 pt-1 text-muted-foreground text-xs">
        <Key className="bg-critical-solid">{t("critical")}</Key>
        <Key className="bg-warning-solid/70">{t("others")}</Key>
        <span className="ml-auto tabular-nums">{t("most", { count: most })}</span>
      </figcaption>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={cn("size-2.5 rounded-xs", className)} />
      {children}
    </span>
  );
}

/** Start of the pass rate axis unless a value is lower, because differences near 100 % matter most. */
const FLOOR = 0.9;

/** Pass rate per day; a day without data has no bar. */
export function PassBars({ figures, now }: BarsProps) {
  const t = useTranslations("home.statistics");
  const locale = useLocale();
  const percent = usePercent();
  const known = figures.flatMap(({ rate }) => rate ?? []);
  const floor = known.some((rate) => rate < FLOOR) ? 0 : FLOOR;
  const text = (rate: number | null) => {
    const { number, unit } = percent(rate);
    return `${number} ${unit}`.trim();
  };
  const draw = (theme: ChartTheme) =>
    barOption(
      {
        labels: labelsOf(figures, now, locale),
        stack: [
          {
            id: "rate",
            values: figures.map(({ rate }) => rate),
            tone: (rate) => (rate >= 0.99 ? "normal-solid" : rate >= 0.95 ? "warning-solid" : "critical-solid"),
            opacity: 0.8,
          },
        ],
        min: floor,
        max: 1,
        step: (1 - floor) / 2,
        format: text,
        top: (index) => percent(figures[index]?.rate ?? null).number,
        tell: (index) => {
          const { day = "", rate = null } = figures[index] ?? {};
          return { head: day, rows: [{ name: "", value: rate === null ? t("notObserved") : text(rate) }] };
        },
      },
      theme,
    );
  const label = t("passLabel", { days: figures.length, least: text(known.length > 0 ? Math.min(...known) : null) });
  return (
    <figure className="flex flex-col gap-1">
      <Chart draw={draw} label={label} className="h-40" />
      <figcaption className="pt-1 text-muted-foreground text-xs">{t("axisFrom", { percent: text(floor) })}</figcaption>
    </figure>
  );
}
