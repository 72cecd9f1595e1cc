"use client";

import { useTranslations } from "next-intl";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { VERIFICATION_OBJECTS } from "@/db/verification-enums";
import { saveRecord } from "@/lib/http/save-record";
import { typedNumber } from "@/lib/units/limits";
import { NAME_LENGTH } from "../../limits.rules";
import { type PointPresetDto, PointPresetInput } from "../schema";

const OPTIONAL = ["horizontalMetres", "verticalMetres", "perVolumePoints", "volumeCubicMetres"] as const;
const COUNTS = ["uniformMinimum", "perFan", "perDoor", "perDeadCorner", "perRack", "perProbe", "outside"] as const;

/** The form of a preset. A shipped one keeps its code and object. */
export function PresetForm({ record, onClose, onSaved }: RecordFormProps<PointPresetDto>) {
  const t = useTranslations("verification");
  const form = useRecordForm({
    schema: PointPresetInput,
    record,
    send: (values): Promise<PointPresetDto> => saveRecord("/service/verificationPreset", record?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = record?.isShipped ?? false;
  const submit = (data: FormData) =>
    void form.submit({
      ...{ name: data.get("name"), source: data.get("source") },
      code: isFixed ? record?.code : data.get("code"),
      object: isFixed ? record?.object : data.get("object"),
      ...Object.fromEntries(COUNTS.map((name) => [name, typedNumber(data.get(name)) ?? undefined])),
      ...Object.fromEntries(OPTIONAL.map((name) => [name, typedNumber(data.get(name))])),
    });
  const number = (name: (typeof OPTIONAL)[number] | (typeof COUNTS)[number], isRequired: boolean) => (
    <InputField
      key={name}
      form={form}
      name={name}
      label={t(`rule.${name}`)}
      required={isRequired}
      inputMode="decimal"
      defaultValue={record?.[name] ?? (isRequired ? 0 : "")}
    />
  );
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("preset.edit", { name: record.name }) : t("preset.new")}
      description={isFixed ? t("preset.weakHint") : undefined}
      onClose={onClose}
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
          maxLength={50}
          className={spanBoth}
          defaultValue={record?.name}
        />
        <InputField
          form={form}
          name="code"
          label={t("field.code")}
          required
          maxLength={50}
          defaultValue={record?.code}
          disabled={isFixed}
        />
        <SelectField
          form={form}
          name="object"
          label={t("field.object")}
          required
          disabled={isFixed}
          defaultValue={record?.object}
          options={VERIFICATION_OBJECTS.map((value) => ({ value, label: t(`object.${value}`) }))}
        />
        <InputField
          form={form}
          name="source"
          label={t("field.source")}
          maxLength={NAME_LENGTH}
          className={spanBoth}
          defaultValue={record?.source}
        />
        {number("uniformMinimum", true)}
        {OPTIONAL.map((name) => number(name, false))}
        {COUNTS.slice(1).map((name) => number(name, true))}
      </FormGrid>
    </RecordDialog>
  );
}
