"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { PRINTER_CHARSETS, PRINTER_KINDS, type PrinterKind } from "@/db/print-enums";
import { savePrinter } from "../printer.client";
import { COLUMNS, NAME_LENGTH, USUAL_PATH, USUAL_PORT } from "../printer.rules";
import { type PrinterDto, PrinterInput } from "../printer.schema";

type PrinterFormProps = RecordFormProps<PrinterDto> & {
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

const TEXTS = ["name", "location", "host", "port", "path", "columns", "charset", "customerId"] as const;

/** The form of a printer. Fields that its kind does not use are hidden. */
export function PrinterForm({ record, customers, customerId, onClose, onSaved }: PrinterFormProps) {
  const t = useTranslations("print.printer");
  const [kind, setKind] = useState<PrinterKind>(record?.kind ?? "ipp");
  const form = useRecordForm({
    schema: PrinterInput,
    record,
    send: (values) => savePrinter(record?.id ?? null, values),
    onDone: onSaved,
  });
  const submit = (data: FormData) =>
    void form.submit({
      ...Object.fromEntries(TEXTS.filter((name) => data.has(name)).map((name) => [name, data.get(name)])),
      kind,
      isEnabled: record?.isEnabled ?? true,
      ...(kind === "ipp" ? { isTls: data.has("isTls") } : { hasCutter: data.has("hasCutter") }),
    });
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("edit") : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        {!record && customers.length > 1 && (
          <SelectField
            {...field("customerId")}
            required
            className={spanBoth}
            defaultValue={customerId}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <InputField {...field("name")} required maxLength={NAME_LENGTH} defaultValue={record?.name} />
        <InputField {...field("location")} maxLength={50} defaultValue={record?.location} />
        <SelectField
          {...field("kind")}
          hint={t(`kindHint.${kind}`)}
          required
          className={spanBoth}
          value={kind}
          onChange={({ target }) => setKind(target.value as PrinterKind)}
          options={PRINTER_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <InputField
          {...field("host")}
          hint={t("hostHint")}
          required
          maxLength={100}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={record?.host}
        />
        <InputField
          key={kind}
          {...field("port")}
          required
          inputMode="numeric"
          maxLength={5}
          defaultValue={record?.kind === kind ? record.port : USUAL_PORT[kind]}
        />
        {kind === "ipp" ? (
          <>
            <InputField
              {...field("path")}
              hint={t("pathHint")}
              className={spanBoth}
              maxLength={255}
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={record?.path || USUAL_PATH}
            />
            <CheckboxField
              name="isTls"
              label={t("field.isTls")}
              hint={t("tlsHint")}
              defaultChecked={record?.isTls ?? false}
              className={spanBoth}
            />
          </>
        ) : (
          <>
            <SelectField
              {...field("columns")}
              defaultValue={record?.columns ?? 48}
              options={COLUMNS.map((value) => ({ value, label: t(`columns.${value}`) }))}
            />
            <SelectField
              {...field("charset")}
              defaultValue={record?.charset ?? "gb18030"}
              options={PRINTER_CHARSETS.map((value) => ({ value, label: t(`charset.${value}`) }))}
            />
            <CheckboxField
              name="hasCutter"
              label={t("field.hasCutter")}
              defaultChecked={record?.hasCutter ?? true}
              className={spanBoth}
            />
          </>
        )}
      </FormGrid>
    </RecordDialog>
  );
}
