"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { use, useState } from "react";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { PASS_DAYS } from "@/features/carrier/monitoring/pass-rate.schema";
import { statisticsQuery } from "../home.client";
import { figuresByDay } from "../statistics.rules";
import type { HomeStatisticsDto } from "../statistics.schema";
import { DayBars, PassBars } from "./day-bars";
import { DayTable } from "./day-table";
import { FigureTiles } from "./figure-tiles";

type StatisticsBoardProps = { statistics: Promise<HomeStatisticsDto>; now: number };

/** The statistics of the last days on their own page. */
export function StatisticsBoard({ statistics, now }: StatisticsBoardProps) {
  const t = useTranslations("home.statistics");
  const first = use(statistics);
  const [days, setDays] = useState<number>(first.days);
  const { data, isFetching } = useQuery({
    ...statisticsQuery(days),
    ...(days === first.days && { initialData: first, initialDataUpdatedAt: now }),
    placeholderData: (shown: HomeStatisticsDto | undefined) => shown ?? first,
  });
  const shown = data ?? first;
  const figures = figuresByDay(shown);
  return (
    <section aria-label={t("label")} aria-busy={isFetching || undefined} className="flex flex-col gap-3">
      <SegmentedControl
        name="days"
        className="self-start"
        label={t("span")}
        value={String(days)}
        onValueChange={(value) => setDays(Number(value))}
        options={PASS_DAYS.map((count) => ({ value: String(count), label: t("days", { count }) }))}
      />
      <FigureTiles statistics={shown} />
      <div className="grid gap-3 2xl:grid-cols-2">
        {shown.exceptions && (
          <Card>
            <CardHeader>
              <CardTitle>{t("perDay")}</CardTitle>
            </CardHeader>
            <CardBody>
              <DayBars figures={figures} now={now} />
            </CardBody>
          </Card>
        )}
        <Card>
          <CardHeader>
            <CardTitle>{t("passPerDay")}</CardTitle>
          </CardHeader>
          <CardBody>
            <PassBars figures={figures} now={now} />
          </CardBody>
        </Card>
      </div>
      <DayTable figures={figures} hasExceptions={shown.exceptions !== null} />
    </section>
  );
}
