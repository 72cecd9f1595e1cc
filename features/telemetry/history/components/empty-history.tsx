"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { TimeRange } from "@/components/chart/zoom";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatInstant } from "@/lib/datetime/format";
import { lastReadingQuery, type Selection } from "../history.client";

type EmptyHistoryProps = {
  selection: Selection;
  range: TimeRange;
  now: number;
  timeZone: string;
  /** Time of the newest reading, if the server has sent it already. */
  known: number | null | undefined;
  onChoose: (range: TimeRange) => void;
};

/** The newest reading is at 9/10 of the offered range. */
const LEAD = 0.9;

/** Empty state of a range without readings: offers a range of the same length that has some. */
export function EmptyHistory({ selection, range, now, timeZone, known, onChoose }: EmptyHistoryProps) {
  const t = useTranslations("history.empty");
  const locale = useLocale();
  const { data: lastAt } = useQuery({
    ...lastReadingQuery(selection, now),
    ...(known !== undefined && { initialData: known }),
  });
  const length = range.to - range.from;
  const offer = (at: number) => {
    const to = Math.min(now, Math.round(at + (1 - LEAD) * length));
    onChoose({ from: to - length, to });
  };
  return (
    <Card className="grid min-h-96 place-items-center">
      <EmptyState
        title={t("title")}
        action={
          typeof lastAt === "number" && (
            <Button variant="primary" onClick={() => offer(lastAt)}>
              {t("goToLast")}
            </Button>
          )
        }
      >
        {typeof lastAt === "number" &&
          t("last", { time: formatInstant(new Date(lastAt), new Date(now), { locale, timeZone }) })}
        {lastAt === null && t("never")}
      </EmptyState>
    </Card>
  );
}
