"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { MEASURES } from "@/db/enums";
import { saveUnit } from "../client";
import { type UnitDto, UnitInput } from "../schema";

type UnitFormProps = {
  /** Null makes a new one. */
  unit: UnitDto | null;
  onClose: () => void;
  onSaved: (unit: UnitDto) => void;
};

/** A unit of measure. Of a shipped one code, measure and unit are only shown. */
export function UnitForm({ unit, onClose, onSaved }: UnitFormProps) {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  const tCommon = useTranslations("common.action");
  const form = useRecordForm({
    schema: UnitInput,
    send: (values) => saveUnit(unit?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = unit?.isShipped ?? false;

  const submit = (data: FormData) => {
    const { unitNumber, ...texts } = Object.fromEntries(data);
    // A browser leaves out what is switched off.
    const fixed = isFixed && unit ? { code: unit.code, measure: unit.measure, unit: unit.unit } : {};
    form.submit({ ...texts, ...fixed, unitNumber: unitNumber === "" ? undefined : Number(unitNumber) });
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={unit ? t("list.unit.edit") : t("list.unit.new")}
      description={isFixed ? t("hint.shippedUnit") : undefined}
      submitLabel={tCommon("save")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <Field label={t("field.code")} hint={isFixed ? undefined : t("hint.code")} issue={form.issue("code")} required>
          {(control) => <Input {...control} name="code" maxLength={50} defaultValue={unit?.code} disabled={isFixed} />}
        </Field>
        <Field label={t("field.measure")} issue={form.issue("measure")} required>
          {(control) => (
            <Select {...control} name="measure" defaultValue={unit?.measure} disabled={isFixed}>
              {MEASURES.map((measure) => (
                <option key={measure} value={measure}>
                  {tMeasure(measure)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("field.unit")} hint={isFixed ? undefined : t("hint.unit")} issue={form.issue("unit")} required>
          {(control) => <Input {...control} name="unit" maxLength={10} defaultValue={unit?.unit} disabled={isFixed} />}
        </Field>
        <Field label={t("field.unitMark")} hint={t("hint.unitMark")} issue={form.issue("unitMark")}>
          {(control) => <Input {...control} name="unitMark" maxLength={10} defaultValue={unit?.unitMark} />}
        </Field>
        <Field label={t("field.unitNumber")} hint={t("hint.unitNumber")} issue={form.issue("unitNumber")} required>
          {(control) => (
            <Input {...control} name="unitNumber" inputMode="numeric" maxLength={5} defaultValue={unit?.unitNumber} />
          )}
        </Field>
        <Field label={t("field.description")} issue={form.issue("description")} className={spanBoth}>
          {(control) => <Textarea {...control} name="description" maxLength={250} defaultValue={unit?.description} />}
        </Field>
      </FormGrid>
    </RecordDialog>
  );
}
