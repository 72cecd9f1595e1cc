"use client";

import { useTranslations } from "next-intl";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { CARRIER_TYPES } from "@/db/enums";
import { saveCarrierType } from "../client";
import { type CarrierTypeDto, CarrierTypeInput } from "../schema";

/** A carrier type. Code and base of a shipped type are read-only. */
export function CarrierTypeForm({ record: type, onClose, onSaved }: RecordFormProps<CarrierTypeDto>) {
  const t = useTranslations("catalogue");
  const tBase = useTranslations("carrier.type");
  const form = useRecordForm({
    schema: CarrierTypeInput,
    record: type,
    send: (values) => saveCarrierType(type?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = type?.isShipped ?? false;

  const submit = (data: FormData) => {
    // Disabled fields are not submitted by the browser.
    const fixed = isFixed && type ? { code: type.code, base: type.base } : {};
    form.submit({ ...Object.fromEntries(data), ...fixed });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={type ? t("list.carrierType.edit") : t("list.carrierType.new")}
      description={isFixed ? t("hint.shippedCarrierType") : undefined}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <InputField
          form={form}
          name="name"
          label={t("field.name")}
          required
          className={spanBoth}
          maxLength={30}
          defaultValue={type?.name}
        />
        <InputField
          form={form}
          name="code"
          label={t("field.code")}
          hint={isFixed ? undefined : t("hint.code")}
          required
          maxLength={50}
          defaultValue={type?.code}
          disabled={isFixed}
        />
        <SelectField
          form={form}
          name="base"
          label={t("field.base")}
          hint={isFixed ? undefined : t("hint.base")}
          required
          defaultValue={type?.base ?? "refrigerator"}
          disabled={isFixed}
          options={CARRIER_TYPES.map((value) => ({ value, label: tBase(value) }))}
        />
        <TextareaField
          form={form}
          name="description"
          label={t("field.description")}
          className={spanBoth}
          maxLength={250}
          defaultValue={type?.description}
        />
      </FormGrid>
    </RecordDialog>
  );
}
