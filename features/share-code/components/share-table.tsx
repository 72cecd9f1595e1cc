"use client";

import { Ban, Plus, Printer, QrCode } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
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
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { ShareDto, ShareRights } from "../share.schema";
import { StateCell } from "./state-cell";

// Each is loaded when first opened.
const ShareForm = dynamic(() => import("./share-form").then((module) => module.ShareForm), { ssr: false });
const ShareSheet = dynamic(() => import("./share-sheet").then((module) => module.ShareSheet), { ssr: false });
const LabelSheet = dynamic(() => import("./label-sheet").then((module) => module.LabelSheet), { ssr: false });
const RevokeDialog = dynamic(() => import("./revoke-dialog").then((module) => module.RevokeDialog), { ssr: false });

type ShareTableProps = ListTable<ShareDto> & { rights: ShareRights; timeZone: string; now: number };

export function ShareTable({ page, list, isFiltered, rights, timeZone, now }: ShareTableProps) {
  const t = useTranslations("share");
  const tTable = useTranslations("common.table");
  const refresh = useRefresh();
  const address = useAddressState("id");
  const box = useRowClick(address.open);
  const [labels, setLabels] = useState<readonly number[] | null>(null);
  const [revoking, setRevoking] = useState<ShareDto | null>(null);
  const instant = (at: string | null, none: string) =>
    at === null ? (
      <span className="text-muted-foreground">{none}</span>
    ) : (
      <Instant at={Date.parse(at)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
    );
  const columns: Column<ShareDto>[] = [
    {
      id: "name",
      header: t("column.name"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <span className="flex min-w-0 flex-col">
          <OpenLink rowId={row.id} href={address.hrefOf(String(row.id))} onOpen={() => address.open(String(row.id))}>
            {row.name}
          </OpenLink>
          {row.subject !== row.name && <span className="text-muted-foreground text-xs">{row.subject}</span>}
        </span>
      ),
    },
    { id: "kind", header: t("column.kind"), cell: (row) => t(`kind.${row.kind}`) },
    {
      id: "state",
      header: t("column.state"),
      priority: 2,
      cell: (row) => <StateCell state={row.state} />,
    },
    {
      id: "guard",
      header: t("column.guard"),
      cell: (row) =>
        [row.hasPin && t("withPin"), row.useLimit !== null && t("uses", { used: row.useCount, limit: row.useLimit })]
          .filter(Boolean)
          .join(" · ") || <span className="text-muted-foreground">{t("open")}</span>,
    },
    {
      id: "openings",
      header: t("column.openings"),
      align: "right",
      cell: (row) => <span className="tabular-nums">{row.openings}</span>,
    },
    {
      id: "lastOpenedAt",
      header: t("column.lastOpenedAt"),
      sortable: true,
      cell: (row) => instant(row.lastOpenedAt, t("never")),
    },
    {
      id: "expiresAt",
      header: t("column.expiresAt"),
      sortable: true,
      cell: (row) => instant(row.expiresAt, t("endless")),
    },
    { id: "author", header: t("column.author"), priority: 3, cell: (row) => row.author },
    {
      id: "createdAt",
      header: t("column.createdAt"),
      sortable: true,
      priority: 3,
      cell: (row) => instant(row.createdAt, ""),
    },
    {
      id: "operation",
      header: tTable("operations"),
      kind: "operation",
      cell: (row) => (
        <span className="flex items-center justify-center gap-1 max-sm:flex-wrap max-sm:justify-end">
          {rights.create && row.state === "active" && (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t("action.labelOf", { name: row.name })}
              title={t("action.label")}
              onClick={() => setLabels([row.id])}
            >
              <QrCode aria-hidden="true" />
              <span className="sm:hidden">{t("action.label")}</span>
            </Button>
          )}
          {rights.revoke && row.revokedAt === null && (
            <Button
              size="sm"
              variant="ghost"
              className="hover:bg-critical-soft hover:text-critical sm:w-control-sm sm:px-0"
              aria-label={t("action.revokeOf", { name: row.name })}
              title={t("action.revoke")}
              onClick={() => setRevoking(row)}
            >
              <Ban aria-hidden="true" />
              <span className="sm:hidden">{t("action.revoke")}</span>
            </Button>
          )}
        </span>
      ),
    },
  ];
  const shown = { ...list, total: page.total };
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("action.new")}
    </Button>
  );
  return (
    <>
      <div ref={box} className="flex min-h-0 flex-1 flex-col [&_tbody>tr]:cursor-pointer">
        <DataTable
          id="share"
          caption={t("caption")}
          columns={columns}
          rows={page.items}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          list={shown}
          toolbar={
            <>
              {create}
              <ExportMenu kind="shareCode" query={exportQuery(shown.query)} />
            </>
          }
          batchActions={
            rights.create ? (
              <BatchActions
                rows={page.items.filter(({ state }) => state === "active")}
                actions={[{ verb: "labels", label: t("action.labels"), icon: Printer }]}
                onAction={(_verb, rows) => rows.length > 0 && setLabels(rows.map(({ id }) => id))}
              />
            ) : undefined
          }
          empty={
            <EmptyList
              list={shown}
              isFiltered={isFiltered}
              icon={<QrCode aria-hidden="true" />}
              title={t("empty")}
              hint={t("emptyHint")}
            />
          }
        />
      </div>
      {address.value === NEW_RECORD && rights.create && (
        <ShareForm
          timeZone={timeZone}
          now={now}
          onClose={() => address.close()}
          onSaved={(ids) => {
            setLabels(ids);
            address.close(refresh);
          }}
        />
      )}
      {address.id !== null && (
        <ShareSheet
          key={address.id}
          id={address.id}
          rights={rights}
          timeZone={timeZone}
          now={now}
          onLabel={(id) => setLabels([id])}
          onRevoke={setRevoking}
          onClose={() => address.close(refresh)}
        />
      )}
      {labels && <LabelSheet ids={labels} onClose={() => setLabels(null)} />}
      {revoking && (
        <RevokeDialog
          share={revoking}
          onClose={() => setRevoking(null)}
          onDone={() => {
            showToast("normal", t("revoke.done", { name: revoking.name }));
            setRevoking(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
