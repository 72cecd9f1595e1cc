"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { MEASURES, type Measure } from "@/db/enums";
import { typedValue } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import { LimitFields, limitTexts } from "../../components/limit-fields";
import { RANGE_TEXT_LENGTH } from "../../zone.rules";
import { saveZonePreset } from "../client";
import { type ZonePresetDto, ZonePresetInput } from "../schema";

/** A range preset. Only name and description of a shipped one can be edited. */
export function PresetForm({ record: preset, onClose, onSaved }: RecordFormProps<ZonePresetDto>) {
  const t = useTranslations("zone");
  const tMeasure = useTranslations("carrier.measure");
  const [measure, setMeasure] = useState<Measure>(preset?.measure ?? "temperature");
  const locale = useValueLocale();
  const form = useRecordForm({
    schema: ZonePresetInput,
    record: preset,
    written: limitTexts(locale),
    send: (values) => saveZonePreset(preset?.id ?? null, values),
    onDone: onSaved,
  });
  const isFixed = preset?.isShipped ?? false;

  const submit = (data: FormData) => {
    const limits = {
      minimum: typedValue(data.get("minimum"), measure, locale),
      maximum: typedValue(data.get("maximum"), measure, locale),
    };
    // Disabled fields are not submitted by the browser.
    const { code, source, minimum, maximum } = preset ?? {};
    const fixed = isFixed ? { code, source, minimum, maximum } : {};
    form.submit({ ...Object.fromEntries(data), ...limits, measure, ...fixed });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={preset ? t("list.preset.edit") : t("list.preset.new")}
      description={isFixed ? t("hint.shippedPreset") : undefined}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <InputField
          form={form}
          name="name"
          label={t("field.name")}
          required
          maxLength={30}
          className={spanBoth}
          defaultValue={preset?.name}
        />
        <InputField
          form={form}
          name="code"
          label={t("field.code")}
          hint={isFixed ? undefined : t("hint.code")}
          required
          maxLength={50}
          defaultValue={preset?.code}
          disabled={isFixed}
        />
        <InputField
          form={form}
          name="source"
          label={t("field.source")}
          maxLength={50}
          defaultValue={preset?.source}
          disabled={isFixed}
        />
        <Field label={t("field.measure")} issue={form.issue("measure")} required className={spanBoth}>
          {(control) => (
            <Select
              {...control}
              name="measure"
              value={measure}
              disabled={isFixed}
              onChange={(event) => setMeasure(event.target.value as Measure)}
            >
              {MEASURES.map((value) => (
                <option key={value} value={value}>
                  {tMeasure(value)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <LimitFields
          form={form}
          measure={measure}
          minimum={preset?.minimum}
          maximum={preset?.maximum}
          disabled={isFixed}
        />
        <TextareaField
          form={form}
          name="description"
          label={t("field.description")}
          maxLength={RANGE_TEXT_LENGTH}
          className={spanBoth}
          defaultValue={preset?.description}
        />
      </FormGrid>
    </RecordDialog>
  );
}
