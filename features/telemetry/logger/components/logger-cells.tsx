"use client";

import { useTranslations } from "next-intl";
import { LineSwatch } from "@/components/chart/chart-readout";
import { TableCell, TableRow } from "@/components/ui/table";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatStamp } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { ReadingTime } from "../../history/components/reading-time";
import { isOn } from "../../ingest/probe.rules";
import { markOf } from "../overlay.rules";
import type { LoggerRow, OverlayFile } from "../overlay.schema";
import { LOGGER_STROKE, nameOf } from "./overlay-panels";

/** Unique key of a logger row. */
export const loggerKey = ({ at, fileId, measure, channel, statistic }: LoggerRow): string =>
  `${at} ${fileId} ${measure} ${channel} ${statistic}`;

type LoggerCellsProps = { row: LoggerRow; files: readonly OverlayFile[]; timeZone: string };

/** A logger's value in the history list, marked as imported, with user and time. */
export function LoggerCells({ row, files, timeZone }: LoggerCellsProps) {
  const t = useTranslations();
  const tLogger = useTranslations("history.logger");
  const locale = useValueLocale();
  const { at, measure, channel, statistic, value } = row;
  const file = files.find(({ id }) => id === row.fileId);
  if (!file) return null;
  const date = formatStamp(new Date(file.createdAt), { timeZone }).slice(0, 16);
  const name = `${nameOf(file)}${channel > 1 ? ` · ${channel}` : ""}`;
  const { number, unit } = formatReading(value, measure, locale);
  const word = { door: ["doorClosed", "doorOpen"], power: ["powerOff", "powerOn"] } as const;
  return (
    <TableRow className="text-muted-foreground">
      <TableCell className="whitespace-nowrap">
        <ReadingTime at={at} timeZone={timeZone} />
      </TableCell>
      <TableCell className="w-full max-w-0">
        <span className="flex items-center gap-1.5">
          <LineSwatch stroke={LOGGER_STROKE} />
          <span className="truncate" title={`${name} · ${t(`history.measure.${measure}`)}`}>
            {name}
            {statistic !== "reading" && ` · ${tLogger(`overlay.statistic.${statistic}`)}`}
          </span>
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap" title={markOf(file, { say: tLogger, date })}>
        {tLogger("overlay.file")}
      </TableCell>
      <TableCell className="whitespace-nowrap text-right">
        {isSwitch(measure) ? (
          t(`history.word.${word[measure as "door" | "power"][isOn(value) ? 1 : 0]}`)
        ) : (
          <>
            <span className="font-semibold">{number}</span> <span className="text-xs">{unit}</span>
          </>
        )}
      </TableCell>
    </TableRow>
  );
}
