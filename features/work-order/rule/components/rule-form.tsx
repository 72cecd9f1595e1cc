"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { CARRIER_TYPES, EXCEPTION_KINDS, SEVERITIES } from "@/db/enums";
import { RULE_CAUSES, type RuleCause } from "@/db/work-order-enums";
import { saveRecord } from "@/lib/http/save-record";
import { typedNumber } from "@/lib/units/limits";
import { assignedOf, assignmentOf, PersonField } from "../../components/person-field";
import { REMIND_MINUTES } from "../../order.schema";
import { DEFAULT_OF, THRESHOLD_OF, THRESHOLDS } from "../rules";
import { type RuleDto, RuleInput } from "../schema";

type RuleFormProps = RecordFormProps<RuleDto> & {
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** The form of a rule: what it watches, for whom, and how fast. */
export function RuleForm({ record, customers, customerId: own, onClose, onSaved }: RuleFormProps) {
  const t = useTranslations("workOrderRule");
  const [cause, setCause] = useState<RuleCause>(record?.cause ?? "exception");
  const [customerId, setCustomerId] = useState(record?.customerId ?? own);
  const [initial] = useState(() => (record ? assignedOf(record) : null));
  const [assigned, setAssigned] = useState(initial);
  const form = useRecordForm({
    schema: RuleInput,
    record,
    send: (values): Promise<RuleDto> => saveRecord("/service/workOrderRule", record?.id ?? null, values),
    onDone: onSaved,
  });
  const threshold = THRESHOLD_OF[cause];
  const submit = (data: FormData) =>
    void form.submit({
      ...{ name: data.get("name"), cause, customerId, isEnabled: record?.isEnabled ?? true },
      ...Object.fromEntries(THRESHOLDS.map((name) => [name, name === threshold ? typedNumber(data.get(name)) : null])),
      severities: cause === "exception" ? data.getAll("severities") : [],
      kinds: cause === "exception" ? data.getAll("kinds") : [],
      carrierTypes: data.getAll("carrierTypes"),
      dueMinutes: typedNumber(data.get("dueMinutes")),
      remindMinutes: typedNumber(data.get("remindMinutes")) ?? 0,
      ...assignmentOf(assigned),
    });
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  const choices = (name: "severities" | "kinds" | "carrierTypes", values: readonly string[]) => (
    <fieldset>
      <legend className="font-medium text-sm">{t(`field.${name}`)}</legend>
      <p className="text-muted-foreground text-xs">{t("noneIsAll")}</p>
      <div className="grid grid-cols-2">
        {values.map((value) => (
          <CheckboxField
            key={value}
            name={name}
            value={value}
            label={t(`${name}.${value}`)}
            defaultChecked={(record?.[name] as readonly string[] | undefined)?.includes(value) ?? false}
          />
        ))}
      </div>
    </fieldset>
  );
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("edit", { name: record.name }) : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={assigned !== initial}
    >
      <div className="flex flex-col gap-4">
        {!record && customers.length > 1 && (
          <SelectField
            {...field("customerId")}
            required
            value={customerId}
            onChange={({ target }) => {
              setCustomerId(Number(target.value));
              setAssigned(null);
            }}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <InputField {...field("name")} required maxLength={50} defaultValue={record?.name} />
        <SelectField
          {...field("cause")}
          required
          value={cause}
          onChange={({ target }) => setCause(target.value as RuleCause)}
          options={RULE_CAUSES.map((value) => ({ value, label: t(`cause.${value}`) }))}
        />
        <InputField
          key={cause}
          {...field(threshold)}
          hint={t(`thresholdHint.${cause}`)}
          required
          inputMode="numeric"
          className="sm:w-64"
          defaultValue={record?.cause === cause ? (record[threshold] ?? "") : DEFAULT_OF[cause]}
        />
        {cause === "exception" && choices("severities", SEVERITIES)}
        {cause === "exception" && choices("kinds", EXCEPTION_KINDS)}
        {choices("carrierTypes", CARRIER_TYPES)}
        <PersonField
          customerId={customerId}
          value={assigned}
          onChange={setAssigned}
          issue={form.issue("assigneeId") ?? form.issue("groupId")}
        />
        <InputField
          {...field("dueMinutes")}
          hint={t("dueHint")}
          inputMode="numeric"
          className="sm:w-64"
          defaultValue={record?.dueMinutes ?? ""}
        />
        <InputField
          {...field("remindMinutes")}
          inputMode="numeric"
          className="sm:w-64"
          defaultValue={record?.remindMinutes ?? REMIND_MINUTES.default}
        />
      </div>
    </RecordDialog>
  );
}
