"use client";

import { useLocale, useTranslations } from "next-intl";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { PageBody } from "@/components/shell/page-body";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { useNow } from "@/components/value/use-now";
import { formatDuration } from "@/lib/datetime/format";
import type { ListView } from "@/lib/resource/list-query";
import type { DeviceDto } from "../../device.schema";
import type { BindingPhase } from "../binding.rules";
import type { BindingDto } from "../binding.schema";

const TONES: Record<BindingPhase, Tone> = {
  unbound: "paused",
  bound: "normal",
  embedded: "normal",
  "fallen-off": "warning",
};

type BaseHistoryScreenProps = ListView<BindingDto> & { base: DeviceDto; current: BindingDto | null };

/** Past and present bindings of a smart base, with their sensors, newest first. */
export function BaseHistoryScreen({ base, current, page, values, order, timeZone, now }: BaseHistoryScreenProps) {
  const t = useTranslations("mounting.binding");
  const columns = useColumns(timeZone, now);
  const phase = current?.state ?? "unbound";
  const list = { path: "/baseHistory", query: values, ...order, total: page.total };
  return (
    <PageBody fill>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-xl">{base.name}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
            {base.name !== base.serialNumber && <span className="tabular-nums">{base.serialNumber}</span>}
            <StateBadge tone={TONES[phase]}>{t(phase)}</StateBadge>
            {current?.carrier && <span className="wrap-anywhere">{current.carrier.name}</span>}
          </p>
        </div>
      </header>
      <DataTable
        id="base-history"
        caption={t("title")}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => t(row.state)}
        list={list}
        empty={<EmptyList list={list} isFiltered={false} title={t("emptyTitle")} hint={t("emptyText")} />}
      />
    </PageBody>
  );
}

function useColumns(timeZone: string, now: number): Column<BindingDto>[] {
  const t = useTranslations("mounting.binding");
  const locale = useLocale();
  const current = useNow(now);
  const column = (id: string) => ({ id, header: t(id) });
  return [
    {
      ...column("state"),
      priority: 1,
      cell: ({ state }) => (
        <span className="flex">
          <StateBadge plain tone={TONES[state]}>
            {t(state)}
          </StateBadge>
        </span>
      ),
    },
    { ...column("carrier"), cell: ({ carrier }) => <TitleCell>{carrier?.name ?? "–"}</TitleCell> },
    {
      ...column("sensor"),
      cell: ({ sensor }) =>
        sensor ? (
          <span className="wrap-anywhere">
            {sensor.name}
            {sensor.name !== sensor.serialNumber && (
              <span className="ml-2 text-muted-foreground text-xs tabular-nums">{sensor.serialNumber}</span>
            )}
          </span>
        ) : (
          "–"
        ),
    },
    {
      id: "boundAt",
      header: t("from"),
      sortable: true,
      cell: ({ boundAt }) => <Instant at={boundAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />,
    },
    {
      ...column("to"),
      cell: ({ unboundAt }) =>
        unboundAt === null ? (
          t("now")
        ) : (
          <Instant at={unboundAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />
        ),
    },
    {
      ...column("lasted"),
      align: "right",
      cell: ({ boundAt, unboundAt }) => (
        <span className="whitespace-nowrap" suppressHydrationWarning>
          {formatDuration(Math.max(0, (unboundAt ?? current) - boundAt), locale)}
        </span>
      ),
    },
  ];
}
