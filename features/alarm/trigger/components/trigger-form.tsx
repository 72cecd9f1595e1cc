"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { SEVERITIES, type Severity } from "@/db/enums";
import { CustomerUnit, useValueLocales } from "@/lib/units/units-context";
import type { ConditionInput } from "../../condition/condition.schema";
import { PreviewPanel } from "../../preview/components/preview-panel";
import { calendarDraft, calendarInput, draftsOf, inputOf, inUnitOf, rowInput, toldOf } from "../draft.rules";
import { saveTrigger } from "../trigger.client";
import { type AlarmTriggerDto, AlarmTriggerInput, type AlarmTriggerRowDto } from "../trigger.schema";
import { CalendarFields } from "./calendar-fields";
import { ConditionList } from "./condition-list";
import { useTriggerWords } from "./labels";
import { PlanList } from "./plan-list";

type TriggerFormProps = RecordFormProps<AlarmTriggerRowDto> & {
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** An alarm trigger: what raises an alarm, when it is active, and who is notified. */
export function TriggerForm(props: TriggerFormProps) {
  const [owner, setOwner] = useState(props.record?.customerId ?? props.customerId);
  return (
    <CustomerUnit customerId={owner}>
      <OwnedForm {...props} owner={owner} onOwner={setOwner} />
    </CustomerUnit>
  );
}

type OwnedFormProps = TriggerFormProps & { owner: number; onOwner: (customerId: number) => void };

function OwnedForm({ record: trigger, customers, owner, onOwner, onClose, onSaved }: OwnedFormProps) {
  const t = useTranslations("trigger");
  const [severity, setSeverity] = useState<Severity>(trigger?.severity ?? "major");
  const localeOf = useValueLocales();
  const [drafts, setDrafts] = useState(() => draftsOf(trigger, localeOf(owner)));
  const words = useTriggerWords();
  const [calendar, setCalendar] = useState(() => calendarDraft(trigger?.calendar ?? null));
  const fields = useRef<HTMLDivElement>(null);
  const conditionText = (condition: ConditionInput): string => {
    const told = toldOf(condition, [...(trigger?.conditions ?? []), ...drafts.conditions]);
    const own = condition.severity && t(`severity.${condition.severity}`);
    return [words.condition(told), ...words.notes(told), own].filter(Boolean).join(" · ");
  };
  const form = useRecordForm({
    schema: AlarmTriggerInput,
    record: trigger,
    written: {
      conditions: (conditions) => conditions.map(conditionText).join("\n"),
      calendar: words.calendar,
    },
    send: (values): Promise<AlarmTriggerDto> => saveTrigger(trigger?.id ?? null, values),
    // The list reloads the other fields.
    onDone: (saved) => onSaved({ ...trigger, ...saved } as AlarmTriggerRowDto),
  });
  const { issues } = form;
  useEffect(() => {
    if (issues.length > 0 && fields.current) focusFirstInvalid(fields.current);
  }, [issues]);
  const mark = useRef<HTMLSelectElement>(null);
  // The surrounding form confirms before closing with changes, but does not receive changes made by buttons.
  const changed = () => mark.current?.dispatchEvent(new Event("change", { bubbles: true }));
  const kept = trigger ? drafts.conditions.filter(({ id }) => id !== undefined).length : 0;
  const removed = (trigger?.conditions.length ?? 0) - kept;

  const parts = {
    calendar: calendarInput(calendar),
    conditions: drafts.conditions.map(inputOf),
    plan: drafts.plan.map(rowInput),
  };
  const submit = (data: FormData) =>
    form.submit({
      name: data.get("name"),
      severity,
      ...parts,
      ...(!trigger && customers.length > 1 && { customerId: owner }),
    });
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={trigger ? t("form.edit", { name: trigger.name }) : t("form.new")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div ref={fields}>
        <select ref={mark} hidden aria-hidden="true" tabIndex={-1} />
        {trigger && trigger.carrierCount > 0 && (
          <Alert className="mb-4">{t("form.carriers", { count: trigger.carrierCount })}</Alert>
        )}
        <FormGrid className="mb-5">
          {!trigger && customers.length > 1 && (
            <SelectField
              form={form}
              name="customerId"
              label={t("field.customer")}
              required
              className={spanBoth}
              value={owner}
              onChange={({ target }) => {
                const next = Number(target.value);
                onOwner(next);
                // Groups and geofences belong to one customer, which also has a unit of temperature.
                setDrafts({
                  conditions: drafts.conditions.map((one) => ({
                    ...inUnitOf(one, localeOf(next)),
                    geofenceId: "",
                    geofenceName: null,
                  })),
                  plan: drafts.plan.map((row) => ({ ...row, contactGroupId: "" })),
                });
              }}
              options={customers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <InputField
            form={form}
            name="name"
            label={t("field.name")}
            required
            maxLength={30}
            defaultValue={trigger?.name}
          />
          <SelectField
            form={form}
            name="severity"
            label={t("field.severity")}
            required
            value={severity}
            onChange={({ target }) => setSeverity(target.value as Severity)}
            options={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          />
        </FormGrid>
        <FormSection title={t("form.conditions")} hint={t("form.conditionsHint")}>
          <ConditionList
            form={form}
            customerId={owner}
            conditions={drafts.conditions}
            onChange={(conditions) => {
              setDrafts({ ...drafts, conditions });
              changed();
            }}
          />
          {removed > 0 && (
            <Alert tone="warning" className="mt-3">
              {t("form.removed", { count: removed })}
            </Alert>
          )}
        </FormSection>
        <FormSection title={t("form.calendar")} hint={t("form.calendarHint")}>
          <CalendarFields
            form={form}
            calendar={calendar}
            onChange={(next) => {
              setCalendar(next);
              changed();
            }}
          />
        </FormSection>
        <FormSection title={t("form.plan")} hint={t("form.planHint")}>
          <PlanList
            form={form}
            customerId={owner}
            plan={drafts.plan}
            onChange={(plan) => {
              setDrafts({ ...drafts, plan });
              changed();
            }}
          />
        </FormSection>
        <FormSection title={t("preview.title")} hint={t("preview.hint")}>
          <PreviewPanel
            key={owner}
            customerId={owner}
            triggerId={trigger?.id ?? null}
            trigger={{ severity, ...parts }}
          />
        </FormSection>
      </div>
    </RecordDialog>
  );
}
