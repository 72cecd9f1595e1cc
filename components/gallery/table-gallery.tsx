"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column, ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { NoMatch } from "@/components/data-table/no-match";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import { Sparkline } from "@/components/value/sparkline";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { ValueCell } from "@/components/value/value-cell";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";

type Row = { id: string; tone: Tone; celsius: number; humidity: number; ageMinutes: number };

const TONES: readonly Tone[] = ["normal", "normal", "above", "normal", "below", "offline", "normal", "paused"];

function rowsOf(start: number, length: number): Row[] {
  return Array.from({ length }, (_, index) => {
    const place = start + index;
    const tone = TONES[place % TONES.length] ?? "normal";
    const base = tone === "above" ? 9.3 : tone === "below" ? 0.7 : 4.4;
    return {
      id: `FR-${String(place + 1).padStart(3, "0")}`,
      tone,
      celsius: base + ((place * 7) % 11) / 10,
      humidity: 48 + ((place * 13) % 170) / 10,
      ageMinutes: tone === "offline" ? 94 : place % 4,
    };
  });
}

type TableGalleryProps = { query: Record<string, string | string[] | undefined>; now: number };

export function TableGallery({ query, now }: TableGalleryProps) {
  const t = useTranslations("gallery");
  const common = useTranslations("common");
  const locale = useValueLocale();
  const length = Number(query.iDisplayLength ?? 15);
  const start = Number(query.iDisplayStart ?? 0);
  const list: ListState = {
    path: "/gallery",
    query,
    start,
    length,
    total: 1284,
    sort: String(query.sort ?? "name"),
    dir: query.dir === "desc" ? "desc" : "asc",
  };
  const reading = (row: Row, measure: "temperature" | "humidity") => {
    const { number, unit } = formatReading(measure === "temperature" ? row.celsius : row.humidity, measure, locale);
    return { value: number, unit, now, at: now - row.ageMinutes * 60_000, staleAfterMs: 600_000 };
  };
  const columns: Column<Row>[] = [
    {
      id: "name",
      header: t("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <span className="font-medium">{row.id}</span>,
    },
    { id: "site", header: t("site"), priority: 3, cell: () => t("siteName") },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: (row) => <StateBadge tone={row.tone}>{common(`state.${row.tone}`)}</StateBadge>,
    },
    {
      id: "temperature",
      header: t("temperature"),
      sortable: true,
      cell: (row) => (
        <ValueCell
          {...reading(row, "temperature")}
          tone={row.tone}
          toneLabel={common(`state.${row.tone}`)}
          trend={row.celsius > 5 ? "rising" : "steady"}
        />
      ),
    },
    {
      id: "humidity",
      header: t("humidity"),
      cell: (row) => <ValueCell {...reading(row, "humidity")} at={undefined} />,
    },
    {
      id: "trend",
      header: t("trend"),
      cell: (row) => (
        <Sparkline
          label={`${row.id}: ${t("trend")}`}
          limits={{ minimum: 2, maximum: 8 }}
          values={Array.from({ length: 32 }, (_, index) => row.celsius + Math.sin(index / 2 + row.humidity))}
        />
      ),
    },
    {
      id: "updated",
      header: t("updated"),
      sortable: true,
      hidden: false,
      cell: (row) => <Instant at={now - row.ageMinutes * 60_000} now={now} timeZone="Asia/Shanghai" />,
    },
    {
      id: "operations",
      header: common("table.operations"),
      kind: "operation",
      cell: (row) => (
        <>
          <Button variant="ghost" size="icon-sm" aria-label={`${t("editPoint")} ${row.id}`}>
            <Pencil aria-hidden="true" />
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label={`${t("openConfirm")} ${row.id}`}>
            <Trash2 aria-hidden="true" />
          </Button>
        </>
      ),
    },
  ];
  const shared = { columns, rowId: (row: Row) => row.id, rowLabel: (row: Row) => row.id };
  return (
    <>
      <DataTable
        id="gallery"
        caption={t("section.table")}
        {...shared}
        rows={rowsOf(start, length)}
        list={list}
        toolbar={
          <Button variant="primary">
            <Plus aria-hidden="true" />
            {t("emptyAction")}
          </Button>
        }
        batchActions={<Button size="sm">{t("pauseAlarms")}</Button>}
        empty={null}
      />
      <DataTable
        id="gallery-empty"
        caption={t("emptyTitle")}
        {...shared}
        rows={[]}
        list={{ ...list, start: 0, total: 0 }}
        empty={
          <EmptyState title={t("emptyTitle")} action={<Button variant="primary">{t("emptyAction")}</Button>}>
            {t("emptyHint")}
          </EmptyState>
        }
      />
      <NoMatch resetHref="/gallery" />
      <DataTableSkeleton rows={5} />
    </>
  );
}
