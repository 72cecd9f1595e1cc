"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { historyQuery } from "../../exception.client";
import { chartSpan } from "../../exception.rules";
import type { ExceptionDetailDto } from "../../exception.schema";
import { toneOf } from "../../kind.rules";
import { limitOf } from "../../phrase.rules";
import { ExcursionChart } from "./excursion-chart";
import type { Foreseen } from "./excursion-lines";

type ExcursionPanelProps = {
  detail: ExceptionDetailDto & { probeId: number; measure: NonNullable<ExceptionDetailDto["measure"]> };
  timeZone: string;
  now: number;
  /** The headline sentence, as the text alternative. */
  label: string;
};

const frame = "flex h-58 flex-col items-center justify-center gap-2 text-center text-muted-foreground text-sm";

/** When which limit is expected to be passed; null without a forecast. */
function foreseenOf({ forecast, ...detail }: ExceptionDetailDto): Foreseen | null {
  const value = limitOf(detail);
  if (!forecast || value === null) return null;
  const { at, earliest, latest } = forecast;
  return { value, at: Date.parse(at), earliest: Date.parse(earliest), latest: Date.parse(latest) };
}

/** The readings around an exception, fetched when shown. */
export function ExcursionPanel({ detail, timeZone, now, label }: ExcursionPanelProps) {
  const t = useTranslations("exception.chart");
  const tAction = useTranslations("common.action");
  const startedAt = Date.parse(detail.startedAt);
  const endedAt = detail.endedAt === null ? null : Date.parse(detail.endedAt);
  const forecast = foreseenOf(detail);
  const span = chartSpan({ startedAt, endedAt, foreseenUntil: forecast?.latest ?? null }, now);
  const { data, isPending, refetch } = useQuery({
    ...historyQuery(detail.probeId, span.from, Math.min(now, span.to)),
    // The span of an open exception ends now and changes; the previous line remains until the next data arrives.
    placeholderData: keepPreviousData,
  });

  let content: ReactNode;
  if (isPending) {
    content = (
      <div className="h-58 py-3">
        <Skeleton className="h-full" />
      </div>
    );
  } else if (!data) {
    content = (
      <div role="alert" className={frame}>
        {t("failed")}
        <Button size="sm" onClick={() => refetch()}>
          {tAction("retry")}
        </Button>
      </div>
    );
  } else if (!data.series || data.series.at.length === 0) {
    content = <div className={frame}>{t("empty")}</div>;
  } else {
    content = (
      <ExcursionChart
        shown={{
          series: data.series,
          bucketSeconds: data.bucketSeconds,
          measure: detail.measure,
          limits: detail,
          excursion: { from: startedAt, to: endedAt ?? Math.min(now, span.to) },
          ...(forecast && { forecast }),
          tone: toneOf(detail),
        }}
        span={span}
        timeZone={timeZone}
        now={now}
        label={label}
      />
    );
  }
  return (
    <section>
      <h3 className="mb-1 text-base">{t("title")}</h3>
      {content}
    </section>
  );
}
