"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { RecordSelect } from "@/components/form/record-select";
import { SegmentedControl } from "@/components/form/segmented-control";
import type { TriggerChoiceDto } from "../../choice.schema";
import { useBatch } from "../client";
import { type BatchDialogProps, BatchForm } from "./batch-dialog";

type Way = "bind" | "unbind";

/** Binds the selected carriers to an alarm trigger, or unbinds them. */
export function TriggerDialog(props: BatchDialogProps) {
  const t = useTranslations("carrier");
  const batch = useBatch(props.rows, "/alarmTrigger");
  const [way, setWay] = useState<Way>("bind");
  const [isMissing, setMissing] = useState(false);
  const [{ customerId }] = props.rows;
  const bodyOf = (form: FormData) => {
    if (way === "unbind") return { alarmTriggerId: null };
    const alarmTriggerId = form.get("alarmTriggerId");
    setMissing(!alarmTriggerId);
    return alarmTriggerId ? { alarmTriggerId } : null;
  };
  const tError = useTranslations("error.rule");
  return (
    <BatchForm {...props} verb="trigger" submitLabel={t(`batch.trigger.${way}`)} batch={batch} bodyOf={bodyOf}>
      <SegmentedControl<Way>
        name="way"
        label={t("batch.trigger.way")}
        value={way}
        onValueChange={setWay}
        className="self-start"
        options={(["bind", "unbind"] as const).map((value) => ({ value, label: t(`batch.trigger.${value}`) }))}
      />
      {way === "bind" ? (
        <Field
          label={t("field.alarmTriggerId")}
          issue={isMissing ? tError("required") : batch.issue("alarmTriggerId")}
          required
        >
          {(control) => (
            <RecordSelect<TriggerChoiceDto>
              control={control}
              name="alarmTriggerId"
              path="/service/alarmTrigger/choice"
              params={{ customerId }}
              toOption={({ id, name }) => ({ id, label: name })}
            />
          )}
        </Field>
      ) : (
        <p className="text-muted-foreground text-sm">{t("batch.trigger.unbindHint")}</p>
      )}
    </BatchForm>
  );
}
