"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Select } from "@/components/ui/select";
import { MEASURES, type Measure } from "@/db/enums";
import { PresetOptions } from "@/features/carrier/components/preset-options";
import { typedValue } from "@/lib/units/typed";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { ZonePresetChoice } from "../preset/schema";
import { saveZone } from "../zone.client";
import { RANGE_TEXT_LENGTH } from "../zone.rules";
import { type ZoneDto, ZoneInput, type ZoneRowDto } from "../zone.schema";
import { LimitFields, limitTexts } from "./limit-fields";

type ZoneFormProps = RecordFormProps<ZoneRowDto> & {
  presets: readonly ZonePresetChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** The form of a monitoring range. A preset fills a new one; an existing one shows how many carriers it affects. */
export function ZoneForm(props: ZoneFormProps) {
  const [owner, setOwner] = useState(props.record?.customerId ?? props.customerId);
  return (
    <CustomerUnit customerId={owner}>
      <OwnedForm {...props} onOwner={setOwner} />
    </CustomerUnit>
  );
}

type OwnedFormProps = ZoneFormProps & { onOwner: (customerId: number) => void };

function OwnedForm({ record: zone, presets, customers, customerId, onClose, onSaved, onOwner }: OwnedFormProps) {
  const locale = useValueLocale();
  const t = useTranslations("zone");
  const tMeasure = useTranslations("carrier.measure");
  // The list of presets links here with one selected.
  const wanted = useSearchParams().get("preset");
  const [preset, setPreset] = useState(() => (!zone && presets.find(({ id }) => String(id) === wanted)) || null);
  const [measure, setMeasure] = useState<Measure>(zone?.measure ?? preset?.measure ?? "temperature");
  const form = useRecordForm({
    schema: ZoneInput,
    record: zone,
    written: limitTexts(locale),
    send: (values): Promise<ZoneDto> => saveZone(zone?.id ?? null, values),
    onDone: (saved) => onSaved({ ...saved, customerName: "", carrierCount: zone?.carrierCount ?? 0 }),
  });
  const isBound = (zone?.carrierCount ?? 0) > 0;
  const filled = preset ?? zone;

  const submit = (data: FormData) => {
    const chosen = data.get("customerId");
    form.submit({
      name: data.get("name"),
      measure,
      minimum: typedValue(data.get("minimum"), measure, locale),
      maximum: typedValue(data.get("maximum"), measure, locale),
      description: data.get("description"),
      ...(chosen !== null && { customerId: chosen }),
    });
  };
  const choose = (id: string) => {
    const next = presets.find((one) => String(one.id) === id) ?? null;
    setPreset(next);
    if (next) setMeasure(next.measure);
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={zone ? t("list.zone.edit") : t("list.zone.new")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      {zone && (
        <Alert tone={isBound ? "warning" : "info"} className="mb-4">
          {isBound ? t("change.carriers", { count: zone.carrierCount }) : t("change.none")}
        </Alert>
      )}
      <FormGrid>
        {!zone && presets.length > 0 && (
          <Field
            label={t("field.preset")}
            hint={preset?.isWeak ? t("preset.weakHint") : t("hint.preset")}
            className={spanBoth}
          >
            {(control) => (
              <Select {...control} value={preset?.id ?? ""} onChange={(event) => choose(event.target.value)}>
                <option value="">{t("preset.none")}</option>
                <PresetOptions presets={presets} />
              </Select>
            )}
          </Field>
        )}
        {customers.length > 1 && (
          <SelectField
            form={form}
            name="customerId"
            label={t("field.customer")}
            required
            className={spanBoth}
            disabled={isBound}
            defaultValue={zone?.customerId ?? customerId}
            onChange={({ target }) => onOwner(Number(target.value))}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Fragment key={preset?.id ?? 0}>
          <InputField
            form={form}
            name="name"
            label={t("field.name")}
            required
            maxLength={30}
            className={spanBoth}
            defaultValue={filled?.name}
          />
          <Field
            label={t("field.measure")}
            hint={isBound ? t("hint.boundMeasure") : undefined}
            issue={form.issue("measure")}
            required
            className={spanBoth}
          >
            {(control) => (
              <Select
                {...control}
                name="measure"
                value={measure}
                disabled={isBound}
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
          <LimitFields form={form} measure={measure} minimum={filled?.minimum} maximum={filled?.maximum} />
          <TextareaField
            form={form}
            name="description"
            label={t("field.description")}
            maxLength={RANGE_TEXT_LENGTH}
            className={spanBoth}
            defaultValue={preset ? preset.source : zone?.description}
          />
        </Fragment>
      </FormGrid>
    </RecordDialog>
  );
}
