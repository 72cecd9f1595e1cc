"use client";

import { useTranslations } from "next-intl";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { saveReason } from "../client";
import { REASON_LENGTH } from "../rules";
import { ReasonInput, type ReasonRowDto } from "../schema";

type ReasonFormProps = RecordFormProps<ReasonRowDto> & {
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** A reason of a customer. If it is in use, the form shows how many exceptions a new name would affect. */
export function ReasonForm({ record: reason, customers, customerId, onClose, onSaved }: ReasonFormProps) {
  const t = useTranslations("exceptionReason");
  const form = useRecordForm({
    schema: ReasonInput,
    record: reason,
    send: (values) => saveReason(reason?.id ?? null, values),
    onDone: (saved) => onSaved({ customerName: "", exceptionCount: 0, ...reason, ...saved }),
  });
  const uses = reason?.exceptionCount ?? 0;
  return (
    <RecordDialog
      onClose={onClose}
      title={t(reason ? "list.edit" : "list.new")}
      onSubmit={(data) => form.submit(Object.fromEntries(data))}
      pending={form.pending}
      error={form.error}
    >
      {uses > 0 && (
        <Alert tone="warning" className="mb-4">
          {t("hint.used", { count: uses })}
        </Alert>
      )}
      <FormGrid>
        {!reason && customers.length > 1 && (
          <SelectField
            form={form}
            name="customerId"
            label={t("field.customer")}
            required
            className={spanBoth}
            defaultValue={customerId}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <InputField
          form={form}
          name="name"
          label={t("field.name")}
          hint={t("hint.name")}
          required
          maxLength={REASON_LENGTH}
          className={spanBoth}
          defaultValue={reason?.name}
        />
      </FormGrid>
    </RecordDialog>
  );
}
