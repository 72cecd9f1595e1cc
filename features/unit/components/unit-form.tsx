"use client";

import { useTranslations } from "next-intl";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { MEASURES } from "@/db/enums";
import { saveUnit } from "../client";
import { type UnitDto, UnitInput } from "../schema";

/** A unit of measure. Code, measure and unit of a shipped one are read-only. */
export function UnitForm({ record: unit, onClose, onSaved }: RecordFormProps<UnitDto>) {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  const form = useRecordForm({
    schema: UnitInput,
    record: unit,
    send: (values) => saveUnit(unit?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = unit?.isShipped ?? false;

  const submit = (data: FormData) => {
    const { unitNumber, ...texts } = Object.fromEntries(data);
    // Disabled fields are not submitted by the browser.
    const fixed = isFixed && unit ? { code: unit.code, measure: unit.measure, unit: unit.unit } : {};
    form.submit({ ...texts, ...fixed, unitNumber: unitNumber === "" ? undefined : Number(unitNumber) });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={unit ? t("list.unit.edit") : t("list.unit.new")}
      description={isFixed ? t("hint.shippedUnit") : undefined}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <InputField
          form={form}
          name="code"
          label={t("field.code")}
          hint={isFixed ? undefined : t("hint.code")}
          required
          maxLength={50}
          defaultValue={unit?.code}
          disabled={isFixed}
        />
        <SelectField
          form={form}
          name="measure"
          label={t("field.measure")}
          required
          defaultValue={unit?.measure}
          disabled={isFixed}
          options={MEASURES.map((value) => ({ value, label: tMeasure(value) }))}
        />
        <InputField
          form={form}
          name="unit"
          label={t("field.unit")}
          hint={isFixed ? undefined : t("hint.unit")}
          required
          maxLength={10}
          defaultValue={unit?.unit}
          disabled={isFixed}
        />
        <InputField
          form={form}
          name="unitMark"
          label={t("field.unitMark")}
          hint={t("hint.unitMark")}
          maxLength={10}
          defaultValue={unit?.unitMark}
        />
        <InputField
          form={form}
          name="unitNumber"
          label={t("field.unitNumber")}
          hint={t("hint.unitNumber")}
          required
          inputMode="numeric"
          maxLength={5}
          defaultValue={unit?.unitNumber}
        />
        <TextareaField
          form={form}
          name="description"
          label={t("field.description")}
          className={spanBoth}
          maxLength={250}
          defaultValue={unit?.description}
        />
      </FormGrid>
    </RecordDialog>
  );
}
