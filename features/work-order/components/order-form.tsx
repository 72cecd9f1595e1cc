"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { WORK_ORDER_TYPES } from "@/db/work-order-enums";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import { typedNumber } from "@/lib/units/limits";
import { saveWorkOrder } from "../order.client";
import {
  DESCRIPTION_LENGTH,
  REMIND_MINUTES,
  TITLE_LENGTH,
  WorkOrderCreate,
  type WorkOrderDto,
  WorkOrderUpdate,
} from "../order.schema";
import { assignedOf, assignmentOf, PersonField } from "./person-field";

type Place = { id: number; name: string; customerId: number; scenePath?: readonly string[] };
type Instrument = { id: number; name: string; serialNumber: string; customerId: number };

type OrderFormProps = RecordFormProps<WorkOrderDto> & { timeZone: string };

/** The form of a work order: what is to be done, where, by whom and until when. */
export function OrderForm({ record, timeZone, onClose, onSaved }: OrderFormProps) {
  const t = useTranslations("workOrder");
  const [initial] = useState(() => (record ? assignedOf(record) : null));
  const [assigned, setAssigned] = useState(initial);
  const [carrier, setCarrier] = useState<RecordOption | null>(null);
  const [device, setDevice] = useState<RecordOption | null>(null);
  const [customerId, setCustomerId] = useState(record?.customerId);
  const zone = record?.timeZone ?? timeZone;
  const form = useRecordForm({
    schema: record ? WorkOrderUpdate : WorkOrderCreate,
    record,
    send: (values) => saveWorkOrder(record?.id ?? null, values),
    onDone: onSaved,
  });
  const submit = (data: FormData) =>
    void form.submit({
      ...(record ? { id: record.id } : { carrierId: carrier?.id ?? null, deviceId: device?.id ?? null }),
      ...{ type: data.get("type"), title: data.get("title"), description: data.get("description") },
      dueAt: fromLocalInput(String(data.get("dueAt") ?? ""), zone)?.toISOString() ?? null,
      remindMinutes: typedNumber(data.get("remindMinutes")) ?? 0,
      ...assignmentOf(assigned),
    });
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("edit", { number: record.number }) : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={assigned !== initial || carrier !== null || device !== null}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          {...field("type")}
          required
          defaultValue={record?.type}
          options={WORK_ORDER_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <InputField {...field("title")} required maxLength={TITLE_LENGTH} defaultValue={record?.title} />
        <TextareaField
          {...field("description")}
          rows={4}
          maxLength={DESCRIPTION_LENGTH}
          defaultValue={record?.description}
        />
        {!record && (
          <>
            <Field label={t("field.carrierId")} issue={form.issue("carrierId")}>
              {(control) => (
                <RecordSelect<Place>
                  control={control}
                  name="carrierId"
                  path="/service/carrier"
                  value={carrier}
                  onChange={(next, place) => {
                    setCarrier(next);
                    setCustomerId(place?.customerId);
                  }}
                  toOption={({ id, name, scenePath }) => ({ id, label: name, hint: scenePath?.at(-1) })}
                />
              )}
            </Field>
            <Field label={t("field.deviceId")} hint={t("form.deviceHint")} issue={form.issue("deviceId")}>
              {(control) => (
                <RecordSelect<Instrument>
                  control={control}
                  name="deviceId"
                  path="/service/device"
                  value={device}
                  onChange={(next, one) => {
                    setDevice(next);
                    if (one) setCustomerId(one.customerId);
                  }}
                  toOption={({ id, name, serialNumber }) => ({ id, label: name, hint: serialNumber })}
                />
              )}
            </Field>
          </>
        )}
        <PersonField
          customerId={customerId}
          value={assigned}
          onChange={setAssigned}
          issue={form.issue("assigneeId") ?? form.issue("groupId")}
        />
        <InputField
          {...field("dueAt")}
          type="datetime-local"
          className="sm:w-64"
          defaultValue={record?.dueAt ? toLocalInput(new Date(record.dueAt), zone) : undefined}
        />
        <InputField
          {...field("remindMinutes")}
          hint={t("form.remindHint")}
          inputMode="numeric"
          className="sm:w-64"
          defaultValue={record?.remindMinutes ?? REMIND_MINUTES.default}
        />
      </div>
    </RecordDialog>
  );
}
