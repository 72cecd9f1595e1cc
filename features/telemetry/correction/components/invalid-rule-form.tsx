"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { InputField, SelectField } from "@/components/form/record-fields";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { INVALID_RULE_KINDS, type InvalidRuleKind, type Measure } from "@/db/enums";
import { typedValue } from "@/lib/units/typed";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { ValueLocale } from "@/lib/units/value-locale";
import { FAULT, RATE, writtenFigures } from "../figures.rules";
import { saveInvalidRule } from "../invalid.client";
import { NAME_LENGTH, SIFTED_MEASURES } from "../invalid.rules";
import {
  type DeviceTypeChoice,
  type InvalidRuleDto,
  InvalidRuleInput,
  type InvalidRuleRowDto,
} from "../invalid.schema";
import { FigureFields } from "./figure-fields";

type InvalidRuleFormProps = RecordFormProps<InvalidRuleRowDto> & {
  types: readonly DeviceTypeChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** Parses a typed list of numbers: spaces and semicolons separate, a comma is a decimal separator. */
const typedFaults = (value: FormDataEntryValue | null, measure: Measure, locale: ValueLocale) =>
  String(value ?? "")
    .split(/[\s;；]+/)
    .filter(Boolean)
    .map((text) => typedValue(text, measure, locale, FAULT));

/** Form of a rule for invalid readings. */
export function InvalidRuleForm(props: InvalidRuleFormProps) {
  const [owner, setOwner] = useState(props.record?.customerId ?? props.customerId);
  return (
    <CustomerUnit customerId={owner}>
      <OwnedForm {...props} onOwner={setOwner} />
    </CustomerUnit>
  );
}

type OwnedFormProps = InvalidRuleFormProps & { onOwner: (customerId: number) => void };

function OwnedForm({ record, types, customers, customerId, onClose, onSaved, onOwner }: OwnedFormProps) {
  const locale = useValueLocale();
  const t = useTranslations("invalidRule");
  const tMeasure = useTranslations("carrier.measure");
  const [kind, setKind] = useState<InvalidRuleKind>(record?.kind ?? "fault-value");
  const [measure, setMeasure] = useState<Measure>(record?.measure ?? "temperature");
  const form = useRecordForm({
    schema: InvalidRuleInput,
    record,
    written: writtenFigures((unit) => t("figure.unitRate", { unit }), locale),
    send: (values): Promise<InvalidRuleDto> => saveInvalidRule(record?.id ?? null, values),
    onDone: (saved) =>
      onSaved({ ...(record ?? { customerName: "", takenCount: 0, run: null }), deviceTypeCode: null, ...saved }),
  });
  const fitting = types.filter(({ measures }) => measures.includes(measure));

  const submit = (data: FormData) => {
    const chosen = data.get("customerId");
    const type = data.get("deviceTypeId");
    void form.submit({
      name: data.get("name"),
      measure,
      kind,
      deviceTypeId: type || null,
      faultValues: typedFaults(data.get("faultValues"), measure, locale),
      minimum: typedValue(data.get("minimum"), measure, locale),
      maximum: typedValue(data.get("maximum"), measure, locale),
      ratePerMinute: typedValue(data.get("ratePerMinute"), measure, locale, RATE),
      ...(chosen !== null && { customerId: chosen }),
    });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={record ? t("edit") : t("new")}
      description={record ? t("hint.changed") : undefined}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        {customers.length > 1 && !record && (
          <SelectField
            form={form}
            name="customerId"
            label={t("field.customer")}
            required
            defaultValue={customerId}
            onChange={({ target }) => onOwner(Number(target.value))}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <InputField
          form={form}
          name="name"
          label={t("field.name")}
          required
          maxLength={NAME_LENGTH}
          defaultValue={record?.name}
        />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <Field label={t("field.measure")} hint={t("hint.measure")} issue={form.issue("measure")} required>
            {(control) => (
              <Select
                {...control}
                name="measure"
                value={measure}
                onChange={(event) => setMeasure(event.target.value as Measure)}
              >
                {SIFTED_MEASURES.map((value) => (
                  <option key={value} value={value}>
                    {tMeasure(value)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <SelectField
            key={measure}
            form={form}
            name="deviceTypeId"
            label={t("field.deviceType")}
            defaultValue={record?.deviceTypeId ?? ""}
            options={[
              { value: "", label: t("allTypes") },
              ...fitting.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
        <div className="flex flex-col items-start gap-2">
          <span aria-hidden="true" className="font-medium text-sm">
            {t("field.kind")}
          </span>
          <SegmentedControl
            name="kind"
            label={t("field.kind")}
            value={kind}
            onValueChange={setKind}
            options={INVALID_RULE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          {kind === "fault-value" && <p className="text-muted-foreground text-xs">{t("kindHint.fault-value")}</p>}
        </div>
        <FigureFields form={form} kind={kind} measure={measure} rule={record} />
      </div>
    </RecordDialog>
  );
}
