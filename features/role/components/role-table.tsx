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
import { showToast } from "@/components/ui/toast-store";
import type { ScopeType } from "@/db/enums";
import { useRouter } from "@/lib/i18n/navigation";
import type { Page } from "@/lib/resource/list-query";
import type { RoleChoiceDto } from "../catalogue/schema";
import { roleKeys, type Verb } from "../client";
import type { Named, RoleDto } from "../schema";
import { BatchActions } from "./batch-actions";
import { useColumns } from "./columns";
import { EmptyList } from "./empty-list";
import type { Rights } from "./row-menu";

// Each comes when it is first opened.
const RoleEditor = dynamic(() => import("./role-editor").then((module) => module.RoleEditor), { ssr: false });
const LifecycleDialog = dynamic(() => import("./lifecycle-dialog").then((module) => module.LifecycleDialog), {
  ssr: false,
});

type RoleTableProps = {
  page: Page<RoleDto>;
  list: Omit<ListState, "total"> & { query: Readonly<Record<string, string>> };
  /** Whether any criterion narrows the list. */
  isFiltered: boolean;
  rights: Rights;
  customers: RoleChoiceDto["customers"] | null;
  own: Named;
  types: readonly ScopeType[];
  timeZone: string;
  now: number;
};

const NEW = "new";
const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The rows as the server sent them; the editor of the role that the address names stands over them. */
export function RoleTable({ page, list, isFiltered, rights, timeZone, now, ...actor }: RoleTableProps) {
  const t = useTranslations("role");
  const router = useRouter();
  const client = useQueryClient();
  const [, startTransition] = useTransition();
  const editor = useAddressState("id");
  const [asked, setAsked] = useState<{ verb: Verb; rows: readonly RoleDto[] } | null>(null);
  const openId = idOf(editor.value);
  const isNew = editor.value === NEW && rights.create;

  const refresh = () => {
    client.invalidateQueries({ queryKey: roleKeys.all });
    startTransition(() => router.refresh());
  };
  const onAsk = (verb: Verb, rows: readonly RoleDto[]) => setAsked({ verb, rows });
  const columns = useColumns({
    now,
    timeZone,
    rights,
    isWide: actor.customers !== null,
    hrefOf: (id) => `?${new URLSearchParams({ ...list.query, id: String(id) })}`,
    onOpen: (id) => editor.open(String(id)),
    onAsk,
  });
  const verbs: Verb[] = [
    ...(rights.edit ? (["activate", "cancel"] as const) : []),
    ...(rights.remove ? (["remove"] as const) : []),
  ];
  const why = page.total > 0 ? "beyond" : isFiltered ? "narrowed" : "none";
  const create = rights.create && (
    <Button variant="primary" onClick={() => editor.open(NEW)}>
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
        list={{ ...list, total: page.total }}
        toolbar={create}
        batchActions={verbs.length > 0 ? <BatchActions rows={page.items} verbs={verbs} onAsk={onAsk} /> : undefined}
        empty={<EmptyList why={why} resetHref={why === "beyond" ? listHref(list, {}) : list.path} action={create} />}
      />
      {(isNew || openId !== null) && (
        <RoleEditor
          key={editor.value}
          id={openId}
          mayEdit={isNew || rights.edit}
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
