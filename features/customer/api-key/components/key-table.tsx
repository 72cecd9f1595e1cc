"use client";

import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { NoMatch } from "@/components/data-table/no-match";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useRouter } from "@/lib/i18n/navigation";
import type { Page } from "@/lib/resource/list-query";
import { useRevoke } from "../client";
import type { ApiKeyDto, CreatedApiKeyDto } from "../schema";
import { useColumns } from "./columns";
import type { KeyFormProps } from "./key-form";

// Each comes when it is first opened.
const KeyForm = dynamic(() => import("./key-form").then((module) => module.KeyForm), { ssr: false });
const MadeDialog = dynamic(() => import("./made-dialog").then((module) => module.MadeDialog), { ssr: false });

export type KeyRights = { create: boolean; revoke: boolean };

type KeyTableProps = KeyFormProps & {
  page: Page<ApiKeyDto>;
  list: Omit<ListState, "total">;
  /** Whether any criterion or page narrows the list. */
  isFiltered: boolean;
  rights: KeyRights;
};

/** The rows as the server sent them; the form stands over them while the address names it. */
export function KeyTable({ page, list, isFiltered, rights, ...form }: KeyTableProps) {
  const t = useTranslations("apiKey");
  const router = useRouter();
  const [, startTransition] = useTransition();
  const address = useAddressState("form");
  const [made, setMade] = useState<CreatedApiKeyDto | null>(null);
  const [revoking, setRevoking] = useState<ApiKeyDto | null>(null);
  const refresh = () => startTransition(() => router.refresh());
  const columns = useColumns({
    now: form.now,
    timeZone: form.timeZone,
    isWide: form.customers !== null,
    mayRevoke: rights.revoke,
    onRevoke: setRevoking,
  });
  const create = rights.create && (
    <Button variant="primary" onClick={() => address.open("new")}>
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
        list={{ ...list, total: page.total }}
        toolbar={create}
        empty={
          isFiltered || page.total > 0 ? (
            <NoMatch resetHref={list.path} />
          ) : (
            <EmptyState
              icon={<KeyRound aria-hidden="true" />}
              title={t("empty.none")}
              action={create}
              className="min-h-64"
            >
              {t("empty.hint")}
            </EmptyState>
          )
        }
      />
      {address.value === "new" && rights.create && (
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
