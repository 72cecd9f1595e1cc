"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { formatDay } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import type { DayFigures } from "../rules";
import { usePercent } from "./figure-tiles";

type BarsProps = { figures: readonly DayFigures[]; now: number; timeZone: string };

/** Noon of a day, which is that day in every zone that the server may mean. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/** So many labels stand side by side under the bars. */
const LABELS = 8;

function Axis({ figures, now }: Pick<BarsProps, "figures" | "now">) {
  const locale = useLocale();
  const every = Math.ceil(figures.length / LABELS);
  return (
    <div aria-hidden="true" className="flex gap-px text-faint-foreground text-xs tabular-nums">
      {figures.map(({ day }, index) => (
        <span key={day} className="relative h-4 min-w-0 flex-1">
          {(figures.length - 1 - index) % every === 0 && (
            <span className="-translate-x-1/2 absolute left-1/2 whitespace-nowrap" suppressHydrationWarning>
              {formatDay(noonOf(day), new Date(now), { locale, timeZone: "UTC" })}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

/** Exceptions day by day; the critical ones stand at the bottom, in their colour. */
export function DayBars({ figures, now }: BarsProps) {
  const t = useTranslations("home.statistics");
  const locale = useLocale();
  const most = Math.max(1, ...figures.map(({ total }) => total));
  const sum = figures.reduce((all, { total }) => all + total, 0);
  return (
    <figure className="flex flex-col gap-1">
      <div
        role="img"
        aria-label={t("perDayLabel", { count: sum, days: figures.length })}
        className="flex h-36 items-end gap-px border-b"
      >
        {figures.map(({ day, total, critical }) => (
          <span
            key={day}
            title={t("dayNote", { day, total, critical })}
            className="group flex h-full min-w-0 flex-1 flex-col items-center justify-end hover:bg-row-hover"
          >
            {total > 0 && figures.length <= LABELS && (
              <span className="text-muted-foreground text-xs tabular-nums">{formatNumber(total, locale)}</span>
            )}
            <span
              className="w-full max-w-10 bg-warning-solid/70"
              style={{ height: `${((total - critical) / most) * 82}%` }}
            />
            <span className="w-full max-w-10 bg-critical-solid" style={{ height: `${(critical / most) * 82}%` }} />
          </span>
        ))}
      </div>
      <Axis figures={figures} now={now} />
      <figcaption className="flex flex-wrap gap-x-4 pt-1 text-muted-foreground text-xs">
        <Key className="bg-critical-solid">{t("critical")}</Key>
        <Key className="bg-warning-solid/70">{t("others")}</Key>
        <span className="ml-auto tabular-nums">{t("most", { count: most })}</span>
      </figcaption>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={cn("size-2.5 rounded-xs", className)} />
      {children}
    </span>
  );
}

/** Below this the axis of the pass rate begins, where none is lower: differences near 100 % are what one looks for. */
const FLOOR = 0.9;

/** Time within range day by day; a day without data has no bar. */
export function PassBars({ figures, now }: BarsProps) {
  const t = useTranslations("home.statistics");
  const percent = usePercent();
  const known = figures.flatMap(({ rate }) => rate ?? []);
  const floor = known.some((rate) => rate < FLOOR) ? 0 : FLOOR;
  const text = (rate: number | null) => {
    const { number, unit } = percent(rate);
    return `${number} ${unit}`.trim();
  };
  return (
    <figure className="flex flex-col gap-1">
      <div
        role="img"
        aria-label={t("passLabel", { days: figures.length, least: text(known.length > 0 ? Math.min(...known) : null) })}
        className="flex h-36 items-end gap-px border-b"
      >
        {figures.map(({ day, rate }) => (
          <span
            key={day}
            title={`${day}: ${rate === null ? t("notObserved") : text(rate)}`}
            className="flex h-full min-w-0 flex-1 flex-col items-center justify-end hover:bg-row-hover"
          >
            {rate !== null && figures.length <= LABELS && (
              <span className="text-muted-foreground text-xs tabular-nums">{percent(rate).number}</span>
            )}
            {rate !== null && (
              <span
                className={cn(
                  "w-full max-w-10",
                  rate >= 0.99 ? "bg-normal-solid/75" : rate >= 0.95 ? "bg-warning-solid/80" : "bg-critical-solid",
                )}
                style={{ height: `${Math.max(1, ((rate - floor) / (1 - floor)) * 82)}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <Axis figures={figures} now={now} />
      <figcaption className="pt-1 text-muted-foreground text-xs">{t("axisFrom", { percent: text(floor) })}</figcaption>
    </figure>
  );
}
