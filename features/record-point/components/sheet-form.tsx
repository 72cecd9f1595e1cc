"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { timeOf } from "@/features/carrier/record-time/rules";
import { formatTime } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { dayText } from "../month.rules";
import { recordersOf, remarksOf } from "../paper.rules";
import { columnsOf, countsOf, MOST_COLUMNS, rowsOf, type SheetRow } from "../sheet.rules";
import type { SheetDetailDto, SheetProbeDto, SheetValueDto } from "../sheet.schema";
import { ValueMark } from "./sheet-cell";

type SheetFormProps = {
  sheet: SheetDetailDto;
  probe: SheetProbeDto;
  onOpen: (value: SheetValueDto) => void;
  onOpenDay: (day: string) => void;
};

const CELL =
  "h-9 border-b border-l px-2 text-left align-middle first:border-l-0 print:h-6 print:px-1 print:text-[8.5pt]";

/** The form of one probe and month, as on paper: a row for each day, a column for each record time. */
export function SheetForm({ sheet, probe, onOpen, onOpenDay }: SheetFormProps) {
  const t = useTranslations("record");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const own = sheet.values.filter(({ probeId }) => probeId === probe.id);
  const columns = columnsOf(own);
  const isLong = columns.length > MOST_COLUMNS;
  const rows = rowsOf(sheet.month, probe.id, own);
  const head = [
    ...(isLong
      ? ["collected", "outOfRange", "missed", "entered"].map((name) => t(`column.${name}`))
      : columns.map(timeOf)),
    t("sheet.minimum"),
    t("sheet.maximum"),
    t("sheet.by"),
    t("sheet.mark"),
  ];
  const number = (value: number | null) => formatReading(value, probe.measure, locale).number;
  const name = `${tMeasure(probe.measure)} ${probe.serialNumber}`;
  // A scrollable table must be focusable itself.
  const region = { role: "region", "aria-label": name, tabIndex: 0 };
  return (
    <div {...region} className="overflow-x-auto rounded-md border bg-card print:overflow-visible print:rounded-none">
      <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <caption className="sr-only">{name}</caption>
        <thead className="bg-table-header text-table-header-foreground text-xs print:bg-transparent print:text-foreground">
          <tr>
            <th
              scope="col"
              className={cn(CELL, "sticky left-0 z-10 bg-table-header font-medium print:static print:bg-transparent")}
            >
              {t("sheet.day")}
            </th>
            {head.map((text) => (
              <th key={text} scope="col" className={cn(CELL, "whitespace-nowrap font-medium")}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day} className="break-inside-avoid hover:bg-row-hover">
              <th
                scope="row"
                className={cn(
                  CELL,
                  "sticky left-0 whitespace-nowrap bg-card font-normal print:static print:bg-transparent",
                )}
              >
                {isLong && row.cells.size > 0 ? (
                  <button
                    type="button"
                    className="font-medium text-primary underline-offset-2 hover:underline touch:min-h-11 print:no-underline"
                    aria-label={t("sheet.dayOpen", { day: row.day })}
                    onClick={() => onOpenDay(row.day)}
                  >
                    {dayText(row.day, locale)}
                  </button>
                ) : (
                  dayText(row.day, locale)
                )}
              </th>
              {isLong ? (
                <DayCounts row={row} />
              ) : (
                columns.map((minute) => {
                  const value = row.cells.get(minute);
                  return (
                    <td key={minute} className={cn(CELL, "p-0 print:p-0")}>
                      {value ? (
                        <ValueButton
                          value={value}
                          timeZone={sheet.timeZone}
                          isShifted={isShifted(value, sheet.timeZone)}
                          onOpen={onOpen}
                        />
                      ) : (
                        <span className="px-2 text-faint-foreground">–</span>
                      )}
                    </td>
                  );
                })
              )}
              <td className={cn(CELL, "text-muted-foreground")}>{number(row.minimum)}</td>
              <td className={cn(CELL, "text-muted-foreground")}>{number(row.maximum)}</td>
              <td className={cn(CELL, "whitespace-nowrap text-muted-foreground")}>
                {recordersOf(row.cells.values(), t("sheet.automatic"))}
              </td>
              <td className={cn(CELL, "min-w-40 text-muted-foreground text-xs print:min-w-0 print:text-[7.5pt]")}>
                {!isLong && remarksOf(row.cells.values(), sheet.timeZone)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The clock change of that day skips the record time. */
const isShifted = ({ plannedAt, minute }: SheetValueDto, timeZone: string) =>
  formatTime(new Date(plannedAt), { locale: "en-US", timeZone }) !== timeOf(minute);

function DayCounts({ row }: { row: SheetRow<SheetValueDto> }) {
  const { planned, collected, outOfRange, missed, entered } = countsOf([...row.cells.values()]);
  if (planned === 0)
    return (
      <td colSpan={4} className={cn(CELL, "text-faint-foreground")}>
        –
      </td>
    );
  const counts = { collected, outOfRange, missed, entered };
  return Object.entries(counts).map(([name, count]) => (
    <td
      key={name}
      className={cn(CELL, count === 0 && "text-faint-foreground", name !== "collected" && count > 0 && "font-semibold")}
    >
      {count}
    </td>
  ));
}

type ValueButtonProps = {
  value: SheetValueDto;
  timeZone: string;
  isShifted?: boolean;
  onOpen: (value: SheetValueDto) => void;
};

/** A record, which opens its details. */
export function ValueButton({ value, timeZone, isShifted: shifted = false, onOpen }: ValueButtonProps) {
  const t = useTranslations("record");
  const time = formatTime(new Date(value.plannedAt), { locale: "en-US", timeZone });
  return (
    <button
      type="button"
      className="flex h-full min-h-9 w-full items-center gap-1 px-2 text-left hover:bg-accent touch:min-h-11 print:min-h-0 print:px-1"
      onClick={() => onOpen(value)}
    >
      <span className="sr-only">{t("cell.label", { day: value.day, time, state: t(`state.${value.state}`) })}</span>
      <ValueMark value={value} />
      {shifted && <span className="text-faint-foreground text-xs">{time}</span>}
    </button>
  );
}
