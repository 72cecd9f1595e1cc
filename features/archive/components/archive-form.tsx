"use client";

import { useLocale, useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { monthText } from "@/lib/datetime/month";
import { createArchive } from "../archive.client";
import { monthAfter } from "../archive.rules";
import { type ArchiveDto, ArchiveInput } from "../archive.schema";

/** Months that are offered; older ones by the call. */
const MONTHS = 60;

type ArchiveFormProps = {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  lastMonth: string;
  onClose: () => void;
  onSaved: (archive: ArchiveDto) => void;
};

/** Has a month archived that is over. */
export function ArchiveForm({ customers, customerId, lastMonth, onClose, onSaved }: ArchiveFormProps) {
  const t = useTranslations("archive");
  const locale = useLocale();
  const form = useRecordForm({ schema: ArchiveInput, send: createArchive, onDone: onSaved });
  const months = Array.from({ length: MONTHS }, (_, index) => monthAfter(lastMonth, -index));
  return (
    <RecordDialog
      onClose={onClose}
      title={t("form.title")}
      description={t("form.hint")}
      submitLabel={t("form.submit")}
      onSubmit={(data) => {
        const chosen = data.get("customerId");
        void form.submit({ month: data.get("month"), ...(chosen !== null && { customerId: chosen }) });
      }}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        {customers.length > 1 && (
          <SelectField
            form={form}
            name="customerId"
            label={t("column.customer")}
            required
            defaultValue={customerId}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <SelectField
          form={form}
          name="month"
          label={t("column.month")}
          hint={t("form.monthHint")}
          required
          defaultValue={lastMonth}
          options={months.map((month) => ({ value: month, label: monthText(month, locale) }))}
        />
      </div>
    </RecordDialog>
  );
}
