"use client";

import { Plus } from "lucide-react";
import { type ReactNode, useState, useTransition } from "react";
import { AddressRecord, NEW_RECORD } from "@/components/dialog/address-record";
import { RemoveDialog } from "@/components/dialog/remove-dialog";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { showToast } from "@/components/ui/toast-store";
import { useRouter } from "@/lib/i18n/navigation";
import type { Page } from "@/lib/resource/list-query";
import type { Column, ListState } from "./column";
import { DataTable } from "./data-table";
import { NoMatch } from "./no-match";

export type Rights = { create: boolean; edit: boolean; remove: boolean };

/** What a column may do with its row; undefined where the account may not. */
export type RowDeeds<Row> = {
  onEdit: ((row: Row) => void) | undefined;
  onRemove: ((row: Row) => void) | undefined;
  /** Reads the rows anew. */
  refresh: () => void;
};

type Words = {
  caption: string;
  create: string;
  empty: string;
  saved: (name: string) => string;
  removeTitle: (name: string) => string;
  removeHint: string;
  remove: string;
  removed: (name: string) => string;
};

type RecordListProps<Row> = {
  /** Names the table in stored choices; one per screen. */
  id: string;
  /** The call of the list, as `/service/unit`. */
  service: string;
  page: Page<Row>;
  list: Omit<ListState, "total">;
  /** Whether any criterion narrows the list. */
  isFiltered: boolean;
  rights: Rights;
  words: Words;
  nameOf: (row: Row) => string;
  columnsFor: (deeds: RowDeeds<Row>) => Column<Row>[];
  /** The form of a record, or of a new one. */
  formFor: (record: Row | null, deeds: { onClose: () => void; onSaved: (row: Row) => void }) => ReactNode;
};

/** Records that are made, changed and deleted in place: the address names the form that stands over the rows. */
export function RecordList<Row extends { id: number }>(props: RecordListProps<Row>) {
  const { id, service, page, list, isFiltered, rights, words, nameOf, columnsFor, formFor } = props;
  const router = useRouter();
  const [, startTransition] = useTransition();
  const form = useAddressState("form");
  const [removing, setRemoving] = useState<Row | null>(null);

  const refresh = () => startTransition(() => router.refresh());
  const columns = columnsFor({
    onEdit: rights.edit ? (row) => form.open(String(row.id)) : undefined,
    onRemove: rights.remove ? setRemoving : undefined,
    refresh,
  });
  const create = rights.create && (
    <Button variant="primary" onClick={() => form.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {words.create}
    </Button>
  );
  const mayOpen = form.value === NEW_RECORD ? rights.create : rights.edit;
  return (
    <>
      <DataTable
        id={id}
        caption={words.caption}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={nameOf}
        list={{ ...list, total: page.total }}
        toolbar={create}
        empty={
          isFiltered || page.total > 0 ? (
            <NoMatch resetHref={list.path} />
          ) : (
            <EmptyState title={words.empty} action={create} className="min-h-64" />
          )
        }
      />
      {form.value !== null && mayOpen && (
        <AddressRecord key={form.value} path={service} value={form.value} rows={page.items} onMissing={form.close}>
          {(record) =>
            formFor(record, {
              onClose: form.close,
              onSaved: (row) => {
                showToast("normal", words.saved(nameOf(row)));
                form.close(refresh);
              },
            })
          }
        </AddressRecord>
      )}
      {removing && (
        <RemoveDialog
          path={`${service}/${removing.id}`}
          title={words.removeTitle(nameOf(removing))}
          description={words.removeHint}
          confirmLabel={words.remove}
          onClose={() => setRemoving(null)}
          onDone={() => {
            showToast("normal", words.removed(nameOf(removing)));
            setRemoving(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
