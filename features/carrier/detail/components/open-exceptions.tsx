"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import type { Page } from "@/lib/resource/list-query";
import { Acknowledgement } from "./acknowledgement";
import { Duration, SeverityLabel, WhatLink } from "./exception-labels";

type OpenExceptionsProps = {
  page: Page<ExceptionDto>;
  /** Path of the full list, without the locale. */
  allHref: string;
  mayAcknowledge: boolean;
  now: number;
  timeZone: string;
};

/** The open exceptions; the full list is on another page. */
export function OpenExceptions({ page, allHref, mayAcknowledge, now, timeZone }: OpenExceptionsProps) {
  const t = useTranslations("carrier-detail.live");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("open", { count: page.total })}</CardTitle>
        <ButtonLink href={allHref} size="sm" variant="ghost" prefetch={false}>
          {t("allExceptions")}
        </ButtonLink>
      </CardHeader>
      {page.items.length === 0 ? (
        <CardBody className="flex items-center gap-2 text-muted-foreground text-sm">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-normal" />
          {t("noneOpen")}
        </CardBody>
      ) : (
        <ul>
          {page.items.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b px-4 py-2.5 text-sm last:border-b-0"
            >
              <WhatLink row={row} timeZone={timeZone} />
              <span className="flex flex-col items-end gap-0.5">
                <span className="flex items-center gap-2">
                  <Duration row={row} now={now} />
                  <SeverityLabel severity={row.severity} />
                </span>
                <Instant
                  at={Date.parse(row.startedAt)}
                  now={now}
                  timeZone={timeZone}
                  className="text-faint-foreground text-xs"
                />
                <Acknowledgement row={row} mayAcknowledge={mayAcknowledge} now={now} timeZone={timeZone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
