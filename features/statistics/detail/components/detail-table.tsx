"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListError } from "@/components/data-table/list-error";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { wordsOf } from "@/features/telemetry/history/components/switch-words";
import { FIRST_LENGTH, PAGE_LENGTHS } from "@/features/telemetry/history/limits.rules";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { formatStamp, formatTime } from "@/lib/datetime/format";
import { dayKey } from "@/lib/datetime/zone";
import { ServiceError } from "@/lib/http/call-service";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { type Asked, tableQuery } from "../detail.client";
import type { DetailView } from "../detail.schema";

/** One row per interval, one column per probe; pages follow one another by a cursor. */
export function DetailTable({ view, asked }: { view: DetailView; asked: Asked }) {
  const t = useTranslations("history.table");
  const tDetail = useTranslations("detail");
  const tMeasure = useTranslations("history.measure");
  const [order, setOrder] = useState<"newest" | "oldest">("newest");
  const [length, setLength] = useState<number>(FIRST_LENGTH);
  const [cursors, setCursors] = useState<readonly number[]>([]);
  const isFirst = order === "newest" && length === FIRST_LENGTH && cursors.length === 0;
  const query = useQuery({
    ...tableQuery(asked, { order, length, cursor: cursors.at(-1) ?? null }),
    ...(isFirst && { initialData: view.table, initialDataUpdatedAt: view.now }),
  });
  const { data } = query;
  const { probes, timeZone, interval } = view;
  return (
    <Card className="flex min-h-0 shrink-0 flex-col overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 p-2">
        <Select
          aria-label={t("order")}
          className="w-auto"
          value={order}
          onChange={(event) => {
            setOrder(event.target.value as "newest" | "oldest");
            setCursors([]);
          }}
        >
          <option value="newest">{t("newest")}</option>
          <option value="oldest">{t("oldest")}</option>
        </Select>
        <Select
          aria-label={t("size")}
          className="w-auto"
          value={length}
          onChange={(event) => {
            setLength(Number(event.target.value));
            setCursors([]);
          }}
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
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span className="text-muted-foreground text-sm tabular-nums">{t("page", { page: cursors.length + 1 })}</span>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("next")}
            disabled={!data?.next || query.isPlaceholderData}
            onClick={() => data?.next && setCursors([...cursors, data.next])}
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
        <section aria-label={tDetail("caption")} tabIndex={0} className="overflow-auto">
          <table
            className={cn(
              "w-full border-separate border-spacing-0 text-sm tabular-nums",
              query.isPlaceholderData && "opacity-60",
            )}
          >
            <caption className="sr-only">{tDetail("caption")}</caption>
            <thead className="bg-table-header text-table-header-foreground">
              <tr>
                <th scope="col" className="sticky left-0 z-10 bg-table-header px-3 py-2 text-left font-medium">
                  {tDetail("time")}
                </th>
                {probes.map((probe) => (
                  <th key={probe.probeId} scope="col" className="px-3 py-2 text-right font-medium">
                    <span className="block max-w-48 truncate" title={probe.carrierName ?? probe.deviceName}>
                      {probe.carrierName ?? probe.deviceName}
                    </span>
                    <span className="block whitespace-nowrap font-normal text-xs opacity-80">
                      {tMeasure(probe.measure)} · {probe.serialNumber}
                      {probe.channel && ` · ${probe.channel}`}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data?.rows.map(({ at, cells }) => (
                <tr key={at} className="hover:bg-accent">
                  <th
                    scope="row"
                    title={formatStamp(new Date(at), { timeZone })}
                    className="sticky left-0 whitespace-nowrap border-b bg-card px-3 py-1.5 text-left font-normal"
                  >
                    {dayKey(new Date(at), timeZone)}
                    {interval !== "day" && ` ${formatTime(new Date(at), { locale: "", timeZone }, interval === "raw")}`}
                  </th>
                  {probes.map((probe, index) => (
                    <Cell key={probe.probeId} probe={probe} value={cells[index] ?? null} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {data?.rows.length === 0 && (
            <EmptyState title={tDetail("empty")} className="min-h-40">
              {tDetail("emptyHint")}
            </EmptyState>
          )}
        </section>
      )}
    </Card>
  );
}

/** A value; beyond a limit it has an arrow and its state's colour. */
function Cell({ probe: { measure, minimum, maximum }, value }: { probe: HistoryProbe; value: number | null }) {
  const t = useTranslations("detail");
  const tHistory = useTranslations("history");
  const locale = useValueLocale();
  // The mean of a switch lies between its states and is shown as it is.
  const word = value === 0 || value === 1 ? wordsOf(measure, tHistory as never)?.[value] : undefined;
  const side =
    value === null
      ? null
      : maximum !== null && value > maximum
        ? "above"
        : minimum !== null && value < minimum
          ? "below"
          : null;
  return (
    <td
      className={cn(
        "whitespace-nowrap border-b px-3 py-1.5 text-right",
        value === null && "text-faint-foreground",
        side === "above" && "font-medium text-above",
        side === "below" && "font-medium text-below",
      )}
    >
      {side && (
        <>
          <span aria-hidden="true">{side === "above" ? "↑ " : "↓ "}</span>
          <span className="sr-only">{t(side)} </span>
        </>
      )}
      {word ?? formatReading(value, measure, locale).text}
    </td>
  );
}
