"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { LineSwatch } from "@/components/chart/chart-readout";
import type { TimeRange } from "@/components/chart/zoom";
import { ListError } from "@/components/data-table/list-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { TONE_TEXT } from "@/components/ui/tone";
import { ToneIcon } from "@/components/ui/tone-icon";
import { formatStamp, formatTime } from "@/lib/datetime/format";
import { dayKey } from "@/lib/datetime/zone";
import { ServiceError } from "@/lib/http/call-service";
import { formatReading } from "@/lib/units/format";
import { isOn } from "../../probe/rules";
import type { HistoryProbe } from "../../probe/schema";
import { isSameRange, type TablePage, tableQuery } from "../client";
import { FIRST_LENGTH, namesOf, orderOf, PAGE_LENGTHS } from "../rules";
import type { HistoryView, ReadingRow } from "../schema";
import { wordsOf } from "./panels";

type Order = TablePage["order"];
/** The cursors that lead to the page shown; each belongs to one range, order and length. */
type Way = { key: string; cursors: readonly string[] };

/** Every reading of the range, a page at a time. */
export function ReadingTable({ view, range }: { view: HistoryView; range: TimeRange }) {
  const t = useTranslations("history.table");
  const { selection, probes, timeZone } = view;
  const [order, setOrder] = useState<Order>("newest");
  const [length, setLength] = useState<number>(FIRST_LENGTH);
  const key = `${range.from} ${range.to} ${order} ${length}`;
  const [way, setWay] = useState<Way>({ key, cursors: [] });
  const cursors = way.key === key ? way.cursors : [];
  const isFirst =
    isSameRange(range, view.range) && order === "newest" && length === FIRST_LENGTH && cursors.length === 0;
  const query = useQuery({
    ...tableQuery(selection, range, { order, length, cursor: cursors.at(-1) ?? null }),
    ...(isFirst && { initialData: view.table, initialDataUpdatedAt: view.now }),
  });
  const { data } = query;
  const next = data?.next;
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
      {query.error && !data ? (
        <ListError
          requestId={query.error instanceof ServiceError ? query.error.requestId : undefined}
          onRetry={() => query.refetch()}
        />
      ) : (
        <Rows rows={data?.items} probes={probes} timeZone={timeZone} isBusy={query.isPlaceholderData} />
      )}
    </Card>
  );
}

type RowsProps = {
  rows: readonly ReadingRow[] | undefined;
  probes: readonly HistoryProbe[];
  timeZone: string;
  isBusy: boolean;
};

function Rows({ rows, probes, timeZone, isBusy }: RowsProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const names = useMemo(() => namesOf(probes), [probes]);
  return (
    <Table className={cn(isBusy && "opacity-60")} aria-busy={isBusy || undefined}>
      <caption className="sr-only">{t("table.caption")}</caption>
      <TableHead>
        <tr>
          <TableHeaderCell>{t("table.time")}</TableHeaderCell>
          <TableHeaderCell>{t("table.probe")}</TableHeaderCell>
          <TableHeaderCell className="text-right">{t("table.value")}</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {rows?.map(({ at, probeId, value }) => {
          const probe = probes.find((one) => one.probeId === probeId);
          if (!probe) return null;
          return (
            <TableRow key={`${at} ${probeId}`}>
              <TableCell className="whitespace-nowrap">
                <time dateTime={new Date(at).toISOString()} title={formatStamp(new Date(at), { timeZone })}>
                  <span className="max-sm:block max-sm:text-muted-foreground max-sm:text-xs">
                    {dayKey(new Date(at), timeZone)}
                  </span>{" "}
                  {formatTime(new Date(at), { locale, timeZone }, true)}
                </time>
              </TableCell>
              <TableCell className="max-w-0 w-full">
                <span className="flex items-center gap-1.5">
                  <LineSwatch order={orderOf(probes, probe.deviceId)} />
                  <span className="truncate" title={`${names.get(probeId)} · ${t(`measure.${probe.measure}`)}`}>
                    {names.get(probeId)}
                  </span>
                </span>
              </TableCell>
              <TableCell className="whitespace-nowrap text-right">
                <Value probe={probe} value={value} />
              </TableCell>
            </TableRow>
          );
        })}
        {!rows &&
          Array.from({ length: FIRST_LENGTH }, (_, index) => (
            <TableRow key={`row-${index}`}>
              <TableCell colSpan={3}>
                <Skeleton />
              </TableCell>
            </TableRow>
          ))}
        {rows?.length === 0 && (
          <TableRow>
            <TableCell colSpan={3} className="py-8 text-center text-muted-foreground">
              {t("empty.title")}
            </TableCell>
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}

/** A value outside of the carrier's range says so by icon, word and colour. */
function Value({ probe: { measure, minimum, maximum }, value }: { probe: HistoryProbe; value: number }) {
  const t = useTranslations();
  const locale = useLocale();
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
