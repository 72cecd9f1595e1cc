"use client";

import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { useRevoke } from "../client";
import { mayRevoke } from "../rules";
import type { ApiKeyDto, CreatedApiKeyDto } from "../schema";
import { useColumns } from "./columns";
import type { KeyFormProps } from "./key-form";

// Loaded when first opened.
const KeyForm = dynamic(() => import("./key-form").then((module) => module.KeyForm), { ssr: false });
const MadeDialog = dynamic(() => import("./made-dialog").then((module) => module.MadeDialog), { ssr: false });

export type KeyRights = { create: boolean; revoke: boolean };

type KeyTableProps = ListTable<ApiKeyDto> &
  KeyFormProps & {
    rights: KeyRights;
  };

/** The rows as rendered by the server. The form opens on top while it is in the URL. */
export function KeyTable({ page, list: place, isFiltered, rights, ...form }: KeyTableProps) {
  const t = useTranslations("apiKey");
  const address = useAddressState("form");
  const [made, setMade] = useState<CreatedApiKeyDto | null>(null);
  const [revoking, setRevoking] = useState<ApiKeyDto | null>(null);
  const refresh = useRefresh();
  const list = { ...place, total: page.total };
  const columns = useColumns({
    now: form.now,
    timeZone: form.timeZone,
    isWide: form.customers !== null,
    mayRevoke: rights.revoke,
    isRevocable: ({ codes }) => mayRevoke(codes, new Set(form.codes)),
    onRevoke: setRevoking,
  });
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("action.new")}
    </Button>
  );
  return (
    <>
      <DataTable
        id="apiKey"
        caption={t("caption")}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        list={list}
        toolbar={
          <>
            {create}
            <ExportMenu kind="apiKey" query={exportQuery(list.query)} />
          </>
        }
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<KeyRound aria-hidden="true" />}
            title={t("empty.none")}
            hint={t("empty.hint")}
          />
        }
      />
      {address.value === NEW_RECORD && rights.create && (
        <KeyForm
          {...form}
          onClose={() => address.close()}
          onMade={(key) => {
            setMade(key);
            address.close(refresh);
          }}
        />
      )}
      {made && <MadeDialog made={made} onClose={() => setMade(null)} />}
      {revoking && (
        <RevokeDialog
          row={revoking}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            refresh();
          }}
        />
      )}
    </>
  );
}

function RevokeDialog({ row, onClose, onDone }: { row: ApiKeyDto; onClose: () => void; onDone: () => void }) {
  const t = useTranslations("apiKey.revoke");
  const tError = useTranslations("error");
  const { mutate, isPending, error } = useRevoke();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: row.name })}
      description={t("effect")}
      confirmLabel={t("confirm")}
      destructive
      pending={isPending}
      error={error && tError(error.key)}
      onConfirm={() => mutate(row.id, { onSuccess: onDone })}
    />
  );
}
