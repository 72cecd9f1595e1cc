"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Building2, CircleCheck, CircleOff, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { customerKeys, type StatusVerb } from "../customer.client";
import type { Deputy, Rights } from "../customer.rules";
import type { CustomerRowDto } from "../customer.schema";
import type { OpeningDto } from "../provisioning.schema";
import { useColumns } from "./columns";
import type { Ask } from "./row-menu";

// Loaded when first opened.
const DetailSheet = dynamic(() => import("./detail-sheet").then((module) => module.DetailSheet), { ssr: false });
const CustomerForm = dynamic(() => import("./customer-form").then((module) => module.CustomerForm), { ssr: false });
const StatusDialog = dynamic(() => import("./status-dialog").then((module) => module.StatusDialog), { ssr: false });
const RemovalDialog = dynamic(() => import("./removal-dialog").then((module) => module.RemovalDialog), { ssr: false });
const TokenDialog = dynamic(() => import("./token-dialog").then((module) => module.TokenDialog), { ssr: false });
const OpenedDialog = dynamic(() => import("./opened-dialog").then((module) => module.OpenedDialog), { ssr: false });

type CustomerTableProps = ListTable<CustomerRowDto> & {
  rights: Rights;
  deputy: Deputy;
  timeZone: string;
  now: number;
};

/** A dialog that is not in the URL: a question, or a secret that is shown once. */
type Asked =
  | { what: StatusVerb; rows: readonly CustomerRowDto[] }
  | { what: "remove" | "token"; row: CustomerRowDto }
  | { what: "opened"; result: OpeningDto; account: string | undefined };

/** Actions on all selected customers or none. A refusal names the customers that caused it. */
const BATCH = [
  { verb: "activate", icon: CircleCheck },
  { verb: "cancel", icon: CircleOff },
] as const;

/** The rows as rendered by the server. The record or form in the URL opens on top. */
export function CustomerTable({ page, isFiltered, rights, deputy, timeZone, now, ...props }: CustomerTableProps) {
  const t = useTranslations("customer");
  const client = useQueryClient();
  const refreshRows = useRefresh();
  const record = useAddressState("id");
  const form = useAddressState("form");
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id: recordId } = record;
  const { id: formId } = form;
  const isFormOpen = form.value === NEW_RECORD ? rights.create : formId !== null && rights.edit;

  const refresh = () => {
    client.invalidateQueries({ queryKey: customerKeys.all });
    refreshRows();
  };
  const onAsk = (what: Ask, row: CustomerRowDto) => {
    if (what === "view") record.open(String(row.id));
    else if (what === "edit") form.open(String(row.id));
    else if (what === "cancel" || what === "activate") setAsked({ what, rows: [row] });
    else setAsked({ what, row });
  };
  const list = { ...props.list, total: page.total };
  const columns = useColumns({
    now,
    timeZone,
    rights,
    deputy,
    hrefOf: (id) => record.hrefOf(String(id)),
    onOpen: (id) => record.open(String(id)),
    onAsk,
  });
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => form.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("action.new")}
    </Button>
  );
  const close = () => setAsked(null);
  const done = () => {
    close();
    refresh();
  };
  return (
    <>
      <DataTable
        id="customer"
        caption={t("caption")}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        list={list}
        toolbar={
          <>
            {create}
            <ExportMenu kind="customer" query={exportQuery(list.query)} />
          </>
        }
        batchActions={
          rights.edit ? (
            <BatchActions
              rows={page.items}
              actions={BATCH.map((action) => ({ ...action, label: t(`action.${action.verb}`) }))}
              onAction={(what, rows) => setAsked({ what, rows })}
            />
          ) : undefined
        }
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<Building2 aria-hidden="true" />}
            title={t("empty.none")}
            hint={t("empty.noneHint")}
          />
        }
      />
      {recordId !== null && (
        <DetailSheet
          key={recordId}
          id={recordId}
          rights={rights}
          deputy={deputy}
          timeZone={timeZone}
          now={now}
          onAsk={onAsk}
          onClose={record.close}
        />
      )}
      {isFormOpen && (
        <CustomerForm
          key={form.value}
          id={formId}
          deputy={deputy}
          now={now}
          onClose={form.close}
          onSaved={() => form.close(refresh)}
          onOpened={(result, account) => {
            form.close(refresh);
            setAsked({ what: "opened", result, account });
          }}
        />
      )}
      {(asked?.what === "cancel" || asked?.what === "activate") && (
        <StatusDialog verb={asked.what} rows={asked.rows} onClose={close} onDone={done} />
      )}
      {asked?.what === "remove" && (
        <RemovalDialog
          row={asked.row}
          onClose={close}
          onDone={() => {
            close();
            if (recordId === asked.row.id) record.close(refresh);
            else refresh();
          }}
        />
      )}
      {asked?.what === "token" && <TokenDialog row={asked.row} onClose={close} />}
      {asked?.what === "opened" && <OpenedDialog {...asked} onClose={close} />}
    </>
  );
}
