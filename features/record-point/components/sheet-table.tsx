"use client";

import { ClipboardCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { SheetRowDto } from "../sheet.schema";
import { BatchApprove } from "./batch-approve";
import { useSheetColumns } from "./columns";

type SheetTableProps = ListTable<SheetRowDto> & { mayApprove: boolean; timeZone: string; now: number };

/** The sheets, with approval of several and their export. */
export function SheetTable({ page, list, isFiltered, mayApprove, timeZone, now }: SheetTableProps) {
  const t = useTranslations("record");
  const columns = useSheetColumns({ timeZone, now });
  const state = { ...list, total: page.total };
  return (
    <DataTable
      id="recordSheet"
      caption={t("list.caption")}
      columns={columns}
      rows={page.items}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${row.carrier.name} ${row.month.slice(0, 7)}`}
      list={state}
      toolbar={page.total > 0 && <ExportMenu kind="recordSheetList" query={exportQuery(list.query)} />}
      batchActions={mayApprove ? <BatchApprove rows={page.items} /> : undefined}
      empty={
        <EmptyList
          list={state}
          isFiltered={isFiltered}
          icon={<ClipboardCheck aria-hidden="true" />}
          title={t("list.empty")}
          hint={t("list.emptyHint")}
        />
      }
    />
  );
}
