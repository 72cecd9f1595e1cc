import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import type { LoggerDetails } from "@/features/telemetry/logger/logger.schema";
import { formatStamp } from "@/lib/datetime/format";
import { formatNumber, formatReading, NO_VALUE } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";

/** Longer lists scroll. */
const SHOWN_AT_ONCE = 6;

type LoggerDetailListProps = { details: LoggerDetails; timeZone: string };

/** The details of a logger file: its days, markers, and unrecognised names as written in the file. */
export function LoggerDetailList({ details: { days, markers, raw }, timeZone }: LoggerDetailListProps) {
  const t = useTranslations("history.logger.check");
  const tMeasure = useTranslations("history.measure");
  const locale = useValueLocale();
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone });
  const minutes = (count: number | null) => (count === null ? NO_VALUE : formatNumber(count, locale));
  return (
    <>
      {days.length > 0 && (
        <Section title={t("days", { count: days.length })}>
          <DetailTable
            caption={t("days", { count: days.length })}
            titles={[t("day"), t("belowMinutes"), t("aboveMinutes"), t("checkedAt"), t("events")]}
            rows={days.map(({ day, belowMinutes, aboveMinutes, checkedAt, isClockChanged, events }) => [
              stamp(day).slice(0, 10),
              minutes(belowMinutes),
              minutes(aboveMinutes),
              checkedAt.map((at) => stamp(at).slice(11, 16)).join(", ") || NO_VALUE,
              `${minutes(events)}${isClockChanged ? ` · ${t("clockChanged")}` : ""}`,
            ])}
          />
        </Section>
      )}
      {markers.length > 0 && (
        <Section title={t("markers", { count: markers.length })}>
          <DetailTable
            caption={t("markers", { count: markers.length })}
            titles={[t("marker"), t("markedAt"), tMeasure("temperature")]}
            rows={markers.map(({ number, at, value }) => [
              number,
              stamp(at).slice(0, 16),
              formatReading(value, "temperature", locale).text,
            ])}
          />
        </Section>
      )}
      {raw.length > 0 && (
        <Section title={t("raw", { count: raw.length })}>
          <Scrolling label={t("raw", { count: raw.length })} count={raw.length}>
            <DescriptionList
              className="break-all px-3 py-2 text-xs"
              items={raw.map(({ name, value }, index) => ({
                // A name may occur several times, once per alarm.
                term: <span key={index}>{name}</span>,
                value: value || NO_VALUE,
              }))}
            />
          </Scrolling>
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer py-0.5 font-medium text-sm touch:py-3">{title}</summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}

type ScrollingProps = { label: string; count: number; children: ReactNode };

function Scrolling({ label, count, children }: ScrollingProps) {
  return (
    <section
      aria-label={label}
      // Scrollable regions must be focusable by keyboard.
      {...(count > SHOWN_AT_ONCE && { tabIndex: 0 })}
      className="max-h-80 overflow-y-auto rounded-md border"
    >
      {children}
    </section>
  );
}

type DetailTableProps = { caption: string; titles: readonly string[]; rows: readonly (readonly string[])[] };

function DetailTable({ caption, titles, rows }: DetailTableProps) {
  return (
    <Scrolling label={caption} count={rows.length}>
      <Table>
        <caption className="sr-only">{caption}</caption>
        <TableHead>
          <tr>
            {titles.map((title) => (
              <TableHeaderCell key={title}>{title}</TableHeaderCell>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {rows.map((cells, index) => (
            // Days and markers may be repeated; their order is that of the file.
            <TableRow key={index}>
              {cells.map((cell, place) => (
                <TableCell key={titles[place]}>{cell}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Scrolling>
  );
}
