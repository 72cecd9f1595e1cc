"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { OWN_VALUES_SHOWN, ownValuesQuery, removeParameter } from "../parameter.client";
import type { ParameterDto, ParameterLine } from "../parameter.schema";
import { Amount, useContentText } from "./amount";
import { type Customer, type Rights, ValueForm } from "./value-form";

type OwnValuesProps = {
  line: ParameterLine;
  customers: readonly Customer[];
  rights: Rights;
  onClose: () => void;
};

type Edited = { customer: Customer; row: ParameterDto | null };

/** The customers whose own value overrides the platform's, and a form to add another. */
export function OwnValues({ line, customers, rights, onClose }: OwnValuesProps) {
  const t = useTranslations("parameter");
  const tError = useTranslations("error");
  const tAction = useTranslations("common.action");
  const client = useQueryClient();
  const { textOf } = useContentText();
  const { data, error, refetch } = useQuery(ownValuesQuery(line.code));
  const [edited, setEdited] = useState<Edited | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);

  const reload = () => client.invalidateQueries({ queryKey: ["parameter", "own", line.code] });
  const onReset = async ({ id }: ParameterDto) => {
    setBusyId(id);
    try {
      await removeParameter(id);
      showToast("normal", t("done.reset"));
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      showToast("warning", tError(failure.key));
    }
    setBusyId(null);
    reload();
  };
  const free = customers.filter(({ id }) => !data?.items.some(({ customerId }) => customerId === id));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent>
        <SheetHeader title={line.name} description={t("ownIntro")} />
        <SheetBody className="flex flex-col gap-4">
          <p className="text-sm">{t("form.platform", { value: textOf(line) })}</p>
          {rights.create && data && free.length > 0 && (
            <AddLine customers={free} onAdd={(customer) => setEdited({ customer, row: null })} />
          )}
          {data ? (
            <List
              line={line}
              items={data.items}
              rights={rights}
              busyId={busyId}
              onEdit={(row) => setEdited({ customer: { id: row.customerId ?? 0, name: row.customerName ?? "" }, row })}
              onReset={onReset}
            />
          ) : error ? (
            <ErrorState
              title={t("own.failed")}
              action={<Button onClick={() => refetch()}>{tAction("retry")}</Button>}
            />
          ) : (
            <Skeleton className="h-40" />
          )}
          {data && !data.isWhole && (
            <p className="text-muted-foreground text-sm">{t("own.more", { count: OWN_VALUES_SHOWN })}</p>
          )}
        </SheetBody>
        {edited && (
          <ValueForm
            parameter={line}
            own={edited}
            onClose={() => setEdited(null)}
            onDone={() => {
              setEdited(null);
              showToast("normal", t("done.saved", { name: line.name }));
              reload();
            }}
          />
        )}
      </SheetContent>
    </Sheet>
  );
}

function AddLine({ customers, onAdd }: { customers: readonly Customer[]; onAdd: (customer: Customer) => void }) {
  const t = useTranslations("parameter.own");
  const [chosen, setChosen] = useState("");
  const customer = customers.find(({ id }) => String(id) === chosen);
  return (
    <div className="flex items-end gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Label htmlFor="own-customer">{t("customer")}</Label>
        <Select id="own-customer" value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{t("choose")}</option>
          {customers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Button disabled={!customer} onClick={() => customer && onAdd(customer)}>
        <Plus aria-hidden="true" />
        {t("add")}
      </Button>
    </div>
  );
}

type ListProps = {
  line: ParameterLine;
  items: readonly ParameterDto[];
  rights: Rights;
  busyId: number | null;
  onEdit: (row: ParameterDto) => void;
  onReset: (row: ParameterDto) => void;
};

function List({ line, items, rights, busyId, onEdit, onReset }: ListProps) {
  const t = useTranslations("parameter");
  const { textOf } = useContentText();
  if (items.length === 0)
    return <EmptyState title={t("own.empty")}>{t("own.emptyHint", { value: textOf(line) })}</EmptyState>;
  return (
    <div className="overflow-hidden rounded-md border">
      <Table>
        <TableHead>
          <tr>
            <TableHeaderCell>{t("own.customer")}</TableHeaderCell>
            <TableHeaderCell>{t("column.content")}</TableHeaderCell>
            <TableHeaderCell className="text-center">{t("column.operation")}</TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {items.map((row) => (
            <TableRow key={row.id}>
              <TableCell className="break-words">{row.customerName}</TableCell>
              <TableCell>
                <Amount value={row} />
              </TableCell>
              <TableCell className="whitespace-nowrap text-center">
                {rights.edit && (
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("action.edit", { name: row.customerName ?? "" })}
                    title={t("action.edit", { name: row.customerName ?? "" })}
                    onClick={() => onEdit(row)}
                  >
                    <Pencil aria-hidden="true" />
                  </Button>
                )}
                {rights.remove && (
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    loading={busyId === row.id}
                    aria-label={t("action.reset", { name: row.customerName ?? "" })}
                    title={t("action.reset", { name: row.customerName ?? "" })}
                    onClick={() => onReset(row)}
                  >
                    {busyId !== row.id && <Undo2 aria-hidden="true" />}
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
