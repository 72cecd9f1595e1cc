"use client";

import { ClipboardCheck, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { buttonVariants } from "@/components/ui/button-variants";
import type { SheetRowDto } from "../sheet.schema";
import { BatchApprove } from "./batch-approve";
import { useSheetColumns } from "./columns";

const PAGING = new Set(["iDisplayStart", "iDisplayLength"]);

type SheetTableProps = ListTable<SheetRowDto> & { mayApprove: boolean; timeZone: string; now: number };

/** The sheets, with approval of several and their export. */
export function SheetTable({ page, list, isFiltered, mayApprove, timeZone, now }: SheetTableProps) {
  const t = useTranslations("record");
  const columns = useSheetColumns({ timeZone, now });
  const query = new URLSearchParams(Object.entries(list.query).filter(([name]) => !PAGING.has(name)));
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
      toolbar={
        page.total > 0 && (
          <a href={`/service/tempRecord/csv?${query}`} download className={buttonVariants()}>
            <Download aria-hidden="true" />
            {t("action.export")}
          </a>
        )
      }
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
