"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { RecordSelect } from "@/components/form/record-select";
import type { Criterion } from "@/components/search-bar/criterion";
import { selectOf } from "@/components/search-bar/criterion";
import { Instant } from "@/components/value/instant";
import { SEVERITIES } from "@/db/enums";
import { SceneSelect } from "@/features/device/components/scene-select";
import { DurationCell, pathText, StateCell, WhatCell } from "@/features/exception/components/cells";
import { SeverityBadge } from "@/features/exception/components/severity-badge";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import type { ListView } from "@/lib/resource/list-query";
import type { AlarmRecordDto, PossessionsDto } from "../schema";
import { BelongingText } from "./belonging";
import { PossessionLanes } from "./possession-lanes";

type Place = { id: number; name: string; scenePath?: readonly string[] };
type ScreenProps = {
  view: ListView<AlarmRecordDto>;
  possessions: PossessionsDto;
  carrier: { id: number; name: string } | null;
  showsCustomers: boolean;
};

/** The alarms of a place over time, and who had its devices when. */
export function RecordScreen({ view, possessions, carrier, showsCustomers }: ScreenProps) {
  const t = useTranslations("secondment.record");
  const tSeverity = useTranslations("exception.severity");
  const { values, timeZone, now } = view;
  const place: Criterion = {
    kind: "custom",
    name: "sceneId",
    label: t("filter.place"),
    control: (
      <SceneSelect
        of={showsCustomers ? { all: true } : {}}
        chosen={values.sceneId === undefined ? null : Number(values.sceneId)}
      />
    ),
  };
  const at: Criterion = {
    kind: "custom",
    name: "carrierId",
    label: t("filter.carrier"),
    control: (
      <RecordSelect<Place>
        aria-label={t("filter.carrier")}
        name="carrierId"
        path="/service/carrier"
        value={carrier && { id: carrier.id, label: carrier.name }}
        toOption={({ id, name, scenePath }) => ({ id, label: name, hint: scenePath?.at(-1) })}
      />
    ),
  };
  return (
    <ListScreen
      path="/arch/alarmRecord"
      view={view}
      criteria={[
        place,
        at,
        { kind: "datetimerange", name: "started", label: t("filter.span") },
        selectOf("severity", t("field.severity"), SEVERITIES, (value) => tSeverity(value)),
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
      ]}
    >
      {(table) => (
        <>
          <PossessionLanes possessions={possessions} alarms={table.page.items} timeZone={timeZone} now={now} />
          <RecordTable {...table} {...{ showsCustomers, timeZone, now }} />
        </>
      )}
    </ListScreen>
  );
}

type TableProps = ListTable<AlarmRecordDto> & { showsCustomers: boolean; timeZone: string; now: number };

function RecordTable({ page, list, isFiltered, showsCustomers, timeZone, now }: TableProps) {
  const t = useTranslations("secondment.record");
  const state = { ...list, total: page.total };
  return (
    <DataTable
      id="alarmRecord"
      caption={t("caption")}
      columns={useColumns({ showsCustomers, timeZone, now })}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={({ carrier, device }) => carrier?.name ?? device.name}
      list={state}
      toolbar={<ExportMenu kind="alarmRecord" query={exportQuery(list.query)} />}
      empty={<EmptyList list={state} isFiltered={isFiltered} title={t("empty")} hint={t("emptyHint")} />}
    />
  );
}

type Options = { showsCustomers: boolean; timeZone: string; now: number };

function useColumns({ showsCustomers, timeZone, now }: Options): Column<AlarmRecordDto>[] {
  const t = useTranslations("secondment.record.field");
  const column = (id: string) => ({ id, header: t(id) });
  const instant = (at: string | null) =>
    at === null ? "–" : <Instant at={Date.parse(at)} now={now} timeZone={timeZone} className="whitespace-nowrap" />;
  return [
    { ...column("startedAt"), sortable: true, priority: 1, cell: ({ startedAt }) => instant(startedAt) },
    { ...column("severity"), priority: 1, cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    { ...column("carrier"), priority: 1, cell: (row) => <PlaceName row={row} /> },
    { ...column("what"), cell: (row) => <WhatCell row={row} timeZone={timeZone} /> },
    { ...column("durationMinutes"), header: t("duration"), cell: (row) => <DurationCell row={row} now={now} /> },
    { ...column("state"), cell: (row) => <StateCell row={row} /> },
    {
      ...column("device"),
      cell: ({ device }) => <span className="wrap-anywhere sm:block sm:min-w-28">{device.name}</span>,
    },
    { ...column("belonging"), cell: ({ belonging }) => <BelongingText belonging={belonging} /> },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: AlarmRecordDto) => row.customerName }] : []),
    { ...column("endedAt"), hidden: true, cell: ({ endedAt }) => instant(endedAt) },
  ];
}

/** The carrier or device with its node; it leads to all its alarms. */
function PlaceName({ row }: { row: AlarmRecordDto }) {
  const { carrier, device } = row;
  const path = pathText(row);
  return (
    <span className="block min-w-0 sm:min-w-32">
      <Link
        href={carrier ? `/abnormal/dataex?carrierId=${carrier.id}` : `/abnormal/dataex?deviceId=${device.id}`}
        prefetch={false}
        className="line-clamp-2 break-words font-medium hover:text-primary"
      >
        {carrier?.name ?? device.name}
      </Link>
      {path && (
        <span title={path} className="line-clamp-1 break-all text-faint-foreground text-xs">
          {path}
        </span>
      )}
    </span>
  );
}
