"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ClipboardCheck, Trash2, UserCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { listHref } from "@/components/data-table/list-href";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { useRouter } from "@/lib/i18n/navigation";
import type { Page } from "@/lib/resource/list-query";
import { exceptionKeys } from "../exception.client";
import { whyEmpty } from "../exception.rules";
import type { ExceptionDto } from "../exception.schema";
import { useColumns } from "./columns";
import type { LotsOfException, OrderOfException, ReportOnException, Rights } from "./detail-body";
import { EmptyList } from "./empty-list";
import { useLiveRows } from "./live-rows";
import { NewBar } from "./new-bar";
import { useOpenRecord, useRowClick } from "./open-record";

const DetailSheet = dynamic(() => import("./detail-sheet").then((module) => module.DetailSheet), { ssr: false });
const AcknowledgeDialog = dynamic(
  () => import("../handling/components/acknowledge-dialog").then((module) => module.AcknowledgeDialog),
  { ssr: false },
);
const BATCH_DIALOGS = {
  acknowledge: dynamic(
    () => import("../handling/components/batch-acknowledge-dialog").then((module) => module.BatchAcknowledgeDialog),
    { ssr: false },
  ),
  handle: dynamic(
    () => import("../handling/components/batch-handle-dialog").then((module) => module.BatchHandleDialog),
    { ssr: false },
  ),
  remove: dynamic(() => import("../handling/components/removal-dialog").then((module) => module.RemovalDialog), {
    ssr: false,
  }),
};
type BatchVerb = keyof typeof BATCH_DIALOGS;
const BATCH_ICONS = { acknowledge: UserCheck, handle: ClipboardCheck, remove: Trash2 };

type ExceptionTableProps = {
  page: Page<ExceptionDto>;
  list: Omit<ListState, "total">;
  /** The pending counts, as tabs above the rows. */
  tabs: ReactNode;
  /** The list without criteria. */
  resetHref: string;
  /** Whether any criterion is set. */
  isFiltered: boolean;
  /** Whether anything is monitored, so that an empty list is good news. */
  isMonitored: boolean;
  rights: Rights;
  Lots: LotsOfException;
  Report: ReportOnException;
  Order: OrderOfException;
  timeZone: string;
  now: number;
};

/** The rows from the server, updated by the live stream, with the record selected by the URL opened over them. */
export function ExceptionTable(props: ExceptionTableProps) {
  const { page, list, tabs, resetHref, isFiltered, isMonitored, rights, Lots, Report, Order, timeZone, now } = props;
  const t = useTranslations("exception");
  const router = useRouter();
  const client = useQueryClient();
  const [refreshing, startTransition] = useTransition();
  const { openId, hrefOf, open, close } = useOpenRecord();
  const box = useRowClick(open);
  const [acknowledging, setAcknowledging] = useState<number | null>(null);
  const [batch, setBatch] = useState<{ verb: BatchVerb; rows: readonly ExceptionDto[] } | null>(null);

  const refresh = () => startTransition(() => router.refresh());
  const { rows, fresh } = useLiveRows(page.items, refresh);
  const showFresh = () => {
    client.invalidateQueries({ queryKey: exceptionKeys.summary() });
    // The newest are on the first page of the default order.
    if (list.start === 0 && list.sort === "startedAt" && list.dir === "desc") return refresh();
    startTransition(() => router.push(listHref(list, { sort: null, dir: null })));
  };
  const columns = useColumns({
    now,
    timeZone,
    mayAcknowledge: rights.acknowledge,
    hrefOf,
    onOpen: open,
    onAcknowledge: ({ id }) => setAcknowledging(id),
  });
  const why = whyEmpty({ total: page.total, fresh, isFiltered, isMonitored });
  // Without rows there are none to keep in place.
  useEffect(() => {
    if (why === "fresh") startTransition(() => router.refresh());
  }, [why, router]);
  const verbs = (Object.keys(BATCH_DIALOGS) as BatchVerb[]).filter((verb) => rights[verb]);
  const BatchDialog = batch && BATCH_DIALOGS[batch.verb];
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="exception"
          caption={t("caption")}
          columns={columns}
          rows={rows}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.carrier?.name ?? row.device.name}
          list={{ ...list, total: page.total }}
          toolbar={
            <>
              {tabs}
              {page.total > 0 && <ExportMenu kind="exception" query={exportQuery(list.query)} />}
              <NewBar count={fresh} loading={refreshing} onShow={showFresh} />
            </>
          }
          batchActions={
            verbs.length > 0 ? (
              <BatchActions
                rows={rows}
                actions={verbs.map((verb) => ({
                  verb,
                  label: t(`action.${verb}`),
                  icon: BATCH_ICONS[verb],
                  isDestructive: verb === "remove",
                }))}
                onAction={(verb, chosen) => setBatch({ verb, rows: chosen })}
              />
            ) : undefined
          }
          empty={
            why !== "fresh" && (
              <EmptyList
                why={why}
                resetHref={why === "beyond" ? listHref(list, {}) : resetHref}
                timeZone={timeZone}
                now={now}
              />
            )
          }
        />
      </div>
      {acknowledging !== null && (
        <AcknowledgeDialog
          id={acknowledging}
          timeZone={timeZone}
          now={now}
          onClose={() => setAcknowledging(null)}
          onDone={() => {
            setAcknowledging(null);
            refresh();
          }}
        />
      )}
      {batch && BatchDialog && (
        <BatchDialog
          rows={batch.rows}
          timeZone={timeZone}
          onClose={() => setBatch(null)}
          onDone={() => {
            setBatch(null);
            refresh();
          }}
        />
      )}
      {openId !== null && (
        <DetailSheet
          key={openId}
          id={openId}
          rights={rights}
          Lots={Lots}
          Report={Report}
          Order={Order}
          timeZone={timeZone}
          now={now}
          onClose={close}
          onDone={refresh}
        />
      )}
    </>
  );
}
