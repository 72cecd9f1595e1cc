"use client";

import { useLocale, useTranslations } from "next-intl";
import { CountStrip } from "@/components/data-table/count-strip";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { WORK_ORDER_STATES } from "@/db/work-order-enums";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { Pace, StatisticDto } from "../statistic.schema";

type StatisticProps = { figures: StatisticDto; values: Record<string, string>; timeZone: string; now: number };

/** The figures of work orders; each number leads to the orders that it counts. */
export function StatisticScreen({ figures, values, timeZone, now }: StatisticProps) {
  const t = useTranslations("workOrder");
  const { total, states, engineers, ratings } = figures;
  const listOf = (more: Record<string, string>) => `/order/workOrder?${new URLSearchParams({ ...values, ...more })}`;
  const parts = WORK_ORDER_STATES.map((state) => ({
    ...{ name: state, label: t(`state.${state}`), count: states[state], href: listOf({ state }), isCurrent: false },
  }));
  return (
    <PageBody>
      <SearchBar
        path="/order/workOrderStatistic"
        criteria={[{ kind: "datetimerange", name: "created", label: t("field.createdAt") }]}
        values={values}
        keep={[]}
        timeZone={timeZone}
        now={now}
      />
      <CountStrip label={t("statistic.states")} parts={parts} className="grid-cols-3 lg:grid-cols-6" />
      <Card>
        <CardHeader>
          <CardTitle>{t("statistic.engineers")}</CardTitle>
        </CardHeader>
        <div className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums max-sm:whitespace-nowrap">
            <caption className="sr-only">{t("statistic.engineers")}</caption>
            <thead className="bg-table-header text-left text-table-header-foreground">
              <tr>
                {(["engineer", "count", "open", "overdue", "accept", "finish", "stars"] as const).map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-medium">
                    {t(`statistic.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {engineers.map(({ acceptor, ...pace }) => {
                const who: Record<string, string> = acceptor
                  ? { acceptorId: String(acceptor.id) }
                  : { acceptor: "none" };
                return (
                  <tr key={acceptor?.id ?? 0} className="border-t">
                    <th scope="row" className="px-3 py-2 text-left font-medium">
                      <Link href={listOf(who)} prefetch={false} className="hover:text-primary hover:underline">
                        {acceptor?.name ?? t("statistic.nobody")}
                      </Link>
                    </th>
                    <Cells pace={pace} />
                  </tr>
                );
              })}
              <tr className="border-t font-semibold">
                <th scope="row" className="px-3 py-2 text-left">
                  {t("statistic.total")}
                </th>
                <Cells pace={total} />
              </tr>
            </tbody>
          </table>
        </div>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{t("statistic.ratings")}</CardTitle>
        </CardHeader>
        <ul className="flex flex-col divide-y text-sm tabular-nums">
          {ratings.map((count, place) => (
            // The place is the number of stars.
            <li key={`stars ${place + 1}`} className="flex justify-between px-4 py-2">
              <span>{t("starsOf", { count: place + 1 })}</span>
              <span>{count}</span>
            </li>
          ))}
        </ul>
      </Card>
    </PageBody>
  );
}

function Cells({ pace }: { pace: Pace }) {
  const locale = useLocale();
  const duration = (seconds: number | null) => (seconds === null ? "–" : formatDuration(seconds * 1000, locale));
  const cells = {
    ...{ count: pace.count, open: pace.open, overdue: pace.overdue },
    ...{ accept: duration(pace.acceptSeconds), finish: duration(pace.finishSeconds) },
    stars: pace.stars === null ? "–" : `${formatNumber(pace.stars, locale, 1)} (${pace.rated})`,
  };
  return Object.entries(cells).map(([name, text]) => (
    <td key={name} className="px-3 py-2">
      {text}
    </td>
  ));
}
