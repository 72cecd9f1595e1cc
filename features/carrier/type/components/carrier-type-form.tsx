"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { CARRIER_TYPES } from "@/db/enums";
import { saveCarrierType } from "../client";
import { type CarrierTypeDto, CarrierTypeInput } from "../schema";

type CarrierTypeFormProps = {
  /** Null makes a new one. */
  type: CarrierTypeDto | null;
  onClose: () => void;
  onSaved: (type: CarrierTypeDto) => void;
};

/** A type of carriers. Of a shipped one code and base are only shown. */
export function CarrierTypeForm({ type, onClose, onSaved }: CarrierTypeFormProps) {
  const t = useTranslations("catalogue");
  const tBase = useTranslations("carrier.type");
  const tCommon = useTranslations("common.action");
  const form = useRecordForm({
    schema: CarrierTypeInput,
    send: (values) => saveCarrierType(type?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = type?.isShipped ?? false;

  const submit = (data: FormData) => {
    // A browser leaves out what is switched off.
    const fixed = isFixed && type ? { code: type.code, base: type.base } : {};
    form.submit({ ...Object.fromEntries(data), ...fixed });
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={type ? t("list.carrierType.edit") : t("list.carrierType.new")}
      description={isFixed ? t("hint.shippedCarrierType") : undefined}
      submitLabel={tCommon("save")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <Field label={t("field.name")} issue={form.issue("name")} required className={spanBoth}>
          {(control) => <Input {...control} name="name" maxLength={30} defaultValue={type?.name} />}
        </Field>
        <Field label={t("field.code")} hint={isFixed ? undefined : t("hint.code")} issue={form.issue("code")} required>
          {(control) => <Input {...control} name="code" maxLength={50} defaultValue={type?.code} disabled={isFixed} />}
        </Field>
        <Field label={t("field.base")} hint={isFixed ? undefined : t("hint.base")} issue={form.issue("base")} required>
          {(control) => (
            <Select {...control} name="base" defaultValue={type?.base ?? "refrigerator"} disabled={isFixed}>
              {CARRIER_TYPES.map((base) => (
                <option key={base} value={base}>
                  {tBase(base)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("field.description")} issue={form.issue("description")} className={spanBoth}>
          {(control) => <Textarea {...control} name="description" maxLength={250} defaultValue={type?.description} />}
        </Field>
      </FormGrid>
    </RecordDialog>
  );
}
