"use client";

import { Download, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { OpenLink } from "@/components/data-table/open-link";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowClick } from "@/components/data-table/use-row-click";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { dayKey } from "@/lib/datetime/zone";
import { fileHref, REPORT_PATH } from "../report.client";
import { mayRemove } from "../report.rules";
import type { ReportDetailDto, ReportDto, ReportRights } from "../report.schema";
import { AllReport } from "./one-click";
import { ApprovalCell, StateCell } from "./state-cells";

// Each is loaded when first opened.
const ReportForm = dynamic(() => import("./report-form").then((module) => module.ReportForm), { ssr: false });
const ReportSheet = dynamic(() => import("./report-sheet").then((module) => module.ReportSheet), { ssr: false });
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});

type ReportTableProps = ListTable<ReportDto> & { rights: ReportRights; timeZone: string; now: number };

/** How often the list is loaded again while one of its reports is being made. */
const RELOAD_MS = 3000;

export function ReportTable({ page, list, isFiltered, rights, timeZone, now }: ReportTableProps) {
  const t = useTranslations("report");
  const tRecord = useTranslations("common.record");
  const tTable = useTranslations("common.table");
  const refresh = useRefresh();
  const address = useAddressState("id");
  const box = useRowClick(address.open);
  const [removing, setRemoving] = useState<ReportDto | null>(null);
  /** The failed report whose period is to be changed. */
  const [failed, setFailed] = useState<ReportDetailDto | null>(null);
  const isMoving = page.items.some(({ state }) => state === "generating");
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(refresh, RELOAD_MS);
    return () => clearInterval(timer);
  }, [isMoving, refresh]);

  const columns: Column<ReportDto>[] = [
    {
      id: "name",
      header: t("column.name"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <OpenLink rowId={row.id} href={address.hrefOf(String(row.id))} onOpen={() => address.open(String(row.id))}>
          {row.name}
        </OpenLink>
      ),
    },
    { id: "type", header: t("column.type"), sortable: true, cell: (row) => t(`type.${row.type}`) },
    {
      id: "range",
      header: t("column.range"),
      cell: (row) => (
        <span className="tabular-nums">
          <span className="whitespace-nowrap">{dayKey(new Date(row.from), row.timeZone)} –</span>{" "}
          <span className="whitespace-nowrap">{dayKey(new Date(row.to - 1), row.timeZone)}</span>
        </span>
      ),
    },
    {
      id: "points",
      header: t("column.points"),
      align: "right",
      cell: (row) => <span className="tabular-nums">{row.carrierIds.length}</span>,
    },
    { id: "state", header: t("column.state"), cell: (row) => <StateCell report={row} /> },
    { id: "approval", header: t("column.approval"), cell: (row) => <ApprovalCell report={row} /> },
    { id: "author", header: t("column.author"), cell: (row) => row.author },
    {
      id: "createdAt",
      header: t("column.createdAt"),
      sortable: true,
      cell: (row) => (
        <Instant at={Date.parse(row.createdAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    {
      id: "operation",
      header: tTable("operations"),
      kind: "operation",
      cell: (row) => (
        <span className="flex items-center justify-center gap-1 max-sm:flex-wrap max-sm:justify-end">
          {row.state === "generated" && (
            <a
              href={fileHref(row.id)}
              className={cn(buttonVariants({ size: "sm", variant: "ghost" }), "sm:w-control-sm sm:px-0")}
              aria-label={`${t("action.download")}: ${row.name}`}
              title={t("action.download")}
            >
              <Download aria-hidden="true" />
              <span className="sm:hidden">{t("action.download")}</span>
            </a>
          )}
          {rights.remove && mayRemove(row) && (
            <Button
              size="sm"
              variant="ghost"
              className="hover:bg-critical-soft hover:text-critical sm:w-control-sm sm:px-0"
              aria-label={tRecord("removeOf", { name: row.name })}
              title={tRecord("remove")}
              onClick={() => setRemoving(row)}
            >
              <Trash2 aria-hidden="true" />
              <span className="sm:hidden">{tRecord("remove")}</span>
            </Button>
          )}
        </span>
      ),
    },
  ];
  const shown = { ...list, total: page.total };
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="report"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          list={shown}
          toolbar={
            <>
              {rights.create && (
                <>
                  <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
                    <Plus aria-hidden="true" />
                    {t("new")}
                  </Button>
                  <AllReport />
                </>
              )}
              <ExportMenu kind="reportList" query={exportQuery(list.query)} />
            </>
          }
          empty={<EmptyList list={shown} isFiltered={isFiltered} title={t("empty")} hint={t("emptyHint")} />}
        />
      </div>
      {address.value === NEW_RECORD && rights.create && (
        <ReportForm
          timeZone={timeZone}
          now={now}
          onClose={() => address.close()}
          onSaved={({ id }) =>
            address.close(() => {
              refresh();
              address.open(String(id));
            })
          }
        />
      )}
      {address.id !== null && (
        <ReportSheet
          key={address.id}
          id={address.id}
          rights={rights}
          onClose={() => address.close(refresh)}
          onChangePeriod={(report) => address.close(() => setFailed(report))}
        />
      )}
      {failed && (
        <ReportForm
          source={failed}
          timeZone={timeZone}
          now={now}
          onClose={() => setFailed(null)}
          onSaved={({ id }) => {
            setFailed(null);
            refresh();
            address.open(String(id));
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          path={`${REPORT_PATH}/${removing.id}`}
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
