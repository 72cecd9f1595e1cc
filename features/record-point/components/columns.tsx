"use client";

import { ClockAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { TextCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { Instant } from "@/components/value/instant";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { monthText } from "@/lib/datetime/month";
import { Link } from "@/lib/i18n/navigation";
import type { SheetRowDto } from "../sheet.schema";
import { SheetStatusBadge } from "./status-badge";

/** A count; from one on with a sign, if it asks for a look. */
function Count({ count, tone, label }: { count: number; tone?: Tone | null; label: string }) {
  if (count === 0) return <span className="text-faint-foreground">0</span>;
  if (!tone) return <span className="tabular-nums">{count}</span>;
  return (
    <span title={label} className={cn("inline-flex items-center gap-1 font-medium tabular-nums", TONE_TEXT[tone])}>
      <ToneIcon tone={tone} className="size-3.5" />
      {count}
    </span>
  );
}

/** The columns of sheets. */
export function useSheetColumns({ timeZone, now }: { timeZone: string; now: number }): Column<SheetRowDto>[] {
  const t = useTranslations("record");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  return [
    {
      ...column("carrierName"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2 sm:min-w-44">
          <span className="shrink-0 text-muted-foreground">
            <CarrierIcon type={row.carrier.type} />
          </span>
          <Link
            href={`/recordSheet?id=${row.id}`}
            prefetch={false}
            className="wrap-anywhere font-medium hover:text-primary hover:underline"
            aria-label={t("action.open", { name: `${row.carrier.name}, ${monthText(row.month, locale)}` })}
          >
            {row.carrier.name}
          </Link>
        </span>
      ),
    },
    {
      ...column("month"),
      sortable: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5 whitespace-nowrap">
          {monthText(row.month, locale)}
          {row.version > 1 && <Badge>{t("version", { version: row.version })}</Badge>}
        </span>
      ),
    },
    {
      ...column("status"),
      sortable: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <SheetStatusBadge status={row.status} />
          {row.counts.newer > 0 && (
            <Badge tone="warning">
              <ClockAlert aria-hidden="true" className="size-3.5" />
              {t("newer")}
            </Badge>
          )}
        </span>
      ),
    },
    {
      ...column("collected"),
      align: "right",
      cell: (row) => <Count count={row.counts.collected} label={t("column.collected")} />,
    },
    {
      ...column("outOfRange"),
      align: "right",
      cell: (row) => <Count count={row.counts.outOfRange} tone="above" label={t("column.outOfRange")} />,
    },
    {
      ...column("missed"),
      align: "right",
      cell: (row) => (
        <Count
          count={row.counts.missed}
          tone={row.counts.unexplained > 0 ? "warning" : null}
          label={t("column.missed")}
        />
      ),
    },
    {
      ...column("entered"),
      align: "right",
      cell: (row) => <Count count={row.counts.entered} label={t("column.entered")} />,
    },
    { ...column("scene"), cell: (row) => <TextCell text={row.sceneName} /> },
    {
      ...column("submitted"),
      cell: ({ submittedAt, submittedBy }) =>
        submittedAt === null ? (
          <span className="text-faint-foreground">–</span>
        ) : (
          <span className="whitespace-nowrap">
            {submittedBy}{" "}
            <Instant at={Date.parse(submittedAt)} now={now} timeZone={timeZone} className="text-muted-foreground" />
          </span>
        ),
    },
  ];
}
