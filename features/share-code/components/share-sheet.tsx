"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QrCode } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatStamp } from "@/lib/datetime/format";
import { LOCALE_NAMES, toLocale } from "@/lib/i18n/routing";
import { formatNumber } from "@/lib/units/format";
import { openingsQuery, shareQuery } from "../share.client";
import type { OpeningDto, ShareDto, ShareRights } from "../share.schema";
import { StateCell } from "./state-cell";

/** Openings listed at first, and at most. */
const FIRST = 20;
const MOST = 100;

type ShareSheetProps = {
  id: number;
  rights: ShareRights;
  timeZone: string;
  now: number;
  onLabel: (id: number) => void;
  onRevoke: (share: ShareDto) => void;
  onClose: () => void;
};

/** One code: what it shows, to whom, and every opening. */
export function ShareSheet({ id, rights, timeZone, now, onLabel, onRevoke, onClose }: ShareSheetProps) {
  const t = useTranslations("share");
  const { data, error } = useQuery(shareQuery(id));
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader
          title={data ? data.name : error ? t("detail.missing") : <Skeleton className="my-1 w-64" />}
          description={
            data && (
              <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
                {t(`kind.${data.kind}`)}
                <StateCell state={data.state} />
              </span>
            )
          }
        />
        <SheetBody className="flex flex-col gap-6 pb-8">
          {data ? (
            <>
              <Facts share={data} timeZone={timeZone} />
              <Openings share={data} timeZone={timeZone} now={now} />
            </>
          ) : error ? (
            <ErrorState title={t("detail.missing")} />
          ) : (
            <Skeleton className="h-64 rounded-lg" />
          )}
        </SheetBody>
        {data && (
          <SheetFooter>
            {rights.revoke && data.revokedAt === null && (
              <Button variant="destructive-ghost" onClick={() => onRevoke(data)}>
                {t("action.revoke")}
              </Button>
            )}
            {rights.create && data.state === "active" && (
              <Button variant="primary" onClick={() => onLabel(data.id)}>
                <QrCode aria-hidden="true" />
                {t("action.label")}
              </Button>
            )}
          </SheetFooter>
        )}
      </SheetContent>
    </Sheet>
  );
}

function Facts({ share, timeZone }: { share: ShareDto; timeZone: string }) {
  const t = useTranslations("share");
  const stamp = (at: string) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const { from, to, fields, useLimit, useCount } = share;
  return (
    <DescriptionList
      items={[
        { term: t("detail.subject"), value: share.subject },
        ...(from === null
          ? []
          : [{ term: t("form.period"), value: `${stamp(from)} – ${to === null ? t("detail.goesOn") : stamp(to)}` }]),
        ...(fields.length === 0
          ? []
          : [{ term: t("form.fields"), value: fields.map((field) => t(`field.${field}`)).join(", ") }]),
        { term: t("form.pin"), value: t(share.hasPin ? "detail.yes" : "detail.no") },
        {
          term: t("form.useLimit"),
          value: useLimit === null ? t("detail.unlimited") : t("uses", { used: useCount, limit: useLimit }),
        },
        { term: t("column.expiresAt"), value: share.expiresAt === null ? t("endless") : stamp(share.expiresAt) },
        ...(share.revokedAt === null ? [] : [{ term: t("detail.revokedAt"), value: stamp(share.revokedAt) }]),
        { term: t("column.author"), value: share.author },
        { term: t("column.createdAt"), value: stamp(share.createdAt) },
      ]}
    />
  );
}

function Openings({ share, timeZone, now }: { share: ShareDto; timeZone: string; now: number }) {
  const t = useTranslations("share.openings");
  const locale = useLocale();
  const [length, setLength] = useState(FIRST);
  const { data } = useQuery({ ...openingsQuery(share.id, length), placeholderData: keepPreviousData });
  const rest = data ? data.total - data.items.length : 0;
  return (
    <section aria-label={t("title")}>
      <h3 className="mb-2 font-semibold text-base">
        {t("title")}
        {data && <span className="ml-2 font-normal text-muted-foreground">{formatNumber(data.total, locale)}</span>}
      </h3>
      {!data && <Skeleton className="h-32 rounded-lg" />}
      {data?.items.length === 0 && <p className="text-muted-foreground text-sm">{t("none")}</p>}
      {data && data.items.length > 0 && (
        <ol className="divide-y rounded-md border text-sm">
          {data.items.map((opening, index) => (
            // Openings of one instant have no other key.
            <Opening key={`${opening.at}-${index}`} opening={opening} timeZone={timeZone} now={now} />
          ))}
        </ol>
      )}
      {rest > 0 && length < MOST && (
        <Button size="sm" className="mt-2" onClick={() => setLength(MOST)}>
          {t("more")}
        </Button>
      )}
      {rest > 0 && length >= MOST && (
        <p className="mt-2 text-muted-foreground text-sm">{t("rest", { count: formatNumber(rest, locale) })}</p>
      )}
    </section>
  );
}

function Opening({ opening, timeZone, now }: { opening: OpeningDto; timeZone: string; now: number }) {
  const t = useTranslations("share.openings");
  const isRefused = opening.outcome === "wrongPin";
  const locale = toLocale(opening.locale);
  return (
    <li className="px-3 py-2">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className={isRefused ? "inline-flex items-center gap-1.5 font-medium text-critical" : "font-medium"}>
          {isRefused && <ToneIcon tone="critical" className="size-4" />}
          {t(opening.outcome)}
        </span>
        <Instant
          at={Date.parse(opening.at)}
          now={now}
          timeZone={timeZone}
          className="text-muted-foreground text-xs tabular-nums"
        />
      </span>
      <span className="block break-words text-muted-foreground text-xs">
        {[opening.address || t("unknownAddress"), locale && LOCALE_NAMES[locale], opening.userAgent]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
