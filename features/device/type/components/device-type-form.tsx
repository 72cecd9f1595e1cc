"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { DEVICE_KINDS } from "@/db/enums";
import { saveDeviceType } from "../client";
import { type DeviceTypeDto, DeviceTypeInput } from "../schema";
import { MeasureChoice } from "./measure-choice";

type DeviceTypeFormProps = {
  /** Null makes a new one. */
  type: DeviceTypeDto | null;
  onClose: () => void;
  onSaved: (type: DeviceTypeDto) => void;
};

/** A model of devices. Of a shipped one code and kind are only shown. */
export function DeviceTypeForm({ type, onClose, onSaved }: DeviceTypeFormProps) {
  const t = useTranslations("catalogue");
  const tCommon = useTranslations("common.action");
  const form = useRecordForm({
    schema: DeviceTypeInput,
    send: (values) => saveDeviceType(type?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = type?.isShipped ?? false;

  const submit = (data: FormData) => {
    const text = (name: string) => data.get(name) ?? undefined;
    const interval = text("reportIntervalSeconds");
    form.submit({
      // A browser leaves out what is switched off.
      code: isFixed ? type?.code : text("code"),
      kind: isFixed ? type?.kind : text("kind"),
      name: text("name"),
      measures: data.getAll("measures"),
      hasGps: data.has("hasGps"),
      // An empty field is no default: who empties it is asked.
      reportIntervalSeconds: interval === "" ? null : Number(interval),
      description: text("description"),
    });
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={type ? t("list.deviceType.edit") : t("list.deviceType.new")}
      description={isFixed ? t("hint.shippedDeviceType") : undefined}
      submitLabel={tCommon("save")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <Field label={t("field.name")} issue={form.issue("name")} required className={spanBoth}>
          {(control) => <Input {...control} name="name" maxLength={30} defaultValue={type?.name} />}
        </Field>
        <Field
          label={t("field.code")}
          hint={isFixed ? undefined : t("hint.codeOfDevices")}
          issue={form.issue("code")}
          required
        >
          {(control) => <Input {...control} name="code" maxLength={50} defaultValue={type?.code} disabled={isFixed} />}
        </Field>
        <Field label={t("field.kind")} issue={form.issue("kind")} required>
          {(control) => (
            <Select {...control} name="kind" defaultValue={type?.kind ?? "sensor"} disabled={isFixed}>
              {DEVICE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`kind.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <MeasureChoice chosen={type?.measures ?? []} />
        <Field
          label={t("field.reportIntervalSeconds")}
          hint={t("hint.interval")}
          issue={form.issue("reportIntervalSeconds")}
          required
        >
          {(control) => (
            <Input
              {...control}
              name="reportIntervalSeconds"
              inputMode="numeric"
              maxLength={5}
              defaultValue={type?.reportIntervalSeconds ?? 300}
            />
          )}
        </Field>
        <CheckboxField
          label={t("field.hasGps")}
          name="hasGps"
          defaultChecked={type?.hasGps ?? false}
          className="sm:pt-6"
        />
        <Field label={t("field.description")} issue={form.issue("description")} className={spanBoth}>
          {(control) => <Textarea {...control} name="description" maxLength={250} defaultValue={type?.description} />}
        </Field>
      </FormGrid>
    </RecordDialog>
  );
}
