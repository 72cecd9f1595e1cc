"use client";

import { useLocale, useTranslations } from "next-intl";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import { Age } from "@/components/value/age";
import { useNow } from "@/components/value/use-now";
import { formatDuration } from "@/lib/datetime/format";
import { FORWARD_PATH } from "../forward.client";
import type { ForwardRowDto } from "../forward.schema";
import { ConditionBadge } from "./condition-badge";

type Options = { showsCustomers: boolean; mayEdit: boolean; now: number; timeZone: string };

/** Columns of the list of forwarding targets. */
export function useColumns({ showsCustomers, mayEdit, now, timeZone }: Options): Column<ForwardRowDto>[] {
  const t = useTranslations("forward");
  const locale = useLocale();
  const current = useNow(now);
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const age = (at: string | null) =>
    at ? <Age at={Date.parse(at)} now={now} timeZone={timeZone} className="whitespace-nowrap" /> : t("lag.never");
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    { ...column("type"), sortable: true, cell: (row) => <Badge>{t(`type.${row.type}`)}</Badge> },
    {
      id: "host",
      header: t("field.address"),
      sortable: true,
      cell: ({ host, port }) => (
        <span className="wrap-anywhere tabular-nums sm:block sm:min-w-32">
          {host}
          <wbr />
          <span className="whitespace-nowrap">{`:${port}`}</span>
        </span>
      ),
    },
    {
      id: "platformCode",
      header: t("field.platform"),
      sortable: true,
      cell: ({ platformName, platformCode }) => (
        <span className="wrap-anywhere sm:block sm:min-w-28">
          {[platformName, platformCode].filter(Boolean).join(" · ") || "–"}
        </span>
      ),
    },
    ...(showsCustomers
      ? [
          {
            ...column("customer"),
            cell: (row: ForwardRowDto) => (
              <span className="wrap-anywhere sm:block sm:min-w-28">{row.customerName}</span>
            ),
          },
        ]
      : []),
    {
      ...column("condition"),
      cell: ({ state }) => (
        <span className="flex flex-col items-start gap-0.5">
          <ConditionBadge condition={state.condition} plain />
          {state.condition === "failing" && state.errorCode && (
            <span className="text-muted-foreground text-xs">{t(`failure.${state.errorCode}`)}</span>
          )}
        </span>
      ),
    },
    {
      ...column("waiting"),
      align: "right",
      cell: ({ state: { waiting, waitingSince } }) => (
        <span className="whitespace-nowrap tabular-nums" suppressHydrationWarning>
          {waitingSince === null
            ? "–"
            : `${waiting.toLocaleString(locale)} · ${formatDuration(current - Date.parse(waitingSince), locale)}`}
        </span>
      ),
    },
    { ...column("lastSuccess"), cell: ({ state }) => age(state.lastSuccessAt) },
    {
      ...column("isEnabled"),
      cell: (row) => (
        <RowSwitch
          path={`${FORWARD_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          name={row.name}
          disabled={!mayEdit}
        />
      ),
    },
  ];
}
