"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import type { BindingPeriod } from "../detail.schema";
import type { DeviceDto } from "../device.schema";
import { changeBase } from "../placement.client";
import { PlinthBindingChange } from "../replacement/binding.schema";
import { SensorSelect } from "./choices";

type EmbedFormProps = { base: DeviceDto; binding: BindingPeriod; onClose: () => void; onDone: () => void };

/** Selects the sensor to put into a smart base; the default is the one that fell out. */
export function EmbedForm({ base, binding, onClose, onDone }: EmbedFormProps) {
  const t = useTranslations("device.placement");
  const form = useRecordForm({ schema: PlinthBindingChange, send: changeBase, onDone });
  return (
    <RecordDialog
      title={t("embedTitle", { name: base.name })}
      description={t("embedText")}
      submitLabel={t("embed")}
      onClose={onClose}
      onSubmit={(data) => void form.submit({ id: binding.id, action: "embed", sensorId: data.get("sensorId") })}
      pending={form.pending}
      error={form.issue("deviceId") ?? form.issue("carrierId") ?? form.issue("id") ?? form.error}
    >
      {/* High enough for the search results. */}
      <div className="min-h-64">
        <Field label={t("sensor")} hint={t("embedHint")} issue={form.issue("sensorId")} required>
          {(control) => <SensorSelect control={control} customerId={base.customerId} value={binding.partner} />}
        </Field>
      </div>
    </RecordDialog>
  );
}
