"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { historyQuery } from "../../client";
import { toneOf } from "../../kind/rules";
import { chartSpan } from "../../rules";
import type { ExceptionDetailDto } from "../../schema";
import { ExcursionChart } from "./excursion-chart";

type ExcursionPanelProps = {
  detail: ExceptionDetailDto & { probeId: number; measure: NonNullable<ExceptionDetailDto["measure"]> };
  timeZone: string;
  now: number;
  /** The same sentence as the headline's, for those who do not see the picture. */
  label: string;
};

const frame = "flex h-58 flex-col items-center justify-center gap-2 text-center text-muted-foreground text-sm";

/** The readings around an exception; asks for them when it is shown. */
export function ExcursionPanel({ detail, timeZone, now, label }: ExcursionPanelProps) {
  const t = useTranslations("exception.chart");
  const tAction = useTranslations("common.action");
  const startedAt = Date.parse(detail.startedAt);
  const endedAt = detail.endedAt === null ? null : Date.parse(detail.endedAt);
  const span = chartSpan({ startedAt, endedAt }, now);
  const { data, isPending, refetch } = useQuery({
    ...historyQuery(detail.probeId, span.from, span.to),
    // While it goes on the span ends now: the line stands until its next piece is there.
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
        series={data.series}
        bucketSeconds={data.bucketSeconds}
        measure={detail.measure}
        limits={detail}
        span={span}
        excursion={{ from: startedAt, to: endedAt ?? span.to }}
        tone={toneOf(detail)}
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
