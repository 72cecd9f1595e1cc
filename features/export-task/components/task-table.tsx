"use client";

import { CalendarSync, Play, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { OpenLink } from "@/components/data-table/open-link";
import type { Rights } from "@/components/data-table/record-list";
import { RowButtons } from "@/components/data-table/row-buttons";
import { RowSwitch } from "@/components/data-table/row-switch";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowClick } from "@/components/data-table/use-row-click";
import { AddressRecord, NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import type { TaskKind } from "@/features/file/task-kind.rules";
import { PRESET, presetIn } from "@/features/file/task-preset.rules";
import { isUnderWay, TASK_PATH } from "../task.client";
import type { TaskDto } from "../task.schema";
import { useRunNow } from "./run-now";
import { RunState } from "./run-state";
import { useTaskTexts } from "./schedule-texts";

// Each is loaded when first opened.
const TaskForm = dynamic(() => import("./task-form").then((module) => module.TaskForm), { ssr: false });
const RunsSheet = dynamic(() => import("./runs-sheet").then((module) => module.RunsSheet), { ssr: false });
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});

export type TaskTableOptions = {
  rights: Rights;
  /** What the account may export. */
  kinds: readonly TaskKind[];
  showsCustomers: boolean;
  /** Whether the account sees files that are sent to nobody. */
  mayDownload: boolean;
};

type TaskTableProps = ListTable<TaskDto> & TaskTableOptions & { timeZone: string; now: number };

/** How often the list is loaded again while a run of it is under way. */
const RELOAD_MS = 3000;

export function TaskTable(props: TaskTableProps) {
  const { page, list, isFiltered, rights, kinds, mayDownload, timeZone, now } = props;
  const t = useTranslations("exportTask");
  const tRecord = useTranslations("common.record");
  const refresh = useRefresh();
  const search = useSearchParams();
  const form = useAddressState("form", [PRESET.kind, PRESET.criteria]);
  const runs = useAddressState("id");
  const box = useRowClick(runs.open);
  const run = useRunNow();
  const [removing, setRemoving] = useState<TaskDto | null>(null);
  const isMoving = page.items.some(({ lastRun }) => lastRun !== null && isUnderWay(lastRun));
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(refresh, RELOAD_MS);
    return () => clearInterval(timer);
  }, [isMoving, refresh]);
  const columns = useColumns({
    ...props,
    hrefOf: (id) => runs.hrefOf(String(id)),
    onOpen: (id) => runs.open(String(id)),
    operations: (row) => (
      <RowButtons
        name={row.name}
        onEdit={rights.edit ? () => form.open(String(row.id)) : undefined}
        onRemove={rights.remove ? () => setRemoving(row) : undefined}
      >
        {rights.edit && (
          <Button
            size="sm"
            variant="ghost"
            className="sm:w-control-sm sm:px-0"
            aria-label={t("action.runOf", { name: row.name })}
            title={t("action.run")}
            disabled={run.isPending || (row.lastRun !== null && isUnderWay(row.lastRun))}
            onClick={() => run.start(row, refresh)}
          >
            <Play aria-hidden="true" />
            <span className="sm:hidden">{t("action.run")}</span>
          </Button>
        )}
      </RowButtons>
    ),
  });
  const shown = { ...list, total: page.total };
  const formProps = { kinds, mayDownload, timeZone, now };
  const saved = ({ name }: TaskDto) => {
    showToast("normal", tRecord("saved", { name }));
    form.close(refresh);
  };
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="exportTask"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          list={shown}
          toolbar={
            rights.create && (
              <Button variant="primary" aria-keyshortcuts="c" onClick={() => form.open(NEW_RECORD)}>
                <Plus aria-hidden="true" />
                {t("new")}
              </Button>
            )
          }
          empty={
            <EmptyList
              list={shown}
              isFiltered={isFiltered}
              icon={<CalendarSync aria-hidden="true" />}
              title={t("empty")}
              hint={t("emptyHint")}
            />
          }
        />
      </div>
      {form.value === NEW_RECORD && rights.create && (
        <TaskForm
          {...formProps}
          record={null}
          preset={presetIn((name) => search.get(name))}
          onClose={() => form.close()}
          onSaved={saved}
        />
      )}
      {form.value !== null && form.value !== NEW_RECORD && (
        <AddressRecord key={form.value} path={TASK_PATH} value={form.value} rows={page.items} onMissing={form.close}>
          {(record: TaskDto | null) =>
            record &&
            rights.edit && (
              <TaskForm {...formProps} record={record} preset={null} onClose={() => form.close()} onSaved={saved} />
            )
          }
        </AddressRecord>
      )}
      {runs.id !== null && (
        <AddressRecord key={runs.id} path={TASK_PATH} value={String(runs.id)} rows={page.items} onMissing={runs.close}>
          {(record: TaskDto | null) =>
            record && <RunsSheet task={record} mayRun={rights.edit} now={now} onClose={() => runs.close(refresh)} />
          }
        </AddressRecord>
      )}
      {removing && (
        <RemoveDialog
          path={`${TASK_PATH}/${removing.id}`}
          name={removing.name}
          onClose={() => setRemoving(null)}
          onDone={() => {
            showToast("normal", tRecord("removed", { name: removing.name }));
            setRemoving(null);
            refresh();
          }}
        />
      )}
    </>
  );
}

