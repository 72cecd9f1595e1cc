"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { CappedNote } from "@/components/data-table/capped-note";
import type { Column, ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Stamp } from "@/components/value/stamp";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { AlarmSwitch } from "@/db/enums";
import { ExportMenu } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import { useLive } from "@/lib/live/use-live";
import { carrierPage } from "@/lib/page/carrier-page";
import type { LogPage } from "@/lib/resource/log-page";
import type { SwitchLogDto } from "../schema";

type SwitchLogTableProps = {
  page: LogPage<SwitchLogDto>;
  list: Omit<ListState, "total">;
  /** The filter criteria in the URL. */
  criteria: Readonly<Record<string, string>>;
  isForSeveral: boolean;
  timeZone: string;
};

const TONE: Record<AlarmSwitch, Tone> = { on: "normal", off: "critical", paused: "paused" };

function useColumns({
  timeZone,
  isForSeveral,
}: Pick<SwitchLogTableProps, "timeZone" | "isForSeveral">): Column<SwitchLogDto>[] {
  const t = useTranslations("alarm-log");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  return [
    {
      ...column("at"),
      priority: 1,
      cell: (row) => <Stamp at={row.at} timeZone={timeZone} className="whitespace-nowrap font-medium" />,
    },
    {
      ...column("carrier"),
      cell: ({ carrier }) => (
        <Link
          prefetch={false}
          href={carrierPage(carrier.id)}
          className="wrap-anywhere line-clamp-2 underline-offset-2 hover:text-primary hover:underline sm:min-w-36"
        >
          {carrier.name}
        </Link>
      ),
    },
    {
      ...column("to"),
      cell: (row) => (
        <span className="inline-flex items-center gap-x-1.5 whitespace-nowrap">
          <span className="text-muted-foreground text-xs">{t(`position.${row.from}`)}</span>
          <ArrowRight aria-hidden="true" className="size-3.5 text-faint-foreground" />
          <StateBadge tone={TONE[row.to]} plain>
            {t(`position.${row.to}`)}
          </StateBadge>
        </span>
      ),
    },
    {
      ...column("pausedUntil"),
      cell: (row) =>
        row.pausedUntil ? <Stamp at={row.pausedUntil} timeZone={timeZone} className="whitespace-nowrap" /> : "–",
    },
    {
      ...column("operator"),
      cell: ({ operator, isBySystem }) =>
        operator ? (
          <span className="flex min-w-0 flex-col sm:min-w-24">
            <span className="wrap-anywhere line-clamp-1">{operator.name}</span>
            {operator.username !== operator.name && (
              <span className="line-clamp-1 break-all text-muted-foreground text-xs">{operator.username}</span>
            )}
          </span>
        ) : (
          <span className="text-muted-foreground">{t(isBySystem ? "system" : "apiKey")}</span>
        ),
    },
    // Shown in full: the reason is the purpose of the log.
    {
      ...column("reason"),
      cell: (row) => (
        <span className="wrap-anywhere sm:block sm:min-w-28">
          {(row.isBySystem ? t("pauseOver") : row.reason) || "–"}
        </span>
      ),
    },
    ...(isForSeveral
      ? [
          {
            ...column("customer"),
            cell: (row: SwitchLogDto) => (
              <span title={row.customerName} className="wrap-anywhere line-clamp-2 sm:min-w-32">
                {row.customerName}
              </span>
            ),
          },
        ]
      : []),
  ];
}

/** The rows from the server; reloaded when an alarm is switched. */
export function SwitchLogTable({ page, list, criteria, ...options }: SwitchLogTableProps) {
  const t = useTranslations("alarm-log");
  const columns = useColumns(options);
  const refresh = useRefresh();
  useLive<{ change: string }>("device", ({ change }) => change === "alarmSwitch" && refresh());
  const shown = { ...list, total: page.total };
  return (
    <DataTable
      id="alarm-log"
      caption={t("caption")}
      columns={columns}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.carrier.name}
      list={shown}
      toolbar={
        <>
          <ExportMenu kind="alarmSwitchLog" query={criteria} />
          {page.isCapped && <CappedNote />}
        </>
      }
      empty={
        <EmptyList
          list={shown}
          isFiltered={Object.keys(criteria).length > 0}
          title={t("empty.title")}
          hint={t("empty.hint")}
        />
      }
    />
  );
}
