"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormSection } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { GROUP_CONTENTS, PRINT_DAYS } from "@/db/print-enums";
import { TimesFields, timeRow } from "@/features/carrier/record-time/components/times-fields";
import { timeOf } from "@/features/carrier/record-time/rules";
import { MOST_COPIES } from "@/features/print/content.rules";
import type { PrinterChoice } from "@/features/print/content.schema";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { saveGroup } from "../../printer.client";
import { NAME_LENGTH } from "../../printer.rules";
import { type GroupDto, GroupInput } from "../schema";
import { CarriersSelect } from "./carriers-select";

type GroupFormProps = RecordFormProps<GroupDto> & {
  printers: readonly PrinterChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

const USUAL_TIME = "08:00";

/** The form of a print group: what is printed of which carriers, on which printers, when. */
export function GroupForm({ record, printers, customers, customerId: own, onClose, onSaved }: GroupFormProps) {
  const t = useTranslations("print.group");
  const tContent = useTranslations("printDialog.content");
  const locale = useLocale();
  const [customerId, setCustomerId] = useState(record?.customerId ?? own);
  const [carriers, setCarriers] = useState<readonly { id: number; name: string }[]>(record?.carriers ?? []);
  const [rows, setRows] = useState(() => (record?.times ?? [USUAL_TIME]).map(timeRow));
  const offered = printers.filter((one) => one.customerId === customerId);
  const form = useRecordForm({
    schema: GroupInput,
    record,
    // The server takes times as they are typed, not as the schema reads them.
    send: ({ times, ...values }): Promise<GroupDto> =>
      saveGroup(record?.id ?? null, { ...values, times: times.map(timeOf) }),
    onDone: onSaved,
  });
  const submit = (data: FormData) =>
    void form.submit({
      ...(record ? {} : { customerId }),
      groupName: data.get("groupName"),
      isEnabled: record?.isEnabled ?? true,
      printerIds: data.getAll("printerIds").map(Number),
      carrierIds: carriers.map(({ id }) => id),
      contents: data.getAll("contents"),
      times: rows.map(({ time }) => time),
      day: data.get("day"),
      copies: data.get("copies"),
      locale: data.get("locale"),
    });
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  const chosen = new Set(record?.printers.map(({ id }) => id));
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("edit", { name: record.groupName }) : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={carriers !== (record?.carriers ?? carriers)}
    >
      <FormSection title={t("section.what")}>
        <div className="flex flex-col gap-4">
          {!record && customers.length > 1 && (
            <SelectField
              {...field("customerId")}
              required
              value={customerId}
              onChange={({ target }) => {
                setCustomerId(Number(target.value));
                setCarriers([]);
              }}
              options={customers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <InputField {...field("groupName")} required maxLength={NAME_LENGTH} defaultValue={record?.groupName} />
          <Field
            label={t("field.carrierIds")}
            hint={record && record.otherCarriers > 0 ? t("others", { count: record.otherCarriers }) : undefined}
            issue={form.issue("carrierIds")}
            required
          >
            {(control) => (
              <CarriersSelect control={control} customerId={customerId} value={carriers} onChange={setCarriers} />
            )}
          </Field>
          <Choices label={t("field.contents")} issue={form.issue("contents")}>
            {GROUP_CONTENTS.map((value) => (
              <CheckboxField
                key={value}
                name="contents"
                value={value}
                label={tContent(value)}
                hint={t(`contentHint.${value}`)}
                defaultChecked={record?.contents.includes(value) ?? value === "dayRecord"}
              />
            ))}
          </Choices>
          <SelectField
            {...field("day")}
            className="sm:w-64"
            defaultValue={record?.day ?? "today"}
            options={PRINT_DAYS.map((value) => ({ value, label: t(`day.${value}`) }))}
          />
        </div>
      </FormSection>
      <FormSection title={t("section.where")}>
        <div className="flex flex-col gap-4">
          <Choices label={t("field.printerIds")} issue={form.issue("printerIds")}>
            {offered.length === 0 && <p className="text-muted-foreground text-sm">{t("noPrinter")}</p>}
            {offered.map(({ id, name, location }) => (
              <CheckboxField
                key={id}
                name="printerIds"
                value={id}
                label={name}
                hint={location || undefined}
                defaultChecked={chosen.has(id)}
              />
            ))}
          </Choices>
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField
              {...field("copies")}
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST_COPIES}
              defaultValue={record?.copies ?? 1}
            />
            <SelectField
              {...field("locale")}
              defaultValue={record?.locale ?? locale}
              options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
            />
          </div>
        </div>
      </FormSection>
      <FormSection title={t("section.when")}>
        <div className="flex flex-col items-start gap-3">
          <TimesFields rows={rows} onChange={setRows} issueOf={form.issue} />
          {form.issues.some(({ path }) => path === "times") && (
            <p className="text-critical text-xs">{form.issue("times")}</p>
          )}
        </div>
      </FormSection>
    </RecordDialog>
  );
}

/** Checkboxes of which at least one must be chosen. */
function Choices({ label, issue, children }: { label: string; issue: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={issue && id}>
      <legend className="font-medium text-sm">{label}</legend>
      {children}
      {issue && (
        <p id={id} className="text-critical text-xs">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