type ColumnOptions = TaskTableProps & {
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
  operations: Column<TaskDto>["cell"];
};

function useColumns(options: ColumnOptions): Column<TaskDto>[] {
  const { rights, showsCustomers, timeZone, now, hrefOf, onOpen, operations } = options;
  const t = useTranslations("exportTask");
  const tFormat = useTranslations("download.format");
  const tTable = useTranslations("common.table");
  const texts = useTaskTexts();
  const column = (id: string) => ({ id, header: t(`column.${id}` as "column.name") });
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <span className="flex flex-col sm:min-w-44">
          <OpenLink rowId={row.id} href={hrefOf(row.id)} onOpen={() => onOpen(row.id)} className="wrap-anywhere">
            {row.name}
          </OpenLink>
          <span className="text-muted-foreground text-xs">
            {texts.kind(row.kind)} · {tFormat(row.format)}
          </span>
        </span>
      ),
    },
    {
      ...column("schedule"),
      cell: (row) => (
        <span className="flex flex-col">
          <span>{texts.schedule(row)}</span>
          {row.period !== "none" && <span className="text-muted-foreground text-xs">{texts.period(row)}</span>}
        </span>
      ),
    },
    {
      ...column("recipients"),
      cell: ({ recipients }) => (
        <span className="wrap-anywhere line-clamp-2" title={recipients.join(", ")}>
          {recipients.length > 0 ? recipients.join(", ") : t("downloadsOnly")}
        </span>
      ),
    },
    {
      ...column("nextAt"),
      sortable: true,
      cell: ({ nextAt }) =>
        nextAt === null ? (
          <span className="text-muted-foreground">–</span>
        ) : (
          <Instant at={Date.parse(nextAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
        ),
    },
    {
      ...column("lastRun"),
      cell: ({ lastRun }) =>
        lastRun === null ? (
          <span className="text-muted-foreground">{t("never")}</span>
        ) : (
          <span className="flex flex-col sm:min-w-32">
            <RunState run={lastRun} />
            <Instant
              at={Date.parse(lastRun.dueAt)}
              now={now}
              timeZone={timeZone}
              className="whitespace-nowrap text-muted-foreground text-xs"
            />
          </span>
        ),
    },
    {
      ...column("status"),
      cell: (row) => (
        <RowSwitch
          path={`${TASK_PATH}/${row.id}/switch`}
          isEnabled={!row.isPaused}
          name={row.name}
          disabled={!rights.edit}
        />
      ),
    },
    { ...column("owner"), priority: 3, cell: ({ owner }) => owner },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: TaskDto) => row.customerName }] : []),
    ...(rights.edit || rights.remove
      ? [{ id: "operation", header: tTable("operations"), kind: "operation" as const, cell: operations }]
      : []),
  ];
}
