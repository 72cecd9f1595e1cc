"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { OpenLink } from "@/components/data-table/open-link";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowClick } from "@/components/data-table/use-row-click";
import { AddressRecord } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { selectOf } from "@/components/search-bar/criterion";
import { Instant } from "@/components/value/instant";
import { MONITOR_KINDS, MONITOR_STRATEGIES } from "@/db/monitor-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { ListView } from "@/lib/resource/list-query";
import { TASK_PATH, useTaskRefresh } from "../task.client";
import type { TaskDto } from "../task.schema";
import type { Links } from "./finding-parts";
import { RunOutcome } from "./run-outcome";
import { useTaskTexts } from "./task-texts";

// Each is loaded when it is first opened.
const TaskForm = dynamic(() => import("./task-form").then((module) => module.TaskForm), { ssr: false });
const TaskSheet = dynamic(() => import("./task-sheet").then((module) => module.TaskSheet), { ssr: false });

type Options = {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  rights: Rights;
  isBound: boolean;
  mayOrder: boolean;
  links: Links;
};

/** Monitor tasks; the address names what is open over them. */
export function TaskScreen({ view, ...options }: Options & { view: ListView<TaskDto> }) {
  const t = useTranslations("monitorTask");
  return (
    <ListScreen
      path="/arch/task"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search") },
        selectOf("kind", t("field.kind"), MONITOR_KINDS, (kind) => t(`kind.${kind}`)),
        selectOf("strategy", t("field.strategy"), MONITOR_STRATEGIES, (strategy) => t(`strategy.${strategy}`)),
        selectOf("status", t("field.status"), ["running", "stopped"] as const, (status) => t(`status.${status}`)),
      ]}
    >
      {(table) => <TaskTable {...table} {...options} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}

type TableProps = ListTable<TaskDto> & Options & { timeZone: string; now: number };

function TaskTable({ customers, customerId, isBound, mayOrder, links, timeZone, now, ...list }: TableProps) {
  const { rights, page } = list;
  const t = useTranslations("monitorTask");
  const texts = useTaskTexts();
  const refresh = useRefresh();
  useTaskRefresh(refresh);
  const opened = useAddressState("id");
  const box = useRowClick(opened.open);
  const isWithin = ({ isEverywhere, hiddenTargets }: TaskDto) => hiddenTargets === 0 && !(isBound && isEverywhere);
  const rightsTo = (row: TaskDto) => ({
    edit: rights.edit && isWithin(row),
    remove: rights.remove && isWithin(row),
  });
  const column = (id: string) => ({ id, header: t(`field.${id}` as "field.name") });
  const muted = <span className="text-muted-foreground">–</span>;
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <RecordList
          id="monitorTask"
          service={TASK_PATH}
          {...list}
          rightsTo={rightsTo}
          nameOf={({ name }) => name}
          columns={[
            {
              ...column("name"),
              sortable: true,
              priority: 1,
              cell: (row) => (
                <span className="flex flex-col sm:min-w-44">
                  <OpenLink
                    rowId={row.id}
                    href={opened.hrefOf(String(row.id))}
                    onOpen={() => opened.open(String(row.id))}
                    className="wrap-anywhere"
                  >
                    {row.name}
                  </OpenLink>
                  <span className="text-muted-foreground text-xs">{t(`kind.${row.kind}`)}</span>
                </span>
              ),
            },
            {
              ...column("places"),
              width: "13rem",
              cell: (row) => (
                <span className="wrap-anywhere line-clamp-2" title={texts.places(row)}>
                  {texts.places(row)}
                </span>
              ),
            },
            {
              ...column("schedule"),
              cell: (row) => (
                <span className="flex flex-col">
                  <span>{texts.schedule(row)}</span>
                  {texts.interval(row) && <span className="text-muted-foreground text-xs">{texts.interval(row)}</span>}
                </span>
              ),
            },
            {
              ...column("follows"),
              width: "12rem",
              cell: (row) =>
                texts.follows(row).join(" · ") || <span className="text-muted-foreground">{t("follows.none")}</span>,
            },
            {
              ...column("nextAt"),
              sortable: true,
              cell: ({ nextAt }) =>
                nextAt === null ? (
                  muted
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
                  <span className="flex flex-col">
                    <RunOutcome run={lastRun} />
                    <Instant
                      at={Date.parse(lastRun.ranAt)}
                      now={now}
                      timeZone={timeZone}
                      className="whitespace-nowrap text-muted-foreground text-xs"
                    />
                  </span>
                ),
            },
            ...(customers.length > 1
              ? [{ ...column("customer"), cell: ({ customerName }: TaskDto) => customerName }]
              : []),
            {
              ...column("status"),
              align: "center",
              cell: (row) => (
                <RowSwitch
                  path={`${TASK_PATH}/${row.id}/enabled`}
                  isEnabled={row.isRunning}
                  name={row.name}
                  disabled={!rightsTo(row).edit}
                />
              ),
            },
          ]}
          toolbar={<ExportMenu kind="monitorTask" query={exportQuery(list.list.query)} />}
          form={(form) => <TaskForm {...form} {...{ customers, customerId, isBound, mayOrder, timeZone, now }} />}
          words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
        />
      </div>
      {opened.value !== null && (
        <AddressRecord
          key={opened.value}
          path={TASK_PATH}
          value={opened.value}
          rows={page.items}
          onMissing={opened.close}
        >
          {(record: TaskDto | null) =>
            record && (
              <TaskSheet
                key={record.id}
                task={record}
                mayEdit={rightsTo(record).edit}
                links={links}
                now={now}
                onClose={() => opened.close(refresh)}
              />
            )
          }
        </AddressRecord>
      )}
    </>
  );
}
