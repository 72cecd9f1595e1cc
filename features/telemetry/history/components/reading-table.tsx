"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useMemo, useState } from "react";
import { LineSwatch } from "@/components/chart/chart-readout";
import type { TimeRange } from "@/components/chart/zoom";
import { ListError } from "@/components/data-table/list-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { ServiceError } from "@/lib/http/call-service";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { InvalidReason, InvalidValue } from "../../correction/components/invalid-cells";
import { isOn } from "../../ingest/probe.rules";
import type { HistoryProbe } from "../../ingest/probe.schema";
import { LoggerCells, loggerKey } from "../../logger/components/logger-cells";
import { type MergedPage, mergedQuery } from "../../logger/overlay.client";
import type { MergedRow, OverlayFile } from "../../logger/overlay.schema";
import { isSameRange, type TablePage, tableQuery } from "../history.client";
import { namesOf, orderOf } from "../history.rules";
import type { HistoryView } from "../history.schema";
import { FIRST_LENGTH, PAGE_LENGTHS } from "../limits.rules";
import { ReadingTime } from "./reading-time";
import { wordsOf } from "./switch-words";

type Order = TablePage["order"];
/** The cursors of the pages up to the one shown, valid for one range, order and length. */
type Way = { key: string; cursors: readonly MergedPage["next"][] };

type ReadingTableProps = {
  view: HistoryView;
  range: TimeRange;
  /** The carriers whose loggers' values are included in the list. */
  loggersOf: readonly number[];
};

/** All readings of the range, paginated. */
export const ReadingTable = memo(function ReadingTable({ view, range, loggersOf }: ReadingTableProps) {
  const t = useTranslations("history.table");
  const { selection, probes, timeZone } = view;
  const [order, setOrder] = useState<Order>("newest");
  const [length, setLength] = useState<number>(FIRST_LENGTH);
  const isMerged = loggersOf.length > 0;
  const key = `${range.from} ${range.to} ${order} ${length} ${isMerged}`;
  const [way, setWay] = useState<Way>({ key, cursors: [] });
  const cursors = way.key === key ? way.cursors : [];
  const isFirst =
    isSameRange(range, view.range) && order === "newest" && length === FIRST_LENGTH && cursors.length === 0;
  const live = useQuery({
    ...tableQuery(selection, range, { order, length, cursor: cursors.at(-1)?.cursor ?? null }),
    enabled: !isMerged,
    ...(isFirst && { initialData: view.table, initialDataUpdatedAt: view.now }),
  });
  const merged = useQuery({
    ...mergedQuery(selection, range, loggersOf, { order, length, next: cursors.at(-1) ?? {} }),
    enabled: isMerged,
  });
  const query = isMerged ? merged : live;
  const rows: readonly MergedRow[] | undefined = isMerged
    ? merged.data?.items
    : live.data?.items.map((row) => ({ source: "live", ...row }));
  const next = isMerged ? merged.data?.next : live.data?.next && { cursor: live.data.next };
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 p-2">
        <Select
          aria-label={t("order")}
          className="w-auto"
          value={order}
          onChange={(event) => setOrder(event.target.value as Order)}
        >
          <option value="newest">{t("newest")}</option>
          <option value="oldest">{t("oldest")}</option>
        </Select>
        <Select
          aria-label={t("size")}
          className="w-auto"
          value={length}
          onChange={(event) => setLength(Number(event.target.value))}
        >
          {PAGE_LENGTHS.map((size) => (
            <option key={size} value={size}>
              {t("perPage", { size })}
            </option>
          ))}
        </Select>
        <div className="ml-auto flex items-center gap-1">
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("previous")}
            disabled={cursors.length === 0}
            onClick={() => setWay({ key, cursors: cursors.slice(0, -1) })}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span className="text-muted-foreground text-sm tabular-nums">{t("page", { page: cursors.length + 1 })}</span>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("next")}
            disabled={!next || query.isPlaceholderData}
            onClick={() => next && setWay({ key, cursors: [...cursors, next] })}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      </div>
      {query.error && !rows ? (
        <ListError
          requestId={query.error instanceof ServiceError ? query.error.requestId : undefined}
          onRetry={() => query.refetch()}
        />
      ) : (
        <Rows
          rows={rows}
          files={isMerged ? (merged.data?.files ?? []) : null}
          probes={probes}
          timeZone={timeZone}
          canRestate={view.canRestate}
          isBusy={query.isPlaceholderData}
        />
      )}
    </Card>
  );
});

