"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { listHref } from "@/components/data-table/list-href";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/lib/i18n/navigation";
import type { Page } from "@/lib/resource/list-query";
import { customerKeys, type StatusVerb } from "../client";
import type { OpeningDto } from "../opening/schema";
import type { Deputy, Rights } from "../rules";
import type { CustomerRowDto } from "../schema";
import { BatchActions } from "./batch-actions";
import { useColumns } from "./columns";
import { EmptyList } from "./empty-list";
import type { Ask } from "./row-menu";

// Each comes when it is first opened.
const DetailSheet = dynamic(() => import("./detail-sheet").then((module) => module.DetailSheet), { ssr: false });
const CustomerForm = dynamic(() => import("./customer-form").then((module) => module.CustomerForm), { ssr: false });
const StatusDialog = dynamic(() => import("./status-dialog").then((module) => module.StatusDialog), { ssr: false });
const RemovalDialog = dynamic(() => import("./removal-dialog").then((module) => module.RemovalDialog), { ssr: false });
const TokenDialog = dynamic(() => import("./token-dialog").then((module) => module.TokenDialog), { ssr: false });
const OpenedDialog = dynamic(() => import("./opened-dialog").then((module) => module.OpenedDialog), { ssr: false });

type CustomerTableProps = {
  page: Page<CustomerRowDto>;
  list: Omit<ListState, "total">;
  /** Whether any criterion narrows the list. */
  isFiltered: boolean;
  rights: Rights;
  deputy: Deputy;
  timeZone: string;
  now: number;
};

/** What stands over the list without being in the address: a question, or something that is shown once. */
type Asked =
  | { what: StatusVerb; rows: readonly CustomerRowDto[] }
  | { what: "remove" | "token"; row: CustomerRowDto }
  | { what: "opened"; result: OpeningDto; account: string | undefined };

const NEW = "new";
const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The rows as the server sent them; the record or the form that the address names stands over them. */
export function CustomerTable({ page, list, isFiltered, rights, deputy, timeZone, now }: CustomerTableProps) {
  const t = useTranslations("customer");
  const router = useRouter();
  const client = useQueryClient();
  const [, startTransition] = useTransition();
  const record = useAddressState("id");
  const form = useAddressState("form");
  const [asked, setAsked] = useState<Asked | null>(null);
  const recordId = idOf(record.value);
  const formId = idOf(form.value);
  const isFormOpen = form.value === NEW ? rights.create : formId !== null && rights.edit;

  const refresh = () => {
    client.invalidateQueries({ queryKey: customerKeys.all });
    startTransition(() => router.refresh());
  };
  const onAsk = (what: Ask, row: CustomerRowDto) => {
    if (what === "view") record.open(String(row.id));
    else if (what === "edit") form.open(String(row.id));
    else if (what === "cancel" || what === "activate") setAsked({ what, rows: [row] });
    else setAsked({ what, row });
  };
  const criteria = list.query as Record<string, string>;
  const columns = useColumns({
    now,
    timeZone,
    rights,
    deputy,
    hrefOf: (id) => `?${new URLSearchParams({ ...criteria, id: String(id) })}`,
    onOpen: (id) => record.open(String(id)),
    onAsk,
  });
  const why = page.total > 0 ? "beyond" : isFiltered ? "narrowed" : "none";
  const create = rights.create && (
    <Button variant="primary" onClick={() => form.open(NEW)}>
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
        list={{ ...list, total: page.total }}
        toolbar={create}
        batchActions={
          rights.edit ? <BatchActions rows={page.items} onAsk={(what, rows) => setAsked({ what, rows })} /> : undefined
        }
        empty={<EmptyList why={why} resetHref={why === "beyond" ? listHref(list, {}) : list.path} action={create} />}
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
