"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { CappedNote } from "@/components/data-table/capped-note";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { useRowClick } from "@/components/data-table/use-row-click";
import { useAddressState } from "@/components/dialog/use-address-state";
import { ExportMenu } from "@/features/file/components/export-menu";
import type { LogPage } from "@/lib/resource/log-page";
import type { NoticeLogDto } from "../schema";
import type { NoticeLinks } from "./cells";
import { useColumns } from "./columns";

const DetailSheet = dynamic(() => import("./detail-sheet").then((module) => module.DetailSheet), { ssr: false });

type NoticeLogTableProps = {
  page: LogPage<NoticeLogDto>;
  list: Omit<ListState, "total">;
  /** The filters from the URL. */
  criteria: Readonly<Record<string, string>>;
  isForSeveral: boolean;
  links: NoticeLinks;
  timeZone: string;
};

/** The attempts as rendered by the server. The one in the URL opens on top. */
export function NoticeLogTable({ page, list, criteria, isForSeveral, links, timeZone }: NoticeLogTableProps) {
  const t = useTranslations("notice-log");
  const record = useAddressState("id");
  const box = useRowClick(record.open);
  const columns = useColumns({
    timeZone,
    isForSeveral,
    links,
    hrefOf: (id) => record.hrefOf(String(id)),
    onOpen: (id) => record.open(String(id)),
  });
  const shown = { ...list, total: page.total };
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="notice-log"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.contactName || row.recipient}
          list={shown}
          toolbar={
            <>
              <ExportMenu kind="noticeLog" query={criteria} />
              {page.isCapped && <CappedNote />}
            </>
          }
          empty={
            <EmptyList
              list={shown}
              isFiltered={Object.keys(criteria).length > 0}
              title={t("empty.title")}
              hint={t("empty.hint")}
            />
          }
        />
      </div>
      {record.id !== null && (
        <DetailSheet
          key={record.id}
          id={record.id}
          path={list.path}
          links={links}
          timeZone={timeZone}
          onClose={() => record.close()}
        />
      )}
    </>
  );
}
