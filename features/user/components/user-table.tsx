"use client";

import { UserPlus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { listHref } from "@/components/data-table/list-href";
import { NoMatch } from "@/components/data-table/no-match";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { showToast } from "@/components/ui/toast-store";
import { useRouter } from "@/lib/i18n/navigation";
import type { Page } from "@/lib/resource/list-query";
import type { Deed } from "../client";
import type { PasswordDto } from "../lifecycle/schema";
import type { NamedPlace, SaveCode, UserDto } from "../schema";
import { BatchActions, batchDeeds } from "./batch-actions";
import { useColumns } from "./columns";
import type { Rights } from "./user-screen";

const UserSheet = dynamic(() => import("./user-sheet").then((module) => module.UserSheet), { ssr: false });
const UserForm = dynamic(() => import("./user-form").then((module) => module.UserForm), { ssr: false });
const DeedDialog = dynamic(() => import("./deed-dialog").then((module) => module.DeedDialog), { ssr: false });
const PasswordDialog = dynamic(() => import("./password-dialog").then((module) => module.PasswordDialog), {
  ssr: false,
});

type UserTableProps = {
  page: Page<UserDto>;
  list: Omit<ListState, "total">;
  isFiltered: boolean;
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
  timeZone: string;
  now: number;
};

type Asked = { deed: Deed; users: readonly UserDto[] };
type Shown = { passwords: readonly PasswordDto[]; note?: string };

/** In the address, `id=new` is the form of a new account. */
const NEW = "new";
const NOTE = { 201: "noContact", 501: "cancelled" } as const;

/** The rows as the server sent them; the account that the address names stands over them. */
export function UserTable(props: UserTableProps) {
  const { page, list, isFiltered, home, isManyCustomers, rights, timeZone, now } = props;
  const t = useTranslations("user");
  const router = useRouter();
  const [, startTransition] = useTransition();
  const address = useAddressState("id");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);

  const refresh = () => startTransition(() => router.refresh());
  const isNew = address.value === NEW && rights.create;
  const openId = /^[1-9]\d{0,14}$/.test(address.value ?? "") ? Number(address.value) : null;
  const noteOf = (code: SaveCode) => (code === 200 ? undefined : t(`note.${NOTE[code]}`));
  const ask = (deed: Deed, users: readonly UserDto[]) => setAsked({ deed, users });
  const columns = useColumns({
    now,
    timeZone,
    isManyCustomers,
    rights,
    hrefOf: (id) => `?id=${id}`,
    onOpen: (id) => address.open(String(id)),
    onDeed: (deed, row) => ask(deed, [row]),
  });
  const create = rights.create && (
    <Button variant="primary" onClick={() => address.open(NEW)}>
      <UserPlus aria-hidden="true" />
      {t("action.create")}
    </Button>
  );
  const nobody = (
    <EmptyState icon={<Users aria-hidden="true" />} title={t("empty.title")} action={create}>
      {t("empty.text")}
    </EmptyState>
  );
  const resetHref = page.total > 0 ? listHref(list, {}) : list.path;
  return (
    <>
      <DataTable
        id="user"
        caption={t("caption")}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        list={{ ...list, total: page.total }}
        toolbar={create}
        batchActions={
          batchDeeds(rights).length > 0 ? <BatchActions rows={page.items} rights={rights} onDeed={ask} /> : undefined
        }
        empty={isFiltered || page.total > 0 ? <NoMatch resetHref={resetHref} /> : nobody}
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
        <DeedDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={(passwords) => {
            setAsked(null);
            if (passwords.length > 0) setShown({ passwords });
            else showToast("normal", t(`done.${asked.deed}`, { count: asked.users.length }));
            refresh();
          }}
        />
      )}
      {shown && <PasswordDialog {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
