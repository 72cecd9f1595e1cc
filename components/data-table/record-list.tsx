"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AddressRecord, NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import type { Column } from "./column";
import { DataTable } from "./data-table";
import { EmptyList } from "./empty-list";
import type { ListTable } from "./list-screen";
import { RowButtons } from "./row-buttons";
import { useRefresh } from "./use-refresh";

// Loaded when it is first opened.
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});

export type Rights = { create: boolean; edit: boolean; remove: boolean };

/** The properties of a record form; `record` null creates a record. */
export type RecordFormProps<Row> = { record: Row | null; onClose: () => void; onSaved: (row: Row) => void };

type RecordListProps<Row> = ListTable<Row> & {
  /** Identifies the table in stored settings; unique per screen. */
  id: string;
  /** The call of the list, such as `/service/unit`. */
  service: string;
  rights: Rights;
  /** The permissions for a row, if rows differ. */
  rightsTo?: (row: Row) => Pick<Rights, "edit" | "remove">;
  words: { caption: string; create: string; empty: string; emptyHint?: string };
  /** The name of a row in questions and messages. */
  nameOf: (row: Row) => string;
  /** The columns without the operations column: edit and delete are appended. */
  columns: readonly Column<Row>[];
  form: (props: RecordFormProps<Row>) => ReactNode;
  /** A delete dialog of its own, if a plain confirmation is not enough. */
  removal?: (props: { record: Row; onClose: () => void; onDone: () => void }) => ReactNode;
  /** Further actions for a row, before edit and delete. */
  rowActions?: (row: Row) => ReactNode;
  /** Shown beside the button that creates a record. */
  toolbar?: ReactNode;
  /** Batch actions make rows selectable. */
  batchActions?: ReactNode;
};

/** A list whose records are created, changed and deleted in place; the address names the open form. */
export function RecordList<Row extends { id: number }>(props: RecordListProps<Row>) {
  const {
    id,
    service,
    page,
    isFiltered,
    rights,
    rightsTo = () => rights,
    words,
    nameOf,
    columns,
    form,
    removal = (question) => (
      <RemoveDialog
        path={`${service}/${question.record.id}`}
        name={nameOf(question.record)}
        onClose={question.onClose}
        onDone={question.onDone}
      />
    ),
    rowActions,
    batchActions,
  } = props;
  const t = useTranslations("common.record");
  const tTable = useTranslations("common.table");
  const refresh = useRefresh();
  const address = useAddressState("form");
  const [removing, setRemoving] = useState<Row | null>(null);
  const list = { ...props.list, total: page.total };

  const operations: Column<Row> = {
    id: "operation",
    header: tTable("operations"),
    kind: "operation",
    cell: (row) => (
      <RowButtons
        name={nameOf(row)}
        onEdit={rightsTo(row).edit ? () => address.open(String(row.id)) : undefined}
        onRemove={rightsTo(row).remove ? () => setRemoving(row) : undefined}
      >
        {rowActions?.(row)}
      </RowButtons>
    ),
  };
  const hasOperations = rights.edit || rights.remove || rowActions !== undefined;
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {words.create}
    </Button>
  );
  const mayOpen = address.value === NEW_RECORD ? rights.create : rights.edit;
  return (
    <>
      <DataTable
        id={id}
        caption={words.caption}
        columns={hasOperations ? [...columns, operations] : columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={nameOf}
        list={list}
        toolbar={
          <>
            {create}
            {props.toolbar}
          </>
        }
        batchActions={batchActions}
        empty={<EmptyList list={list} isFiltered={isFiltered} title={words.empty} hint={words.emptyHint} />}
      />
      {address.value !== null && mayOpen && (
        <AddressRecord
          key={address.value}
          path={service}
          value={address.value}
          rows={page.items}
          onMissing={address.close}
        >
          {(record) =>
            (record === null || rightsTo(record).edit) &&
            form({
              record,
              onClose: address.close,
              onSaved: (row) => {
                showToast("normal", t("saved", { name: nameOf(row) }));
                address.close(refresh);
              },
            })
          }
        </AddressRecord>
      )}
      {removing &&
        removal({
          record: removing,
          onClose: () => setRemoving(null),
          onDone: () => {
            showToast("normal", t("removed", { name: nameOf(removing) }));
            setRemoving(null);
            refresh();
          },
        })}
    </>
  );
}
