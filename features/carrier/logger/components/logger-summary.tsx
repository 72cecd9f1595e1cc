"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { formatOffset, formatStamp } from "@/lib/datetime/format";
import { formatNumber, formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { LoggerCheckDto } from "../logger.schema";
import { AlarmList } from "./alarm-list";
import { useFactItems } from "./fact-items";
import { LoggerDetailList } from "./logger-detail-list";

type LoggerSummaryProps = { seen: LoggerCheckDto; now: number; timeZone: string };

/** Preview of a file before the import: the logger, its span, values and alarms, and overlaps with existing data. */
export function LoggerSummary({ seen, now, timeZone }: LoggerSummaryProps) {
  const t = useTranslations("history.logger.check");
  const tTab = useTranslations("history.logger.tab");
  const { span, facts, earlier, beside, repeats } = seen;
  const stamp = (at: number) => formatStamp(new Date(at), seen).slice(0, 16);
  const notes = [
    ...facts.twice.map(({ at, isTwice }) => t(isTwice ? "twiceBoth" : "twiceOnce", { time: stamp(at) })),
    ...(facts.ignored.length > 0 ? [t("ignored", { columns: facts.ignored.join(", ") })] : []),
    ...footerNotes(seen.table).map(({ lines, more }) => t(more > 0 ? "footerMore" : "footer", { lines, more })),
    ...(repeats > 0 ? [t("repeats", { count: repeats })] : []),
    ...(beside.length > 0 ? [t("beside", { files: beside.map(({ fileName }) => fileName).join(", ") })] : []),
  ];
  const items: { term: string; value: ReactNode }[] = [
    ...(seen.loggerSerial ? [{ term: t("logger"), value: `${seen.loggerModel} · ${seen.loggerSerial}` }] : []),
    ...(facts.firmware ? [{ term: t("firmware"), value: facts.firmware }] : []),
    ...(span ? [{ term: t("span"), value: `${stamp(span.from)} – ${stamp(span.to)}` }] : []),
    { term: t("clock"), value: `${seen.timeZone} · ${formatOffset(new Date(span?.from ?? now), seen.timeZone)}` },
    { term: t("live"), value: <Live live={seen.live} /> },
    ...useFactItems(seen),
  ];
  return (
    <div className="space-y-4">
      {earlier && (
        <Alert tone="critical">
          {t("twice", {
            name: earlier.fileName,
            who: earlier.userName ?? tTab("somebody"),
            date: formatStamp(new Date(earlier.createdAt), { timeZone }).slice(0, 16),
          })}
        </Alert>
      )}
      <DescriptionList items={items} />
      <Series seen={seen} />
      {/* A table contains no alarms, which does not mean that there were none. */}
      {(seen.table === null || seen.alarmCount > 0) && (
        <section>
          <h3 className="font-medium text-base">{t("alarms", { count: seen.alarmCount })}</h3>
          <AlarmList alarms={seen.alarms} timeZone={seen.timeZone} />
        </section>
      )}
      <LoggerDetailList details={seen.details} timeZone={seen.timeZone} />
      {notes.length > 0 && (
        <Alert>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Alert>
      )}
    </div>
  );
}

const footerNotes = (table: LoggerCheckDto["table"]) =>
  table && table.footerCount > 0
    ? [{ lines: table.footer.join(" · "), more: table.footerCount - table.footer.length }]
    : [];

function Live({ live }: Pick<LoggerCheckDto, "live">) {
  const t = useTranslations();
  if (live.length === 0) return t("history.logger.check.liveNone");
  return live.map(({ measure, hours, count }) => (
    <span key={measure} className="block">
      {t("history.logger.check.liveMeasure", { measure: t(`history.measure.${measure}`), hours, count })}
    </span>
  ));
}

function Series({ seen: { series } }: { seen: LoggerCheckDto }) {
  const t = useTranslations("history.logger.check");
  const tMeasure = useTranslations("history.measure");
  const locale = useValueLocale();
  return (
    <div className="overflow-hidden rounded-md border">
      <Table>
        <caption className="sr-only">{t("series")}</caption>
        <TableHead>
          <tr>
            <TableHeaderCell>{t("series")}</TableHeaderCell>
            <TableHeaderCell className="text-right">{t("count")}</TableHeaderCell>
            <TableHeaderCell className="text-right">{t("lowest")}</TableHeaderCell>
            <TableHeaderCell className="text-right">{t("highest")}</TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {series.map(({ measure, channel, statistic, count, minimum, maximum }) => (
            <TableRow key={`${measure} ${channel} ${statistic}`}>
              <TableCell>
                {channel > 1 ? t("channel", { measure: tMeasure(measure), channel }) : tMeasure(measure)}
                <span className="text-muted-foreground"> · {t(`statistic.${statistic}`)}</span>
              </TableCell>
              <TableCell className="text-right">{formatNumber(count, locale)}</TableCell>
              <TableCell className="whitespace-nowrap text-right">
                {formatReading(minimum, measure, locale).text}
              </TableCell>
              <TableCell className="whitespace-nowrap text-right">
                {formatReading(maximum, measure, locale).text}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
