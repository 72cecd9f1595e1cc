"use client";

import { SearchCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { selectOf } from "@/components/search-bar/criterion";
import { Instant } from "@/components/value/instant";
import { MONITOR_KINDS } from "@/db/monitor-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import type { ListView } from "@/lib/resource/list-query";
import { useTaskRefresh } from "../task.client";
import { FINDING_STATES } from "../task.rules";
import type { FindingDto } from "../task.schema";
import { FoundCarrier, FoundDevice, FoundSequel, FoundState, type Links } from "./finding-parts";
import { useTaskTexts } from "./task-texts";

type FindingScreenProps = { view: ListView<FindingDto>; showsCustomers: boolean; links: Links };

/** What the runs of all monitor tasks have found. */
export function FindingScreen({ view, ...options }: FindingScreenProps) {
  const t = useTranslations("monitorTask");
  return (
    <ListScreen
      path="/arch/taskFinding"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("finding.search") },
        selectOf("kind", t("field.kind"), MONITOR_KINDS, (kind) => t(`kind.${kind}`)),
        selectOf("state", t("field.state"), FINDING_STATES, (state) => t(`findingState.${state}`)),
        selectOf("fresh", t("field.isNew"), ["true"] as const, () => t("finding.fresh")),
        { kind: "datetimerange", name: "ran", label: t("field.ranAt") },
      ]}
    >
      {(table) => <FindingTable {...table} {...options} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}

type TableProps = ListTable<FindingDto> & {
  showsCustomers: boolean;
  links: Links;
  timeZone: string;
  now: number;
};

function FindingTable({ page, list: asked, isFiltered, showsCustomers, links, timeZone, now }: TableProps) {
  const t = useTranslations("monitorTask");
  const texts = useTaskTexts();
  const refresh = useRefresh();
  useTaskRefresh(refresh);
  const column = (id: string) => ({ id, header: t(`field.${id}` as "field.name") });
  const columns: Column<FindingDto>[] = [
    {
      ...column("device"),
      priority: 1,
      width: "13rem",
      cell: (row) => (
        <span className="flex flex-col">
          <FoundDevice finding={row} />
          <span className="text-muted-foreground text-xs">{t(`kind.${row.kind}`)}</span>
        </span>
      ),
    },
    { ...column("carrier"), width: "12rem", cell: (row) => <FoundCarrier finding={row} /> },
    { ...column("state"), cell: (row) => <FoundState finding={row} /> },
    {
      ...column("lastSeenAt"),
      sortable: true,
      cell: (row) => <Instant at={Date.parse(row.lastSeenAt)} now={now} timeZone={timeZone} />,
    },
    { ...column("sequel"), width: "12rem", cell: (row) => <FoundSequel finding={row} links={links} /> },
    {
      ...column("task"),
      width: "12rem",
      cell: ({ task }) => (
        <Link
          href={`/arch/task?id=${task.id}`}
          prefetch={false}
          className="wrap-anywhere hover:text-primary hover:underline"
        >
          {task.name}
        </Link>
      ),
    },
    {
      ...column("ranAt"),
      sortable: true,
      cell: (row) => <Instant at={Date.parse(row.ranAt)} now={now} timeZone={timeZone} />,
    },
    { ...column("isNew"), hidden: true, cell: ({ isNew }) => t(isNew ? "yes" : "no") },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: FindingDto) => row.customerName }] : []),
  ];
  const list = { ...asked, total: page.total };
  return (
    <DataTable
      id="monitorFinding"
      caption={t("finding.caption")}
      columns={columns}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={texts.deviceName}
      list={list}
      toolbar={<ExportMenu kind="monitorFinding" query={exportQuery(asked.query)} />}
      empty={
        <EmptyList
          list={list}
          isFiltered={isFiltered}
          icon={<SearchCheck aria-hidden="true" />}
          title={t("finding.empty")}
          hint={t("finding.emptyHint")}
        />
      }
    />
  );
}
