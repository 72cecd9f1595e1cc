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

// Comes when it is first opened.
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});

export type Rights = { create: boolean; edit: boolean; remove: boolean };

/** What a form of a record gets; null makes a new one. */
export type RecordFormProps<Row> = { record: Row | null; onClose: () => void; onSaved: (row: Row) => void };

type RecordListProps<Row> = ListTable<Row> & {
  /** Names the table in stored choices; one per screen. */
  id: string;
  /** The call of the list, as `/service/unit`. */
  service: string;
  rights: Rights;
  /** What may be done to a row where rows differ in that. */
  rightsTo?: (row: Row) => Pick<Rights, "edit" | "remove">;
  words: { caption: string; create: string; empty: string; emptyHint?: string };
  /** What a row is called, in questions and notices. */
  nameOf: (row: Row) => string;
  /** Without that of the operations: editing and deleting stand at the end. */
  columns: readonly Column<Row>[];
  form: (props: RecordFormProps<Row>) => ReactNode;
  /** The question before a row is deleted, where it asks more than whether. */
  removal?: (props: { record: Row; onClose: () => void; onDone: () => void }) => ReactNode;
  /** What else may be done to a row; stands before editing and deleting. */
  rowActions?: (row: Row) => ReactNode;
  /** Stands beside the button that makes a record. */
  toolbar?: ReactNode;
  /** With batch actions rows can be ticked. */
  batchActions?: ReactNode;
};

/** Records that are made, changed and deleted in place: the address names the form that stands over the rows. */
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
    <Button variant="primary" onClick={() => address.open(NEW_RECORD)}>
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
