"use client";

import { Send } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { formatDuration } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import { useReason } from "../../log/components/use-reason";
import type { ChannelDto, ChannelFigures, ChannelState } from "../schema";
import { ChannelIcon } from "./channel-icon";

/** A missing configuration is less severe if no plan uses the channel. */
const toneOf = ({ state, usage }: ChannelDto): Tone => {
  const TONE: Record<ChannelState, Tone> = {
    working: "normal",
    unconfigured: usage.plans > 0 ? "warning" : "paused",
    failing: "critical",
  };
  return TONE[state];
};

type ChannelCardProps = {
  health: ChannelDto;
  isInstallation: boolean;
  timeZone: string;
  now: number;
  onTest: (() => void) | undefined;
};

/** One channel: its state, last results, queue, delivery time, and the plans and contacts that use it. */
export function ChannelCard({ health, isInstallation, timeZone, now, onTest }: ChannelCardProps) {
  const t = useTranslations("noticeChannel");
  const locale = useLocale();
  const reasonOf = useReason();
  const { channel, state, usage, waiting, lastFailure, lastSuccessAt, outages } = health;
  const name = t(`channel.${channel}`);
  const at = (instant: number) => <Instant at={instant} now={now} timeZone={timeZone} />;
  const isPopup = channel === "popup";
  const rows: { term: string; value: ReactNode }[] = [
    { term: t("field.lastSuccess"), value: lastSuccessAt === null ? t("never") : at(lastSuccessAt) },
    {
      term: t("field.lastFailure"),
      value: lastFailure ? (
        <>
          {at(lastFailure.at)}
          <span className="wrap-anywhere block text-muted-foreground text-xs">{reasonOf(lastFailure.reason)}</span>
        </>
      ) : (
        t("never")
      ),
    },
    {
      term: t("field.waiting"),
      value:
        waiting.oldestDueAt === null
          ? t("waiting.none")
          : t("waiting.some", {
              count: waiting.count,
              age: formatDuration(Math.max(0, now - waiting.oldestDueAt), locale),
            }),
    },
    {
      term: t("field.usage"),
      value:
        usage.plans === 0
          ? t("usage.none")
          : t(isPopup ? "usage.popup" : "usage.some", { plans: usage.plans, contacts: usage.contacts }),
    },
  ];
  return (
    <Card aria-label={name}>
      <CardHeader>
        <ChannelIcon channel={channel} className="size-4.5 text-muted-foreground" />
        <CardTitle className="mr-0">{name}</CardTitle>
        <StateBadge tone={toneOf(health)}>{t(`state.${state}`)}</StateBadge>
        {onTest && (
          <Button size="sm" className="ml-auto" onClick={onTest}>
            <Send aria-hidden="true" />
            {t("test.open")}
          </Button>
        )}
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        {state === "unconfigured" && (
          <Alert tone={usage.plans > 0 ? "warning" : "info"} title={t("unconfigured.title")}>
            {isInstallation
              ? t.rich("unconfigured.platform", {
                  variable: health.variables[0] ?? "",
                  code: (chunks) => <code className="font-mono text-foreground">{chunks}</code>,
                })
              : t("unconfigured.customer")}
          </Alert>
        )}
        {state === "failing" && (
          <Alert tone="critical" title={t.rich("failing.title", { since: () => at(health.failingSince ?? now) })}>
            {t("failing.text")}
          </Alert>
        )}
        <DescriptionList items={rows} />
        <Figures day={health.day} week={health.week} />
        {outages.length > 0 && (
          <section>
            <h3 className="mb-1 font-medium text-sm">{t("outages.title")}</h3>
            <ul className="flex flex-col gap-1 text-sm">
              {outages.map(({ id, startedAt, endedAt, reason }) => (
                <li key={id} className="min-w-0">
                  <span className="tabular-nums">
                    {at(startedAt)}
                    {" – "}
                    {endedAt === null ? (
                      t("outages.open")
                    ) : (
                      <>
                        {at(endedAt)}{" "}
                        <span className="text-muted-foreground">({formatDuration(endedAt - startedAt, locale)})</span>
                      </>
                    )}
                  </span>
                  {reason && (
                    <span className="wrap-anywhere block text-muted-foreground text-xs">{reasonOf(reason)}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </CardBody>
    </Card>
  );
}

/** Messages and delivery times of the last day and the last week. */
function Figures({ day, week }: { day: ChannelFigures; week: ChannelFigures }) {
  const t = useTranslations("noticeChannel.figure");
  const locale = useLocale();
  const number = (value: number) => formatNumber(value, locale, 0, 0);
  const took = (ms: number | null) => {
    if (ms === null) return "–";
    return ms < 1000 ? t("lessThanSecond") : formatDuration(ms, locale);
  };
  const ROWS: [label: string, of: (figures: ChannelFigures) => string][] = [
    ["sent", ({ sent }) => number(sent)],
    ["failed", ({ failed }) => number(failed)],
    ["median", ({ medianMs }) => took(medianMs)],
    ["p95", ({ p95Ms }) => took(p95Ms)],
  ];
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="border-b text-left text-muted-foreground text-xs">
          <th scope="col" className="py-1 pr-3 font-medium">
            {t("title")}
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-medium">
            {t("day")}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t("week")}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([label, of]) => (
          <tr key={label} className="border-b last:border-b-0">
            <th scope="row" className="py-1 pr-3 text-left font-normal text-muted-foreground">
              {t(label)}
            </th>
            <td className="py-1 pr-3 text-right">{of(day)}</td>
            <td className="py-1 text-right">{of(week)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
