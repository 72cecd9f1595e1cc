"use client";

import { PencilRuler } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { selectOf } from "@/components/search-bar/criterion";
import { Instant } from "@/components/value/instant";
import {
  VERIFICATION_KINDS,
  VERIFICATION_OBJECTS,
  VERIFICATION_STATES,
  VERIFICATION_VERDICTS,
} from "@/db/verification-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import type { ListView } from "@/lib/resource/list-query";
import { TASK_PATH, useTaskRefresh } from "../task.client";
import type { TaskDto } from "../task.schema";
import { TaskState, VerdictBadge } from "./badges";

// Loaded when it is first opened.
const TaskForm = dynamic(() => import("./task-form").then((module) => module.TaskForm), { ssr: false });

type TaskScreenProps = { view: ListView<TaskDto>; rights: Rights; showsCustomers: boolean };

/** Verifications: the criteria and the rows. */
export function TaskScreen({ view, rights, showsCustomers }: TaskScreenProps) {
  const t = useTranslations("verification");
  return (
    <ListScreen
      path="/arch/verificationTask"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.hint") },
        selectOf("state", t("field.state"), VERIFICATION_STATES, (value) => t(`state.${value}`)),
        selectOf("kind", t("field.kind"), VERIFICATION_KINDS, (value) => t(`kind.${value}`)),
        selectOf("object", t("field.object"), VERIFICATION_OBJECTS, (value) => t(`object.${value}`)),
        selectOf("verdict", t("field.verdict"), VERIFICATION_VERDICTS, (value) => t(`verdict.${value}`)),
        { kind: "datetimerange", name: "planned", label: t("field.plannedAt") },
      ]}
    >
      {(table) => <TaskTable {...table} {...{ rights, showsCustomers }} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}

/** The number of a task, which opens its window. */
export const TaskLink = ({ id, number }: Pick<TaskDto, "id" | "number">) => (
  <Link
    href={`/verificationDetail?id=${id}`}
    prefetch={false}
    className="whitespace-nowrap font-medium hover:text-primary hover:underline"
  >
    {number}
  </Link>
);

type TableProps = ListTable<TaskDto> & { rights: Rights; showsCustomers: boolean; timeZone: string; now: number };

function TaskTable({ showsCustomers, timeZone, now, ...list }: TableProps) {
  const t = useTranslations("verification");
  const tUnseen = useTranslations("common.unseen");
  useTaskRefresh(useRefresh());
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const columns: Column<TaskDto>[] = [
    { ...column("number"), sortable: true, priority: 1, cell: (row) => <TaskLink {...row} /> },
    { ...column("state"), cell: ({ state }) => <TaskState state={state} /> },
    {
      ...column("name"),
      sortable: true,
      width: "12rem",
      cell: ({ name }) => <span className="wrap-anywhere sm:block sm:min-w-28">{name}</span>,
    },
    {
      ...column("carrier"),
      width: "13rem",
      cell: ({ carrier, path }) => (
        <span className="wrap-anywhere sm:block sm:min-w-28">
          {[path.join(" / "), carrier.name ?? tUnseen("carrier")].filter(Boolean).join(" · ")}
        </span>
      ),
    },
    { ...column("kind"), cell: ({ kind }) => t(`kind.${kind}`) },
    { ...column("object"), hidden: true, cell: ({ object }) => t(`object.${object}`) },
    { ...column("pointCount"), align: "right", cell: ({ pointCount }) => pointCount },
    {
      ...column("plannedAt"),
      sortable: true,
      cell: ({ plannedAt }) => <Instant at={plannedAt} now={now} timeZone={timeZone} />,
    },
    {
      ...column("verdict"),
      cell: ({ verdict }) => (verdict === null ? "–" : <VerdictBadge verdict={verdict} plain />),
    },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: TaskDto) => row.customerName }] : []),
  ];
  return (
    <RecordList
      id="verificationTask"
      service={TASK_PATH}
      {...list}
      rightsTo={({ acts }) => ({ edit: acts.includes("change"), remove: acts.includes("remove") })}
      nameOf={({ number }) => number}
      columns={columns}
      rowActions={({ id, number, acts }) =>
        acts.includes("plan") && (
          <ButtonLink
            size="sm"
            variant="ghost"
            href={`/verificationPlan?id=${id}`}
            prefetch={false}
            className="sm:w-control-sm sm:px-0"
            aria-label={t("act.planOf", { number })}
            title={t("act.plan")}
          >
            <PencilRuler aria-hidden="true" />
            <span className="sm:hidden">{t("act.plan")}</span>
          </ButtonLink>
        )
      }
      toolbar={<ExportMenu kind="verificationTask" query={exportQuery(list.list.query)} />}
      form={(form) => <TaskForm {...form} timeZone={timeZone} now={now} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
    />
  );
}
