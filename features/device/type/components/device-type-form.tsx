"use client";

import { useTranslations } from "next-intl";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { DEVICE_KINDS } from "@/db/enums";
import { saveDeviceType } from "../client";
import { type DeviceTypeDto, DeviceTypeInput } from "../schema";
import { MeasureChoice } from "./measure-choice";

/** A device type. Code and kind of a shipped one are read-only. */
export function DeviceTypeForm({ record: type, onClose, onSaved }: RecordFormProps<DeviceTypeDto>) {
  const t = useTranslations("catalogue");
  const form = useRecordForm({
    schema: DeviceTypeInput,
    record: type,
    send: (values) => saveDeviceType(type?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = type?.isShipped ?? false;

  const submit = (data: FormData) => {
    const text = (name: string) => data.get(name) ?? undefined;
    const interval = text("reportIntervalSeconds");
    form.submit({
      // Browsers do not submit disabled fields.
      code: isFixed ? type?.code : text("code"),
      kind: isFixed ? type?.kind : text("kind"),
      name: text("name"),
      measures: data.getAll("measures"),
      hasGps: data.has("hasGps"),
      // An empty field has no default, so that it is reported as missing.
      reportIntervalSeconds: interval === "" ? null : Number(interval),
      description: text("description"),
    });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={type ? t("list.deviceType.edit") : t("list.deviceType.new")}
      description={isFixed ? t("hint.shippedDeviceType") : undefined}
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
          hint={isFixed ? undefined : t("hint.codeOfDevices")}
          required
          maxLength={50}
          defaultValue={type?.code}
          disabled={isFixed}
        />
        <SelectField
          form={form}
          name="kind"
          label={t("field.kind")}
          required
          defaultValue={type?.kind ?? "sensor"}
          disabled={isFixed}
          options={DEVICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <MeasureChoice chosen={type?.measures ?? []} />
        <InputField
          form={form}
          name="reportIntervalSeconds"
          label={t("field.reportIntervalSeconds")}
          hint={t("hint.interval")}
          required
          inputMode="numeric"
          maxLength={5}
          defaultValue={type?.reportIntervalSeconds ?? 300}
        />
        <CheckboxField
          label={t("field.hasGps")}
          name="hasGps"
          defaultChecked={type?.hasGps ?? false}
          className="sm:pt-6"
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
