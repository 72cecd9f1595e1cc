"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { InputField, TextareaField } from "@/components/form/record-fields";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { fromLocalInput } from "@/lib/datetime/zone";
import { createSecondment } from "../secondment.client";
import { CODE_LENGTH, REMARK_LENGTH } from "../secondment.rules";
import { SecondmentCreate, type SecondmentDto } from "../secondment.schema";

type Device = { id: number; name: string; serialNumber: string };
const KINDS = ["loan", "transfer"] as const;

type FormProps = RecordFormProps<SecondmentDto> & { timeZone: string };

/** Lends a device to another customer, or offers it for good. */
export function SecondmentForm({ timeZone, onClose, onSaved }: FormProps) {
  const t = useTranslations("secondment");
  const [device, setDevice] = useState<RecordOption | null>(null);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("loan");
  const form = useRecordForm({ schema: SecondmentCreate, send: createSecondment, onDone: onSaved });
  const isTransfer = kind === "transfer";
  const submit = (data: FormData) => {
    const at = (name: string) => fromLocalInput(String(data.get(name) ?? ""), timeZone)?.toISOString() ?? null;
    void form.submit({
      deviceId: device?.id,
      ...{ borrowerCode: data.get("borrowerCode"), remark: data.get("remark"), isTransfer },
      ...(!isTransfer && { startsAt: at("startsAt"), endsAt: at("endsAt") }),
    });
  };
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  return (
    <RecordDialog
      title={t("new")}
      submitLabel={t(isTransfer ? "form.offer" : "form.lend")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={device !== null}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("field.device")} required issue={form.issue("deviceId")}>
          {(control) => (
            <RecordSelect<Device>
              control={control}
              name="deviceId"
              path="/service/device"
              params={{ custody: "own" }}
              value={device}
              onChange={setDevice}
              toOption={({ id, name, serialNumber }) => ({ id, label: name, hint: serialNumber })}
            />
          )}
        </Field>
        <InputField
          {...field("borrowerCode")}
          hint={t("form.codeHint")}
          required
          maxLength={CODE_LENGTH}
          autoComplete="off"
          className="sm:w-64"
        />
        <div className="flex flex-col gap-1.5">
          <SegmentedControl
            name="kind"
            label={t("field.isTransfer")}
            value={kind}
            onValueChange={setKind}
            options={KINDS.map((value) => ({ value, label: t(value) }))}
          />
          <p className="text-muted-foreground text-xs">{t(isTransfer ? "form.transferHint" : "form.loanHint")}</p>
        </div>
        {!isTransfer && (
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField {...field("startsAt")} type="datetime-local" hint={t("form.startHint")} />
            <InputField {...field("endsAt")} type="datetime-local" hint={t("form.endHint")} />
          </div>
        )}
        <TextareaField {...field("remark")} rows={2} maxLength={REMARK_LENGTH} />
      </div>
    </RecordDialog>
  );
}
