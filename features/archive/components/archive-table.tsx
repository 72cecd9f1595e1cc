"use client";

import { Archive, Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { OpenLink } from "@/components/data-table/open-link";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useRowClick } from "@/components/data-table/use-row-click";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { monthText } from "@/lib/datetime/month";
import { filePath, isMoving } from "../archive.client";
import type { ArchiveDto, ArchiveRights } from "../archive.schema";
import { CheckCell, StateCell, useSize } from "./state-cells";

// Each is loaded when first opened.
const ArchiveForm = dynamic(() => import("./archive-form").then((module) => module.ArchiveForm), { ssr: false });
const ArchiveSheet = dynamic(() => import("./archive-sheet").then((module) => module.ArchiveSheet), { ssr: false });

type ArchiveTableProps = ListTable<ArchiveDto> & {
  rights: ArchiveRights;
  customers: readonly { id: number; name: string }[];
  customerId: number;
  lastMonth: string;
  timeZone: string;
  now: number;
};

/** How often the list is loaded again while one of its archives is being made or verified. */
const RELOAD_MS = 3000;

export function ArchiveTable(props: ArchiveTableProps) {
  const { page, list, isFiltered, rights, customers, customerId, lastMonth, timeZone, now } = props;
  const t = useTranslations("archive");
  const tTable = useTranslations("common.table");
  const locale = useLocale();
  const sizeOf = useSize();
  const refresh = useRefresh();
  const address = useAddressState("id");
  const box = useRowClick(address.open);
  const moving = page.items.some(isMoving);
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(refresh, RELOAD_MS);
    return () => clearInterval(timer);
  }, [moving, refresh]);

  const columns: Column<ArchiveDto>[] = [
    {
      id: "month",
      header: t("column.month"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <OpenLink rowId={row.id} href={address.hrefOf(String(row.id))} onOpen={() => address.open(String(row.id))}>
          {monthText(row.month, locale)}
        </OpenLink>
      ),
    },
    ...(customers.length > 1
      ? [{ id: "customer", header: t("column.customer"), cell: (row) => row.customerName } as Column<ArchiveDto>]
      : []),
    {
      id: "version",
      header: t("column.version"),
      cell: (row) => <Badge>{t("version", { version: row.version })}</Badge>,
    },
    { id: "state", header: t("column.state"), cell: (row) => <StateCell archive={row} /> },
    { id: "check", header: t("column.check"), cell: (row) => <CheckCell archive={row} /> },
    {
      id: "size",
      header: t("column.size"),
      align: "right",
      cell: (row) => (
        <span className="whitespace-nowrap tabular-nums">{row.size === null ? "–" : sizeOf(row.size)}</span>
      ),
    },
    { id: "author", header: t("column.author"), cell: (row) => (row.isScheduled ? t("scheduled") : row.author) },
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
      cell: (row) =>
        row.state === "generated" && (
          <a
            href={filePath(row.id)}
            download
            className={cn(buttonVariants({ size: "sm", variant: "ghost" }), "sm:w-control-sm sm:px-0")}
            aria-label={`${t("action.download")}: ${row.fileName}`}
            title={t("action.download")}
          >
            <Download aria-hidden="true" />
            <span className="sm:hidden">{t("action.download")}</span>
          </a>
        ),
    },
  ];
  const shown = { ...list, total: page.total };
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="archive"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => `${row.customerName}, ${monthText(row.month, locale)}`}
          list={shown}
          toolbar={
            <>
              {rights.create && (
                <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
                  <Archive aria-hidden="true" />
                  {t("new")}
                </Button>
              )}
              <ExportMenu kind="archive" query={exportQuery(list.query)} />
            </>
          }
          empty={<EmptyList list={shown} isFiltered={isFiltered} title={t("empty")} hint={t("emptyHint")} />}
        />
      </div>
      {address.value === NEW_RECORD && rights.create && (
        <ArchiveForm
          {...{ customers, customerId, lastMonth }}
          onClose={() => address.close()}
          onSaved={() => address.close(refresh)}
        />
      )}
      {address.id !== null && (
        <ArchiveSheet
          key={address.id}
          id={address.id}
          rights={rights}
          now={now}
          onOpen={(id) => address.open(String(id))}
          onClose={() => address.close(refresh)}
        />
      )}
    </>
  );
}
