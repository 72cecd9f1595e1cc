"use client";

import { FolderPlus, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import { NoMatch } from "@/components/data-table/no-match";
import { useAddressState } from "@/components/dialog/use-address-state";
import { useIssueText } from "@/components/form/use-record-form";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { removeEntry, saveEntry, sortEntries } from "../menu.client";
import { RESOURCE_PATH } from "../menu.rules";
import type { MenuDto, MenuGroupDto } from "../menu.schema";
import type { Subject } from "./entry-form";
import type { Rights } from "./menu-row";
import { MenuTable } from "./menu-table";

// Loaded when first opened.
const EntryForm = dynamic(() => import("./entry-form").then((module) => module.EntryForm), { ssr: false });
const ConfirmDialog = dynamic(
  () => import("@/components/dialog/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

type MenuEditorProps = {
  groups: readonly MenuGroupDto[];
  choices: readonly { id: number; label: string }[];
  /** A search omits entries, so the order cannot be changed. */
  isNarrowed: boolean;
  rights: Rights;
};

const changed = <Row extends MenuDto>(row: Row, id: number, change: Partial<MenuDto>): Row =>
  row.id === id ? { ...row, ...change } : row;

const inOrder = <Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] =>
  [...rows].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));

/** The menu table with its actions. Changes are shown optimistically and reverted if the server refuses them. */
export function MenuEditor({ groups: stored, choices, isNarrowed, rights }: MenuEditorProps) {
  const t = useTranslations("menu");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const router = useRouter();
  const [, startTransition] = useTransition();
  const [groups, setGroups] = useOptimistic(stored);
  const form = useAddressState("edit");
  const [removing, setRemoving] = useState<{ row: MenuDto; pending: boolean; error?: string } | null>(null);

  const refresh = () => startTransition(() => router.refresh());
  const refusalOf = (error: unknown): string => {
    if (!(error instanceof ServiceError)) throw error;
    const [issue] = error.issues;
    return issue ? textOf(issue) : tError(error.key);
  };
  const act = (next: readonly MenuGroupDto[], call: () => Promise<unknown>, done?: string) =>
    startTransition(async () => {
      setGroups(next);
      try {
        await call();
        if (done) showToast("normal", done);
      } catch (error) {
        showToast("warning", refusalOf(error));
      }
      startTransition(() => router.refresh());
    });

  const onSwitch = (row: MenuDto, change: { isEnabled: boolean } | { isHidden: boolean }) =>
    act(
      groups.map((group) => ({
        ...changed(group, row.id, change),
        children: group.children.map((entry) => changed(entry, row.id, change)),
      })),
      () => saveEntry(row.id, change),
    );
  const onSort = (parentId: number | null, ids: readonly number[]) =>
    act(
      parentId === null
        ? inOrder(groups, ids)
        : groups.map((group) => (group.id === parentId ? { ...group, children: inOrder(group.children, ids) } : group)),
      () => sortEntries(parentId, ids),
      t("done.sorted"),
    );
  const onRemove = async () => {
    if (!removing) return;
    setRemoving({ row: removing.row, pending: true });
    try {
      await removeEntry(removing.row.id);
      showToast("normal", t("done.removed", { name: removing.row.label }));
      setRemoving(null);
      refresh();
    } catch (error) {
      setRemoving({ row: removing.row, pending: false, error: refusalOf(error) });
    }
  };

  const subject = subjectOf(form.value, stored, rights);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {rights.create && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => form.open("entry")}>
            <Plus aria-hidden="true" />
            {t("action.newEntry")}
          </Button>
          <Button onClick={() => form.open("group")}>
            <FolderPlus aria-hidden="true" />
            {t("action.newGroup")}
          </Button>
        </div>
      )}
      {groups.length > 0 ? (
        <MenuTable
          groups={groups}
          rights={rights}
          isSortable={rights.edit && !isNarrowed}
          onSwitch={onSwitch}
          onSort={onSort}
          onEdit={(row) => form.open(String(row.id))}
          onAdd={(row) => form.open(`beside-${row.id}`)}
          onRemove={(row) => setRemoving({ row, pending: false })}
        />
      ) : (
        <div className="rounded-md border bg-card">
          {isNarrowed ? (
            <NoMatch resetHref={RESOURCE_PATH} />
          ) : (
            <EmptyState title={t("empty.title")}>{t("empty.hint")}</EmptyState>
          )}
        </div>
      )}
      {subject && (
        <EntryForm
          key={form.value}
          subject={subject}
          choices={choices}
          onClose={() => form.close()}
          onDone={(name) => {
            showToast("normal", t(subject.kind === "edit" ? "done.saved" : "done.created", { name }));
            form.close(refresh);
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          destructive
          onOpenChange={(open) => !open && setRemoving(null)}
          title={t("remove.title", { name: removing.row.label })}
          description={t(removing.row.parentId === null ? "remove.group" : "remove.entry")}
          confirmLabel={t("remove.confirm")}
          onConfirm={onRemove}
          pending={removing.pending}
          error={removing.error}
        />
      )}
    </div>
  );
}

/** The subject of the form from the URL; null if there is none or it does not exist. */
function subjectOf(value: string | null, groups: readonly MenuGroupDto[], rights: Rights): Subject | null {
  if (value === null) return null;
  if (value === "group" || value === "entry") return rights.create ? { kind: value } : null;
  const isBeside = value.startsWith("beside-");
  const id = Number(isBeside ? value.slice("beside-".length) : value);
  const row = groups.flatMap((group) => [group, ...group.children]).find((candidate) => candidate.id === id);
  if (!row || !(isBeside ? rights.create : rights.edit)) return null;
  return { kind: isBeside ? "beside" : "edit", row };
}
