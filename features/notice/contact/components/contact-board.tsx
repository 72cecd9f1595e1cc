"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState, useTransition } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { listHref } from "@/components/data-table/list-href";
import { NoMatch } from "@/components/data-table/no-match";
import { useSelection } from "@/components/data-table/selection";
import { useAddressState } from "@/components/dialog/use-address-state";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { useRouter } from "@/lib/i18n/navigation";
import type { Locale } from "@/lib/i18n/routing";
import type { Page } from "@/lib/resource/list-query";
import type { ContactRowDto } from "../contact.schema";
import type { ContactGroupDto } from "../group.schema";
import { type Rights, useColumns } from "./columns";
import { type GroupAsk, GroupHeader, PeopleActions } from "./group-header";
import { type CustomerChoice, GroupNav } from "./group-nav";

const ContactForm = dynamic(() => import("./contact-form").then((module) => module.ContactForm), { ssr: false });
const GroupForm = dynamic(() => import("./group-dialogs").then((module) => module.GroupForm), { ssr: false });
const GroupRemoval = dynamic(() => import("./group-dialogs").then((module) => module.GroupRemoval), { ssr: false });
const MoveDialog = dynamic(() => import("./batch-dialogs").then((module) => module.MoveDialog), { ssr: false });
const RemoveDialog = dynamic(() => import("./batch-dialogs").then((module) => module.RemoveDialog), { ssr: false });
const SyncDialog = dynamic(() => import("./sync-dialog").then((module) => module.SyncDialog), { ssr: false });
const TestDialog = dynamic(() => import("../../health/components/test-dialog").then((module) => module.TestDialog), {
  ssr: false,
});

export type ContactBoardProps = {
  path: string;
  customers: readonly CustomerChoice[];
  customerId: number;
  groups: readonly ContactGroupDto[];
  group: ContactGroupDto | null;
  page: Page<ContactRowDto>;
  /** The contact that the URL opens, if it is not on the current page. */
  opened: ContactRowDto | null;
  list: Omit<ListState, "total">;
  /** Whether any filter narrows the contacts of the group. */
  isFiltered: boolean;
  rights: Rights;
  locale: Locale;
  clock: { timeZone: string; now: number };
  /** The filter form, rendered on the server. */
  search: ReactNode;
};

type Asked =
  | { what: "newGroup" | "rename" | "removeGroup" | "sync" }
  | { what: "move" | "remove"; rows: readonly ContactRowDto[] }
  | { what: "test"; contact: ContactRowDto };

const NEW = "new";

/** Groups on the left, the contacts of the selected group on the right. Forms and dialogs open on top. */
export function ContactBoard(props: ContactBoardProps) {
  const { path, customers, customerId, groups, group, page, opened, list, isFiltered, rights, locale, clock, search } =
    props;
  const t = useTranslations("contact");
  const router = useRouter();
  const [, startTransition] = useTransition();
  const form = useAddressState("form");
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const refresh = () => startTransition(() => router.refresh());
  const done = () => {
    close();
    refresh();
  };
  const onAsk = (ask: GroupAsk) => {
    if (ask === "new") form.open(NEW);
    else setAsked({ what: ask === "remove" ? "removeGroup" : ask });
  };
  const columns = useColumns({
    rights,
    onEdit: (row) => form.open(String(row.id)),
    onRemove: (row) => setAsked({ what: "remove", rows: [row] }),
    onTest: (row) => setAsked({ what: "test", contact: row }),
  });
  const named = [...page.items, ...(opened ? [opened] : [])].find(({ id }) => String(id) === form.value) ?? null;
  const isFormOpen = form.value === NEW ? rights.create : named !== null && rights.edit;
  const newGroup = rights.create ? () => setAsked({ what: "newGroup" }) : undefined;
  return (
    <div className="flex min-h-0 flex-1 gap-4 max-md:flex-col">
      <GroupNav
        path={path}
        customers={customers}
        customerId={customerId}
        groups={groups}
        groupId={group?.id ?? null}
        onNew={newGroup}
      />
      {group ? (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
          <GroupHeader group={group} rights={rights} onAsk={onAsk} />
          {search}
          <DataTable
            id="contact"
            caption={t("caption")}
            columns={columns}
            rows={page.items}
            rowId={(row) => String(row.id)}
            rowLabel={(row) => row.name}
            list={{ ...list, total: page.total }}
            toolbar={
              <>
                <PeopleActions rights={rights} onAsk={onAsk} />
                <ExportMenu kind="contact" query={exportQuery({ ...list.query, groupId: String(group.id) })} />
              </>
            }
            batchActions={
              rights.edit || rights.remove ? (
                <BatchActions rows={page.items} rights={rights} onAsk={(what, rows) => setAsked({ what, rows })} />
              ) : undefined
            }
            empty={
              isFiltered || page.total > 0 ? (
                <NoMatch resetHref={listHref({ path, query: {} }, { customerId, groupId: group.id })} />
              ) : (
                <EmptyState title={t("empty.title")}>{t("empty.hint")}</EmptyState>
              )
            }
          />
        </div>
      ) : (
        <EmptyState
          title={t("groups.empty")}
          className="flex-1 rounded-lg border bg-card"
          action={
            newGroup && (
              <Button variant="primary" onClick={newGroup}>
                <Plus aria-hidden="true" />
                {t("groups.new")}
              </Button>
            )
          }
        >
          {t("groups.emptyHint")}
        </EmptyState>
      )}
      {group && isFormOpen && (
        <ContactForm
          key={form.value}
          contact={named}
          groups={groups}
          groupId={group.id}
          locale={locale}
          clock={clock}
          onClose={() => form.close()}
          onSaved={() => form.close(refresh)}
        />
      )}
      {(asked?.what === "newGroup" || (group && asked?.what === "rename")) && (
        <GroupForm
          group={asked.what === "rename" ? group : null}
          customerId={customerId}
          onClose={close}
          onSaved={({ id }) => {
            close();
            if (asked.what === "rename") return refresh();
            startTransition(() => router.push(`${path}?customerId=${customerId}&groupId=${id}`));
          }}
        />
      )}
      {group && asked?.what === "removeGroup" && (
        <GroupRemoval
          group={group}
          onClose={close}
          onRemoved={() => {
            close();
            startTransition(() => router.push(`${path}?customerId=${customerId}`));
          }}
        />
      )}
      {asked?.what === "move" && <MoveDialog rows={asked.rows} groups={groups} onClose={close} onDone={done} />}
      {asked?.what === "remove" && <RemoveDialog rows={asked.rows} onClose={close} onDone={done} />}
      {asked?.what === "test" && (
        <TestDialog
          channels={asked.contact.channels.filter((one) => one !== "push" || asked.contact.hasDevice)}
          contact={asked.contact}
          onClose={close}
        />
      )}
      {group && asked?.what === "sync" && (
        <SyncDialog groups={groups} group={group} onClose={close} onChanged={refresh} />
      )}
    </div>
  );
}

type BatchActionsProps = {
  rows: readonly ContactRowDto[];
  rights: Rights;
  onAsk: (what: "move" | "remove", rows: readonly ContactRowDto[]) => void;
};

function BatchActions({ rows, rights, onAsk }: BatchActionsProps) {
  const t = useTranslations("contact.action");
  const { selected } = useSelection();
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  return (
    <>
      {rights.edit && (
        <Button size="sm" onClick={() => onAsk("move", chosen)}>
          {t("move")}
        </Button>
      )}
      {rights.remove && (
        <Button size="sm" variant="destructive" onClick={() => onAsk("remove", chosen)}>
          {t("remove")}
        </Button>
      )}
    </>
  );
}
