"use client";

import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { LOT_VERDICTS } from "@/db/enums";
import { lotsInQuery } from "../lot.client";
import type { LotRowDto } from "../lot.schema";
import { LotLines } from "./lot-lines";

type GoodsTabProps = { carrierId: number; timeZone: string; now: number };

const GRAVEST = LOT_VERDICTS.toReversed();

/** May I use what is in here? The lots in a carrier, the gravest first. */
export function GoodsTab({ carrierId, timeZone, now }: GoodsTabProps) {
  const t = useTranslations("lot.carrier");
  const tConcerned = useTranslations("lot.concerned");
  const { data: lots = [], isPending, isError } = useQuery(lotsInQuery(carrierId));
  const register = (
    <ButtonLink href={`/goods/lot?carrierId=${carrierId}`} prefetch={false}>
      <Package aria-hidden="true" />
      {t("register")}
    </ButtonLink>
  );
  const count = (state: LotRowDto["outcome"]["state"]) => lots.filter(({ outcome }) => outcome.state === state).length;
  const counts = { usable: count("usable"), quarantine: count("quarantine"), notUsable: count("notUsable") };
  const ordered = lots.toSorted((a, b) => GRAVEST.indexOf(a.outcome.state) - GRAVEST.indexOf(b.outcome.state));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {lots.length > 0 && (
          <>
            <span className="text-muted-foreground text-sm tabular-nums">{t("count", counts)}</span>
            {register}
          </>
        )}
      </CardHeader>
      {isError ? (
        <p className="p-4 text-muted-foreground text-sm">{tConcerned("failed")}</p>
      ) : isPending ? (
        <Skeleton className="m-4 h-24 rounded-md" />
      ) : lots.length === 0 ? (
        <EmptyState icon={<Package aria-hidden="true" />} title={t("empty")} action={register}>
          {t("emptyHint")}
        </EmptyState>
      ) : (
        <LotLines lots={ordered} timeZone={timeZone} now={now} />
      )}
    </Card>
  );
}
