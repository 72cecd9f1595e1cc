"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { showToast } from "@/components/ui/toast-store";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { Page } from "@/lib/resource/list-query";
import { cancelDownload, followDownloads, onDownload, removeDownloads, useDownloads } from "../download.client";
import { STATUS } from "../download.rules";
import type { DownloadDto } from "../download.schema";
import { useColumns } from "./columns";

// Loaded when it is first opened.
const EndingDialog = dynamic(() => import("@/components/dialog/ending-dialog").then((module) => module.EndingDialog), {
  ssr: false,
});

type DownloadTableProps = {
  page: Page<DownloadDto>;
  list: Omit<ListState, "total">;
  isFiltered: boolean;
  timeZone: string;
  mayRemove: boolean;
};

const progressDto = ({ key, progress, name, fileName, state, failure }: DownloadDto) => ({
  key,
  end: state !== "generating",
  progress,
  detail: failure,
  downloadRecord: { name, fileName, status: STATUS[state] },
});

/** The account's files as rendered by the server, with live progress. */
export function DownloadTable({ page, list, isFiltered, timeZone, mayRemove }: DownloadTableProps) {
  const t = useTranslations("download");
  const tError = useTranslations("error");
  const refresh = useRefresh();
  const pending = useDownloads();
  const [removing, setRemoving] = useState<DownloadDto | null>(null);
  const cancelling = useServiceMutation(cancelDownload);
  useEffect(() => followDownloads(page.items.map(progressDto)), [page.items]);
  useEffect(() => onDownload(({ kind }) => kind === "ended" && refresh()), [refresh]);
  const columns = useColumns({
    timeZone,
    isForSeveral: new Set(page.items.map(({ customerName }) => customerName)).size > 1,
    progressOf: (row) => pending.find(({ key }) => key === row.key)?.progress ?? row.progress,
    onCancel: (row) =>
      cancelling.mutate(row.key, {
        onSuccess: () => showToast("normal", t("action.cancelled")),
        onError: ({ key, requestId }) => showToast("warning", tError(key), requestId),
        onSettled: refresh,
      }),
    onRemove: mayRemove ? setRemoving : undefined,
  });
  const shown = { ...list, total: page.total };
  return (
    <>
      <DataTable
        id="download"
        caption={t("caption")}
        columns={columns}
        rows={page.items}
        rowId={(row) => row.key}
        rowLabel={(row) => row.name}
        list={shown}
        empty={<EmptyList list={shown} isFiltered={isFiltered} title={t("empty.title")} hint={t("empty.hint")} />}
      />
      {removing && (
        <EndingDialog
          title={t("action.removeTitle", { count: 1 })}
          text={t("action.removeText")}
          confirmLabel={t("action.remove")}
          send={() => removeDownloads([removing.key])}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            showToast("normal", t("action.removed"));
            refresh();
          }}
        />
      )}
    </>
  );
}
