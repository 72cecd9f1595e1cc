"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { formatDuration } from "@/lib/datetime/format";
import { windowOf } from "@/lib/page/device-window";
import { formatNumber } from "@/lib/units/format";
import { ONLINE_TONE } from "../../components/labels";
import { TRAFFIC_DAYS, weightOf } from "../traffic.rules";
import type { TrafficView } from "../traffic.schema";
import { TrafficChart } from "./traffic-chart";

const PATH = "/transHistory";
/** Maximum number of listed outages; the chart shows all. */
const OUTAGES_LISTED = 200;

/** Connection, traffic and commands of a gateway, display or relay. */
export function TrafficScreen({ device, days, traffic, now }: TrafficView) {
  const t = useTranslations("device");
  const { id, kind, name, serialNumber, onlineStatus } = device;
  return (
    <PageBody>
      <WindowHead
        title={name}
        href={windowOf(kind, id)}
        note={
          <span className="flex flex-wrap items-center gap-2">
            <StateBadge tone={ONLINE_TONE[onlineStatus]}>{t(`online.${onlineStatus}`)}</StateBadge>
            <span>{t(`kind.${kind}`)}</span>
            {name !== serialNumber && <span className="tabular-nums">{serialNumber}</span>}
          </span>
        }
      />
      <LinkTabs
        label={t("traffic.span")}
        tabs={TRAFFIC_DAYS.map((choice) => ({
          href: `${PATH}?id=${id}&days=${choice}`,
          label: t("traffic.days", { days: choice }),
          current: choice === days,
        }))}
      />
      <Figures traffic={traffic} />
      <TrafficChart key={days} name={name} traffic={traffic} now={now} />
      <Outages traffic={traffic} now={now} />
    </PageBody>
  );
}

function Figures({ traffic }: Pick<TrafficView, "traffic">) {
  const t = useTranslations("device.traffic");
  const locale = useLocale();
  const { onlineShare, knownMs, outages, readings, commands, range } = traffic;
  const lasting = outages.map(({ from, to }) => (to ?? range.to) - Math.max(from, range.from));
  const weight = weightOf(knownMs, range);
  // Rounded down, so that 100% means no outage at all.
  const share =
    onlineShare === null || weight === "none"
      ? "–"
      : `${formatNumber(Math.floor(onlineShare * 10_000) / 100, locale, 0, 2)} %`;
  const { total, succeeded, failed, timedOut, underWay } = commands;
  const ended = t("commandsEnded", { succeeded, failed: failed + timedOut, underWay });
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-4">
        <Figure
          name={t("onlineShare")}
          {...(knownMs > 0 &&
            weight !== "whole" && { note: t("known", { duration: formatDuration(knownMs, locale) }) })}
        >
          {share}
        </Figure>
        <Figure
          name={t("outages")}
          {...(lasting.length > 0 && {
            note: t("longest", { duration: formatDuration(Math.max(...lasting), locale) }),
          })}
        >
          {formatNumber(outages.length, locale)}
        </Figure>
        <Figure name={t("readings")}>
          {formatNumber(
            readings.reduce((sum, count) => sum + count, 0),
            locale,
          )}
        </Figure>
        <Figure name={t("commands")} {...(total > 0 && { note: ended })}>
          {formatNumber(total, locale)}
        </Figure>
      </dl>
    </Card>
  );
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="font-semibold text-lg tabular-nums">{children}</dd>
      {note && <dd className="text-faint-foreground text-xs">{note}</dd>}
    </div>
  );
}

function Outages({ traffic, now }: Pick<TrafficView, "traffic" | "now">) {
  const t = useTranslations("device.traffic");
  const locale = useLocale();
  const { outages, timeZone } = traffic;
  const shown = outages.toReversed().slice(0, OUTAGES_LISTED);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("outagesTitle")}</CardTitle>
      </CardHeader>
      {shown.length === 0 ? (
        <CardBody className="text-muted-foreground text-sm">
          {t(traffic.turns.length === 0 ? "unknown" : "none")}
        </CardBody>
      ) : (
        <Table>
          <TableHead>
            <tr>
              <TableHeaderCell>{t("from")}</TableHeaderCell>
              <TableHeaderCell>{t("to")}</TableHeaderCell>
              <TableHeaderCell className="text-right">{t("lasted")}</TableHeaderCell>
            </tr>
          </TableHead>
          <TableBody>
            {shown.map(({ from, to }) => (
              <TableRow key={from}>
                <TableCell>
                  <Instant at={from} now={now} timeZone={timeZone} />
                </TableCell>
                <TableCell>
                  {to === null ? t("stillGone") : <Instant at={to} now={now} timeZone={timeZone} />}
                </TableCell>
                <TableCell className="whitespace-nowrap text-right tabular-nums">
                  {formatDuration((to ?? now) - from, locale)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
