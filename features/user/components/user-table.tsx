"use client";

import { UserPlus, Users } from "lucide-react";
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
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { PasswordDto } from "../lifecycle.schema";
import type { Action } from "../user.client";
import type { NamedPlace, SaveCode, UserDto } from "../user.schema";
import { useColumns } from "./columns";
import { batchActions, type Rights, useActions } from "./row-actions";

const UserSheet = dynamic(() => import("./user-sheet").then((module) => module.UserSheet), { ssr: false });
const UserForm = dynamic(() => import("./user-form").then((module) => module.UserForm), { ssr: false });
const ActionDialog = dynamic(() => import("./action-dialog").then((module) => module.ActionDialog), { ssr: false });
const PasswordDialog = dynamic(() => import("./password-dialog").then((module) => module.PasswordDialog), {
  ssr: false,
});

type UserTableProps = ListTable<UserDto> & {
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
  timeZone: string;
  now: number;
};

type Asked = { action: Action; users: readonly UserDto[] };
type Shown = { passwords: readonly PasswordDto[]; note?: string };

const NOTE = { 201: "noContact", 501: "cancelled" } as const;

/** The rows as rendered by the server. The account in the URL opens on top. */
export function UserTable(props: UserTableProps) {
  const { page, isFiltered, home, isManyCustomers, rights, timeZone, now } = props;
  const t = useTranslations("user");
  const address = useAddressState("id");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const actions = batchActions(rights);
  const items = useActions();

  const refresh = useRefresh();
  const isNew = address.value === NEW_RECORD && rights.create;
  const { id: openId } = address;
  const noteOf = (code: SaveCode) => (code === 200 ? undefined : t(`note.${NOTE[code]}`));
  const ask = (action: Action, users: readonly UserDto[]) => setAsked({ action, users });
  const columns = useColumns({
    now,
    timeZone,
    isManyCustomers,
    rights,
    hrefOf: (id) => address.hrefOf(String(id)),
    onOpen: (id) => address.open(String(id)),
    onAction: (action, row) => ask(action, [row]),
  });
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
      <UserPlus aria-hidden="true" />
      {t("action.create")}
    </Button>
  );
  const list = { ...props.list, total: page.total };
  return (
    <>
      <DataTable
        id="user"
        caption={t("caption")}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        list={list}
        toolbar={
          <>
            {create}
            {page.total > 0 && <ExportMenu kind="user" query={exportQuery(list.query)} />}
          </>
        }
        batchActions={
          actions.length > 0 ? <BatchActions rows={page.items} actions={items(actions)} onAction={ask} /> : undefined
        }
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<Users aria-hidden="true" />}
            title={t("empty.title")}
            hint={t("empty.text")}
          />
        }
      />
      {isNew && (
        <UserForm
          home={home}
          isManyCustomers={isManyCustomers}
          rights={rights}
          onClose={address.close}
          onCreated={({ code, user, password }) => {
            const { id, username, name } = user;
            const note = noteOf(code);
            setShown({ passwords: [{ id, username, name, password }], ...(note && { note }) });
            address.close(refresh);
          }}
        />
      )}
      {openId !== null && (
        <UserSheet
          key={openId}
          id={openId}
          row={page.items.find(({ id }) => id === openId)}
          home={home}
          isManyCustomers={isManyCustomers}
          rights={rights}
          timeZone={timeZone}
          now={now}
          onClose={address.close}
          onSaved={({ code }) => {
            const note = noteOf(code);
            showToast(note ? "warning" : "normal", note ?? t("done.saved"));
            address.close(refresh);
          }}
        />
      )}
      {asked && (
        <ActionDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={(passwords) => {
            setAsked(null);
            if (passwords.length > 0) setShown({ passwords });
            else showToast("normal", t(`done.${asked.action}`, { count: asked.users.length }));
            refresh();
          }}
        />
      )}
      {shown && <PasswordDialog {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
