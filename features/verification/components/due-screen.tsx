"use client";

import { ClipboardList, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { ListScreen, type ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useIssueText } from "@/components/form/use-record-form";
import { ButtonLink } from "@/components/layout/button-link";
import { selectOf } from "@/components/search-bar/criterion";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { VERIFICATION_OBJECTS } from "@/db/verification-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { callService, ServiceError } from "@/lib/http/call-service";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import type { ListView } from "@/lib/resource/list-query";
import { DUE_STATES } from "../due.rules";
import type { DueDto } from "../due.schema";
import { useTaskRefresh } from "../task.client";
import { DueBadge, VerdictBadge } from "./badges";
import { TaskLink } from "./task-screen";

type Rights = { mayPlan: boolean; mayOrder: boolean };
type DueScreenProps = Rights & { view: ListView<DueDto>; showsCustomers: boolean };

/** The carriers that are verified, and when that is due again. */
export function DueScreen({ view, ...rights }: DueScreenProps) {
  const t = useTranslations("verification");
  return (
    <ListScreen
      path="/arch/verificationDue"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("due.search") },
        selectOf("state", t("field.dueState"), DUE_STATES, (value) => t(`dueState.${value}`)),
        selectOf("object", t("field.object"), VERIFICATION_OBJECTS, (value) => t(`object.${value}`)),
      ]}
    >
      {(table) => <DueTable {...table} {...rights} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}

/** Submits a work order for a verification that is due. */
function useOrder() {
  const t = useTranslations("verification.due");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const refresh = useRefresh();
  const [pending, setPending] = useState<number | null>(null);
  const order = async ({ carrier }: DueDto) => {
    setPending(carrier.id);
    try {
      const title = t("orderTitle", { name: carrier.name ?? "" }).slice(0, 100);
      const body = { type: "verification", title, carrierId: carrier.id };
      const { number } = await callService<{ number: string }>("/service/workOrder", { method: "POST", body });
      showToast("normal", t("ordered", { number }));
      refresh();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
    } finally {
      setPending(null);
    }
  };
  return { order: (row: DueDto) => void order(row), pending };
}

type TableProps = ListTable<DueDto> & Rights & { showsCustomers: boolean; timeZone: string; now: number };

function DueTable({ page, list, isFiltered, mayPlan, mayOrder, showsCustomers, timeZone, now }: TableProps) {
  const t = useTranslations("verification");
  const tTable = useTranslations("common.table");
  const tUnseen = useTranslations("common.unseen");
  const { order, pending } = useOrder();
  useTaskRefresh(useRefresh());
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const nameOf = ({ carrier }: DueDto) => carrier.name ?? tUnseen("carrier");
  const columns: Column<DueDto>[] = [
    {
      ...{ id: "name", header: t("field.carrierId") },
      sortable: true,
      priority: 1,
      width: "14rem",
      cell: (row) => (
        <Link
          href={carrierPage(row.carrier.id)}
          prefetch={false}
          className="wrap-anywhere font-medium hover:text-primary hover:underline"
        >
          {nameOf(row)}
        </Link>
      ),
    },
    {
      ...column("place"),
      cell: ({ path }) => <span className="wrap-anywhere sm:block sm:min-w-28">{path.join(" / ") || "–"}</span>,
    },
    { ...column("object"), cell: ({ object }) => t(`object.${object}`) },
    { ...column("dueState"), cell: ({ state }) => <DueBadge state={state} /> },
    {
      ...column("dueAt"),
      sortable: true,
      cell: ({ dueAt }) => (dueAt === null ? "–" : <Instant at={dueAt} now={now} timeZone={timeZone} />),
    },
    {
      ...column("last"),
      cell: ({ last }) =>
        last === null ? (
          "–"
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <TaskLink {...last} />
            {last.verdict && <VerdictBadge verdict={last.verdict} plain />}
          </span>
        ),
    },
    { ...column("next"), cell: ({ next }) => (next === null ? "–" : <TaskLink {...next} />) },
    {
      ...column("order"),
      cell: ({ order: open }) =>
        open === null ? (
          "–"
        ) : (
          <Link href={`/workOrderDetail?id=${open.id}`} prefetch={false} className="hover:text-primary hover:underline">
            {open.number}
          </Link>
        ),
    },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: DueDto) => row.customerName }] : []),
    ...(mayOrder
      ? [
          {
            ...{ id: "operation", header: tTable("operations"), kind: "operation" as const },
            cell: (row: DueDto) =>
              row.order === null && row.state !== "planned" ? (
                <Button
                  size="sm"
                  variant="ghost"
                  loading={pending === row.carrier.id}
                  aria-label={t("due.orderOf", { name: nameOf(row) })}
                  onClick={() => order(row)}
                >
                  <ClipboardList aria-hidden="true" />
                  {t("due.order")}
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      id="verificationDue"
      caption={t("due.caption")}
      columns={columns}
      rows={page.items}
      rowId={({ carrier }) => String(carrier.id)}
      rowLabel={nameOf}
      list={{ ...list, total: page.total }}
      toolbar={
        <>
          {mayPlan && (
            <ButtonLink variant="primary" href="/arch/verificationTask?form=new" prefetch={false}>
              <Plus aria-hidden="true" />
              {t("new")}
            </ButtonLink>
          )}
          <ExportMenu kind="verificationDue" query={exportQuery(list.query)} />
        </>
      }
      empty={
        <EmptyList
          list={{ ...list, total: page.total }}
          isFiltered={isFiltered}
          title={t("due.empty")}
          hint={t("due.emptyHint")}
        />
      }
    />
  );
}