type RowsProps = {
  rows: readonly MergedRow[] | undefined;
  /** The files of the loggers' rows; null without such rows. */
  files: readonly OverlayFile[] | null;
  probes: readonly HistoryProbe[];
  timeZone: string;
  canRestate: boolean;
  isBusy: boolean;
};

function Rows({ rows, files, probes, timeZone, canRestate, isBusy }: RowsProps) {
  const t = useTranslations("history");
  const tLogger = useTranslations("history.logger.overlay");
  const names = useMemo(() => namesOf(probes), [probes]);
  const columns = files ? 4 : 3;
  return (
    <Table className={cn(isBusy && "opacity-60")} aria-busy={isBusy || undefined}>
      <caption className="sr-only">{t("table.caption")}</caption>
      <TableHead>
        <tr>
          <TableHeaderCell>{t("table.time")}</TableHeaderCell>
          <TableHeaderCell>{t("table.probe")}</TableHeaderCell>
          {files && <TableHeaderCell>{tLogger("source")}</TableHeaderCell>}
          <TableHeaderCell className="text-right">{t("table.value")}</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {rows?.map((row) => {
          if (row.source === "logger")
            return <LoggerCells key={loggerKey(row)} row={row} files={files ?? []} timeZone={timeZone} />;
          const { at, probeId, value, invalid } = row;
          const probe = probes.find((one) => one.probeId === probeId);
          if (!probe) return null;
          return (
            <TableRow key={`${at} ${probeId}`}>
              <TableCell className="whitespace-nowrap">
                <ReadingTime at={at} timeZone={timeZone} />
              </TableCell>
              <TableCell className="max-w-0 w-full">
                <span className="flex items-center gap-1.5">
                  <LineSwatch order={orderOf(probes, probe.deviceId)} />
                  <span className="truncate" title={`${names.get(probeId)} · ${t(`measure.${probe.measure}`)}`}>
                    {names.get(probeId)}
                  </span>
                </span>
                {invalid && <InvalidReason mark={invalid} />}
              </TableCell>
              {files && <TableCell className="whitespace-nowrap text-muted-foreground">{tLogger("live")}</TableCell>}
              <TableCell className="whitespace-nowrap text-right">
                {invalid ? (
                  <InvalidValue probe={probe} value={value} at={at} timeZone={timeZone} canRestore={canRestate} />
                ) : (
                  <Value probe={probe} value={value} />
                )}
              </TableCell>
            </TableRow>
          );
        })}
        {!rows &&
          Array.from({ length: FIRST_LENGTH }, (_, index) => (
            <TableRow key={`row-${index}`}>
              <TableCell colSpan={columns}>
                <Skeleton />
              </TableCell>
            </TableRow>
          ))}
        {rows?.length === 0 && (
          <TableRow>
            <TableCell colSpan={columns} className="py-8 text-center text-muted-foreground">
              {t("empty.title")}
            </TableCell>
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}

/** A value; outside the carrier's range it is marked by icon, text and colour. */
function Value({ probe: { measure, minimum, maximum }, value }: { probe: HistoryProbe; value: number }) {
  const t = useTranslations();
  const locale = useValueLocale();
  const words = wordsOf(measure, (key) => t(`history.${key}`));
  if (words) return words[isOn(value) ? 1 : 0];
  const { number, unit } = formatReading(value, measure, locale);
  const tone = maximum !== null && value > maximum ? "above" : minimum !== null && value < minimum ? "below" : null;
  return (
    <span className={cn("inline-flex items-baseline gap-1", tone && TONE_TEXT[tone])}>
      {tone && <ToneIcon tone={tone} className="size-3.5 self-center" />}
      {tone && <span className="sr-only">{t(`common.state.${tone}`)}</span>}
      <span className="font-semibold">{number}</span>
      <span className={cn("text-xs", !tone && "text-muted-foreground")}>{unit}</span>
    </span>
  );
}
