"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { SelectField } from "@/components/form/record-fields";
import { RecordSelect } from "@/components/form/record-select";
import { Input } from "@/components/ui/input";
import { DEFAULT_DELAY_SECONDS, DELAY_PRESETS_SECONDS } from "@/features/alarm/condition/condition.rules";
import type { WizardCarrierDto, WizardOffer } from "../wizard.schema";
import { ChoiceCard } from "./choice-card";
import { type BrokenChannels, RecipientFields, recipientsOf } from "./recipient-fields";

export const TRIGGER_KINDS = ["standard", "existing", "none"] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

/** Converts the fields to the input of the step. */
export function triggerOf(kind: TriggerKind, data: FormData): object {
  if (kind === "none") return { kind };
  if (kind === "existing") return { kind, id: data.get("triggerId") };
  return {
    kind,
    name: data.get("triggerName"),
    delaySeconds: data.get("delaySeconds"),
    recipients: recipientsOf(data),
  };
}

type Trigger = NonNullable<WizardCarrierDto["trigger"]>;
type TriggerFieldsProps = {
  form: { issue: (path: string) => string | undefined };
  kind: TriggerKind;
  onKind: (kind: TriggerKind) => void;
  customerId: number;
  /** The trigger that the carrier already has. */
  trigger: Trigger | null;
  carrierName: string;
  mail: string;
  states: WizardOffer["channelStates"];
  may: WizardOffer["may"];
  BrokenChannels: BrokenChannels;
};

/** The alarm: a new standard trigger, an existing one, or none yet. */
export function TriggerFields(props: TriggerFieldsProps) {
  const { form, kind, onKind, customerId, trigger, states, may, BrokenChannels } = props;
  const [chosen, setChosen] = useState(trigger);
  const t = useTranslations("wizard.index");
  const offered = TRIGGER_KINDS.filter((one) => one !== "standard" || may.trigger);
  return (
    <fieldset className="flex flex-col gap-3 border-t pt-4">
      <legend className="sr-only">{t("alarm")}</legend>
      <p aria-hidden="true" className="font-medium text-sm">
        {t("alarm")}
      </p>
      <div className="grid gap-2">
        {offered.map((value) => (
          <ChoiceCard
            key={value}
            name="trigger"
            value={value}
            checked={kind === value}
            onChoose={() => onKind(value)}
            label={t(value)}
            hint={value === "existing" ? undefined : t(`${value}Hint`)}
          />
        ))}
      </div>
      {kind === "existing" && (
        <Field label={t("trigger")} issue={form.issue("trigger")} required>
          {(control) => (
            <RecordSelect<Trigger>
              control={control}
              name="triggerId"
              path="/service/alarmTrigger/choice"
              params={{ customerId }}
              value={chosen && { id: chosen.id, label: chosen.name }}
              toOption={({ id, name }) => ({ id, label: name })}
              onChange={(value, item) => setChosen(value && (item ?? chosen))}
            />
          )}
        </Field>
      )}
      {kind === "existing" && chosen && <BrokenChannels channels={chosen.channels} states={states} />}
      {kind === "standard" && <StandardFields {...props} />}
    </fieldset>
  );
}

function StandardFields({ form, customerId, carrierName, mail, states, may, BrokenChannels }: TriggerFieldsProps) {
  const t = useTranslations("wizard.index");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("triggerName")} issue={form.issue("trigger.name")} required>
        {(control) => (
          <Input
            {...control}
            name="triggerName"
            maxLength={30}
            autoComplete="off"
            defaultValue={t("triggerDefault", { name: carrierName }).slice(0, 30)}
          />
        )}
      </Field>
      <SelectField
        form={form}
        name="delaySeconds"
        label={t("delay")}
        defaultValue={DEFAULT_DELAY_SECONDS}
        options={DELAY_PRESETS_SECONDS.map((value) => ({ value, label: t(`delayOf.${value}`) }))}
      />
      <RecipientFields
        form={form}
        customerId={customerId}
        mail={mail}
        states={states}
        may={may}
        BrokenChannels={BrokenChannels}
      />
    </div>
  );
}
