"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
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
import { showToast } from "@/components/ui/toast-store";
import type { ScopeType } from "@/db/enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { RoleChoiceDto } from "../catalogue.schema";
import { roleKeys, type Verb } from "../role.client";
import type { Named, RoleDto } from "../role.schema";
import { useColumns } from "./columns";
import { type Rights, useActions } from "./row-menu";

// Loaded when first opened.
const RoleEditor = dynamic(() => import("./role-editor").then((module) => module.RoleEditor), { ssr: false });
const LifecycleDialog = dynamic(() => import("./lifecycle-dialog").then((module) => module.LifecycleDialog), {
  ssr: false,
});

type RoleTableProps = ListTable<RoleDto> & {
  rights: Rights;
  customers: RoleChoiceDto["customers"] | null;
  own: Named;
  types: readonly ScopeType[];
  timeZone: string;
  now: number;
};

/** The rows as rendered by the server. The editor of the role in the URL opens on top. */
export function RoleTable({ page, list: place, isFiltered, rights, timeZone, now, ...actor }: RoleTableProps) {
  const t = useTranslations("role");
  const client = useQueryClient();
  const refreshRows = useRefresh();
  const list = { ...place, total: page.total };
  const editor = useAddressState("id");
  const actionsOf = useActions();
  const [asked, setAsked] = useState<{ verb: Verb; rows: readonly RoleDto[] } | null>(null);
  const { id: openId } = editor;
  const isNew = editor.value === NEW_RECORD && rights.create;

  const refresh = () => {
    client.invalidateQueries({ queryKey: roleKeys.all });
    refreshRows();
  };
  const onAsk = (verb: Verb, rows: readonly RoleDto[]) => setAsked({ verb, rows });
  const columns = useColumns({
    now,
    timeZone,
    rights,
    isWide: actor.customers !== null,
    hrefOf: (id) => editor.hrefOf(String(id)),
    onOpen: (id) => editor.open(String(id)),
    onAsk,
  });
  const verbs: Verb[] = [
    ...(rights.edit ? (["activate", "cancel"] as const) : []),
    ...(rights.remove ? (["remove"] as const) : []),
  ];
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => editor.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("action.new")}
    </Button>
  );
  return (
    <>
      <DataTable
        id="role"
        caption={t("caption")}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        list={list}
        toolbar={
          <>
            {create}
            <ExportMenu kind="role" query={exportQuery(list.query)} />
          </>
        }
        batchActions={
          verbs.length > 0 ? <BatchActions rows={page.items} actions={actionsOf(verbs)} onAction={onAsk} /> : undefined
        }
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<ShieldCheck aria-hidden="true" />}
            title={t("empty.none")}
            hint={t("empty.noneHint")}
          />
        }
      />
      {(isNew || openId !== null) && (
        <RoleEditor
          key={editor.value}
          id={openId}
          mayEdit={isNew || rights.edit}
          customerId={place.query.customerId ? Number(place.query.customerId) : undefined}
          onClose={() => editor.close()}
          onSaved={(role) => {
            showToast("normal", t("editor.saved", { name: role.name }));
            editor.close(refresh);
          }}
          {...actor}
        />
      )}
      {asked && (
        <LifecycleDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
