"use client";

import { LogIn, LogOut, Route } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Stamp } from "@/components/value/stamp";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { useLive } from "@/lib/live/use-live";
import { carrierPage } from "@/lib/page/carrier-page";
import type { GeofenceEventDto } from "../event.schema";

/** A position that arrives later than this (ms) is marked as late. */
const LATE_MS = 600_000;
/** The track shown for an event covers this time (ms) before and after it. */
const AROUND_MS = 1_800_000;

type EventTableProps = ListTable<GeofenceEventDto> & { mayTrace: boolean; timeZone: string };

const iso = (at: number) => new Date(at).toISOString();
const traceHref = ({ carrier, at }: GeofenceEventDto) =>
  `/traceDetail?id=${carrier.id}&from=${iso(Date.parse(at) - AROUND_MS)}&to=${iso(Date.parse(at) + AROUND_MS)}`;

function useColumns({
  mayTrace,
  timeZone,
}: Pick<EventTableProps, "mayTrace" | "timeZone">): Column<GeofenceEventDto>[] {
  const t = useTranslations("geofence.event");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(id) });
  return [
    {
      ...column("at"),
      sortable: true,
      priority: 1,
      cell: ({ at, foundAt }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Stamp at={at} timeZone={timeZone} className="whitespace-nowrap font-medium" />
          {Date.parse(foundAt) - Date.parse(at) > LATE_MS && <Badge>{t("late")}</Badge>}
        </span>
      ),
    },
    {
      ...column("carrier"),
      cell: ({ carrier }) => (
        <Link
          prefetch={false}
          href={carrierPage(carrier.id)}
          className="wrap-anywhere underline-offset-2 hover:text-primary hover:underline"
        >
          {carrier.name}
        </Link>
      ),
    },
    {
      ...column("kind"),
      cell: ({ kind }) => (
        <span className="inline-flex items-center gap-1.5 [&_svg]:size-4">
          {kind === "enter" ? <LogIn aria-hidden="true" /> : <LogOut aria-hidden="true" />}
          {t(kind)}
        </span>
      ),
    },
    { ...column("geofence"), cell: ({ geofence }) => geofence.name },
    {
      ...column("stay"),
      cell: ({ staySeconds }) => (staySeconds === null ? "–" : formatDuration(staySeconds * 1000, locale)),
    },
    ...(mayTrace
      ? [
          {
            ...column("trace"),
            kind: "operation" as const,
            cell: (row: GeofenceEventDto) => (
              <ButtonLink
                href={traceHref(row)}
                target="_blank"
                prefetch={false}
                size="icon-sm"
                variant="ghost"
                aria-label={t("traceOf", { name: row.carrier.name ?? "" })}
                title={t("trace")}
              >
                <Route aria-hidden="true" />
              </ButtonLink>
            ),
          },
        ]
      : []),
  ];
}

/** Enter and exit events of geofences. New events are offered, not inserted, so that no row moves while it is read. */
export function EventTable({ page, list, isFiltered, ...options }: EventTableProps) {
  const t = useTranslations("geofence.event");
  const columns = useColumns(options);
  const refresh = useRefresh();
  const [heard, setHeard] = useState({ of: page, count: 0 });
  const count = heard.of === page ? heard.count : 0;
  useLive("geofence", () => setHeard({ of: page, count: count + 1 }));
  const shown = { ...list, total: page.total };
  return (
    <DataTable
      id="geofence-event"
      caption={t("caption")}
      columns={columns}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.carrier.name ?? ""}
      list={shown}
      toolbar={
        <>
          {count > 0 && <Button onClick={refresh}>{t("new", { count })}</Button>}
          <ExportMenu kind="geofenceEvent" query={exportQuery(list.query)} />
        </>
      }
      empty={<EmptyList list={shown} isFiltered={isFiltered} title={t("empty")} hint={t("emptyHint")} />}
    />
  );
}
