"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { CARRIER_TYPES, MONITORED_MEASURES } from "@/db/enums";
import { saveRecord } from "@/lib/http/save-record";
import { PRESETS } from "../../period.rules";
import type { Selection } from "../../statistic.client";
import { GROUPS } from "../../statistic.schema";
import { type DefinitionDto, DefinitionInput, OWNERS } from "../definition.schema";

type DefinitionFormProps = {
  /** Null: a new one with the shown selection. */
  record: DefinitionDto | null;
  selection: Selection;
  onClose: () => void;
  onSaved: (saved: DefinitionDto) => void;
};

/** Names a selection and says who sees it. */
export function DefinitionForm({ record, selection, onClose, onSaved }: DefinitionFormProps) {
  const t = useTranslations("statistics");
  const tCarrier = useTranslations("carrier");
  const form = useRecordForm({
    schema: DefinitionInput,
    record,
    send: (values): Promise<DefinitionDto> => saveRecord("/service/count/definition", record?.id ?? null, values),
    onDone: onSaved,
  });
  const shown = record ?? selection;
  const options = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  const submit = (data: FormData) =>
    form.submit({
      ...Object.fromEntries(["name", "owner", "by", "measure", "range"].map((name) => [name, data.get(name)])),
      carrierType: data.get("carrierType") || null,
      sceneId: shown.sceneId ?? null,
    });
  return (
    <RecordDialog
      onClose={onClose}
      title={record ? t("saved.editTitle") : t("saved.newTitle")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <InputField
          form={form}
          name="name"
          label={t("saved.name")}
          required
          maxLength={50}
          className={spanBoth}
          defaultValue={record?.name}
        />
        <SelectField
          form={form}
          name="owner"
          label={t("saved.ownerLabel")}
          className={spanBoth}
          defaultValue={record?.owner ?? "own"}
          options={options(OWNERS, (owner) => t(`saved.owner.${owner}`))}
        />
        <SelectField
          form={form}
          name="by"
          label={t("by.label")}
          defaultValue={shown.by}
          options={options(GROUPS, (by) => t(`by.${by}`))}
        />
        <SelectField
          form={form}
          name="range"
          label={t("range.label")}
          defaultValue={shown.range}
          options={options(PRESETS, (range) => t(`range.${range}`))}
        />
        <SelectField
          form={form}
          name="measure"
          label={t("filter.measure")}
          defaultValue={shown.measure}
          options={options(MONITORED_MEASURES, (measure) => tCarrier(`measure.${measure}`))}
        />
        <SelectField
          form={form}
          name="carrierType"
          label={t("filter.carrierType")}
          defaultValue={shown.carrierType ?? ""}
          options={[
            { value: "", label: t("filter.anyType") },
            ...options(CARRIER_TYPES, (type) => tCarrier(`type.${type}`)),
          ]}
        />
      </FormGrid>
    </RecordDialog>
  );
}
