"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ALLOWANCE_MODES, type AllowanceMode, SIDES, type Side } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { MAXIMUM_ROWS } from "../product.schema";

/** Rows as typed; numbers are read when the form is sent. */
export type BandText = { from: string; to: string; minutes: string };
export type AllowanceText = { side: Side; limit: string; minutes: string; mode: AllowanceMode };

type Form = { issue: (path: string) => string | undefined };
type RowsProps<Row> = { form: Form; rows: readonly Row[]; onRows: (rows: Row[]) => void };

type LinesProps<Row> = RowsProps<Row> & {
  empty: Row;
  line: (row: Row, set: (change: Partial<Row>) => void, path: string) => ReactNode;
  name: string;
};

/** Rows that can be added and removed. */
function Lines<Row>({ rows, onRows, empty, line, name }: LinesProps<Row>) {
  const t = useTranslations("product.row");
  const set = (index: number) => (change: Partial<Row>) =>
    onRows(rows.map((row, place) => (place === index ? { ...row, ...change } : row)));
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <div key={index} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:flex sm:[&>*]:flex-1">
            {line(row, set(index), `${name}.${index}`)}
          </div>
          <Button
            size="sm"
            variant="ghost"
            className="mt-5.5 w-control-sm px-0"
            aria-label={t("remove", { index: index + 1 })}
            title={t("remove", { index: index + 1 })}
            onClick={() => onRows(rows.filter((_, place) => place !== index))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {rows.length < MAXIMUM_ROWS && (
        <Button className="self-start" onClick={() => onRows([...rows, empty])}>
          <Plus aria-hidden="true" />
          {t("add")}
        </Button>
      )}
    </div>
  );
}

type NumberFieldProps = { form: Form; path: string; label: string; value: string; onValue: (value: string) => void };

function NumberField({ form, path, label, value, onValue }: NumberFieldProps) {
  return (
    <Field label={label} issue={form.issue(path)}>
      {(control) => (
        <Input {...control} inputMode="decimal" value={value} onChange={(event) => onValue(event.target.value)} />
      )}
    </Field>
  );
}

/** The bands of the stability budget. */
export function BandRows({ form, rows, onRows }: RowsProps<BandText>) {
  const t = useTranslations("product.row");
  const unit = unitOf("temperature", useValueLocale());
  return (
    <Lines
      {...{ form, rows, onRows, name: "bands" }}
      empty={{ from: "", to: "", minutes: "" }}
      line={(row, set, path) => (
        <>
          <NumberField
            form={form}
            path={`${path}.from`}
            label={t("from", { unit })}
            value={row.from}
            onValue={(from) => set({ from })}
          />
          <NumberField
            form={form}
            path={`${path}.to`}
            label={t("to", { unit })}
            value={row.to}
            onValue={(to) => set({ to })}
          />
          <NumberField
            form={form}
            path={`${path}.minutes`}
            label={t("minutes")}
            value={row.minutes}
            onValue={(minutes) => set({ minutes })}
          />
        </>
      )}
    />
  );
}

/** The permitted excursions. */
export function AllowanceRows({ form, rows, onRows }: RowsProps<AllowanceText>) {
  const t = useTranslations("product");
  const unit = unitOf("temperature", useValueLocale());
  return (
    <Lines
      {...{ form, rows, onRows, name: "allowances" }}
      empty={{ side: "above", limit: "", minutes: "", mode: "cumulative" }}
      line={(row, set, path) => (
        <>
          <Field label={t("row.side")} issue={form.issue(`${path}.side`)}>
            {(control) => (
              <Select {...control} value={row.side} onChange={(event) => set({ side: event.target.value as Side })}>
                {SIDES.map((side) => (
                  <option key={side} value={side}>
                    {t(`side.${side}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <NumberField
            form={form}
            path={`${path}.limit`}
            label={t("row.limit", { unit })}
            value={row.limit}
            onValue={(limit) => set({ limit })}
          />
          <NumberField
            form={form}
            path={`${path}.minutes`}
            label={t("row.minutes")}
            value={row.minutes}
            onValue={(minutes) => set({ minutes })}
          />
          <Field label={t("row.mode")} issue={form.issue(`${path}.mode`)}>
            {(control) => (
              <Select
                {...control}
                value={row.mode}
                onChange={(event) => set({ mode: event.target.value as AllowanceMode })}
              >
                {ALLOWANCE_MODES.map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`mode.${mode}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
    />
  );
}
