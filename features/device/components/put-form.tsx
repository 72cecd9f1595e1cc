"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { isMountedKind } from "@/features/carrier/mounting/mounting.rules";
import { fromLocalInput } from "@/lib/datetime/zone";
import type { DeviceDto } from "../device.schema";
import { putAt } from "../placement.client";
import { putInput } from "../placement.schema";
import { CarrierSelect, SensorSelect } from "./choices";

type PutFormProps = { device: DeviceDto; timeZone: string; onClose: () => void; onDone: () => void };

/** Selects the carrier of the device; for a smart base also a sensor. */
export function PutForm({ device, timeZone, onClose, onDone }: PutFormProps) {
  const t = useTranslations("device.placement");
  const { kind, name, customerId } = device;
  const isMounted = isMountedKind(kind);
  const form = useRecordForm({ schema: putInput(kind), send: (values) => putAt(device, values), onDone });
  const submit = (data: FormData) => {
    const at = fromLocalInput(String(data.get("at") ?? ""), timeZone)?.toISOString();
    const ids = { carrierId: data.get("carrierId"), sensorId: data.get("sensorId") };
    void form.submit({ ...ids, ...(at && { at }) });
  };
  // In a mounting `id` is the carrier, in a binding the device.
  const ofId = form.issue("id");
  return (
    <RecordDialog
      title={t(isMounted ? "mountTitle" : "bindTitle", { name })}
      description={t(isMounted ? "mountText" : kind === "base" ? "baseText" : "bindText")}
      submitLabel={t(isMounted ? "mount" : "bind")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.issue("deviceId") ?? (isMounted ? undefined : ofId) ?? form.error}
    >
      {/* High enough for the search results. */}
      <div className="flex min-h-64 flex-col gap-4">
        <Field
          label={t("carrier")}
          hint={t("carrierHint")}
          issue={form.issue("carrierId") ?? (isMounted ? ofId : undefined)}
          required={kind !== "base"}
        >
          {(control) => <CarrierSelect control={control} customerId={customerId} />}
        </Field>
        {kind === "base" && (
          <Field label={t("sensor")} hint={t("sensorHint")} issue={form.issue("sensorId")}>
            {(control) => <SensorSelect control={control} customerId={customerId} />}
          </Field>
        )}
        {isMounted && (
          <Field label={t("at")} hint={t("atHint")} issue={form.issue("at")} className="sm:w-60">
            {(control) => <Input {...control} type="datetime-local" name="at" />}
          </Field>
        )}
      </div>
    </RecordDialog>
  );
}
