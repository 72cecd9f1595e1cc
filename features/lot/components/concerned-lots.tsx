"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { concernedLotsQuery } from "../lot.client";
import { LotLines } from "./lot-lines";

type ConcernedLotsProps = { exceptionId: number; timeZone: string; now: number };

/** The lots that were in the carrier of an exception during it, each with the answer to whether it may be used. */
export function ConcernedLots({ exceptionId, timeZone, now }: ConcernedLotsProps) {
  const t = useTranslations("lot.concerned");
  const { data, isError } = useQuery(concernedLotsQuery(exceptionId));
  return (
    <section aria-labelledby="concerned-lots" className="flex flex-col gap-2">
      <h3 id="concerned-lots" className="font-semibold text-base">
        {t("title")}
      </h3>
      {isError ? (
        <p className="text-muted-foreground text-sm">{t("failed")}</p>
      ) : !data ? (
        <Skeleton className="h-16 rounded-lg" />
      ) : data.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("empty")}</p>
      ) : (
        <div className="rounded-lg border">
          <LotLines lots={data} timeZone={timeZone} now={now} />
        </div>
      )}
    </section>
  );
}
