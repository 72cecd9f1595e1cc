"use client";

import { MapPinOff, Search, Truck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { formatAge, formatInstant } from "@/lib/datetime/format";
import { startOfDay } from "@/lib/datetime/zone";
import { Link } from "@/lib/i18n/navigation";
import { RecordsUnit } from "@/lib/units/units-context";
import { tracePath } from "../track.client";
import type { TraceCarrier, TraceView } from "../track.schema";
import { TraceHead } from "./trace-head";
import { TraceWindow } from "./trace-window";

/** The track of a carrier, or the choice of one if none is named. */
export const TraceScreen = (props: { view: TraceView }) => (
  <RecordsUnit customerIds={props.view.probes.map(({ customerId }) => customerId)}>
    <Trace {...props} />
  </RecordsUnit>
);

function Trace({ view }: { view: TraceView }) {
  const { carrier, range, trace } = view;
  if (!carrier) return <TraceChooser view={view} />;
  if (trace.track.at.length === 0) return <NoPosition view={view} carrier={carrier} />;
  // The key remounts the window for another carrier or range, so that no old state remains.
  return <TraceWindow key={`${carrier.id} ${range.from} ${range.to}`} view={view} carrier={carrier} />;
}

const DAY_MS = 86_400_000;

/**
 * Empty state of a range without positions: the time of the last one with a link to it, or where positions come from.
 */
function NoPosition({ view, carrier }: { view: TraceView; carrier: TraceCarrier }) {
  const t = useTranslations("track.empty");
  const locale = useLocale();
  const { lastPositionAt, timeZone, now } = view;
  const day = lastPositionAt === null ? null : startOfDay(new Date(lastPositionAt), timeZone).getTime();
  return (
    <PageBody>
      <TraceHead view={view} carrier={carrier} />
      <Card>
        <EmptyState
          icon={<MapPinOff aria-hidden="true" />}
          title={lastPositionAt === null ? t("never") : t("title")}
          action={
            day !== null && (
              <ButtonLink
                href={tracePath(carrier.id, { from: day, to: Math.min(day + DAY_MS, now) })}
                variant="primary"
              >
                {t("goLast")}
              </ButtonLink>
            )
          }
        >
          {lastPositionAt === null
            ? t("neverHint")
            : t("last", { when: formatInstant(new Date(lastPositionAt), new Date(now), { locale, timeZone }) })}
        </EmptyState>
      </Card>
    </PageBody>
  );
}

function TraceChooser({ view: { choices, now } }: { view: TraceView }) {
  const t = useTranslations("track.choose");
  const locale = useLocale();
  const [query, setQuery] = useState("");
  const words = query.trim().toLocaleLowerCase();
  const found = choices.filter(({ name }) => name.toLocaleLowerCase().includes(words));
  return (
    <PageBody>
      <Card className="mx-auto flex w-full max-w-2xl flex-col">
        <div className="border-b p-4">
          <h2 className="font-semibold text-lg">{t("title")}</h2>
          <p className="text-muted-foreground text-sm">{t("hint")}</p>
          {choices.length > 0 && (
            <div className="relative mt-3">
              <Search
                aria-hidden="true"
                className="-translate-y-1/2 absolute top-1/2 left-2.5 size-4 text-muted-foreground"
              />
              <Input
                type="search"
                aria-label={t("search")}
                placeholder={t("search")}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
                className="pl-8"
              />
            </div>
          )}
        </div>
        {choices.length === 0 && (
          <EmptyState icon={<Truck aria-hidden="true" />} title={t("none")}>
            {t("noneHint")}
          </EmptyState>
        )}
        {choices.length > 0 && found.length === 0 && (
          <p className="p-4 text-muted-foreground text-sm">{t("noMatch")}</p>
        )}
        <ul className="divide-y">
          {found.map(({ id, name, place, positionAt }) => (
            <li key={id}>
              <Link
                href={tracePath(id)}
                prefetch={false}
                className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 hover:bg-accent touch:min-h-11"
              >
                <span>
                  <span className="font-medium">{name}</span>{" "}
                  <span className="text-muted-foreground text-sm">{place}</span>
                </span>
                <span className="text-muted-foreground text-xs" suppressHydrationWarning>
                  {positionAt === null
                    ? t("never")
                    : t("newest", { when: formatAge(new Date(positionAt), new Date(now), locale) })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </PageBody>
  );
}
