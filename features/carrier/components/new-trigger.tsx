"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { InnerForm } from "@/components/form/inner-form";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { DEFAULT_DELAY_SECONDS, DELAY_PRESETS_SECONDS } from "@/features/alarm/condition/condition.rules";
import { StandardTriggerInput, type TriggerDto } from "@/features/alarm/trigger/standard.schema";
import { formatDuration } from "@/lib/datetime/format";
import { callService } from "@/lib/http/call-service";

type NewTriggerProps = {
  customerId: number;
  onMade: (trigger: Pick<TriggerDto, "id" | "name">) => void;
  onCancel: () => void;
};

/** Makes a standard alarm trigger inside the form of a carrier, which does not submit its fields. */
export function NewTrigger({ customerId, onMade, onCancel }: NewTriggerProps) {
  const t = useTranslations("carrier.newTrigger");
  const locale = useLocale();
  const [name, setName] = useState(t("suggested"));
  const [delay, setDelay] = useState(DEFAULT_DELAY_SECONDS);
  const [group, setGroup] = useState<RecordOption | null>(null);
  const form = useRecordForm({
    schema: StandardTriggerInput,
    send: (body) => callService<TriggerDto>("/service/alarmTrigger/standard", { method: "POST", body }),
    onDone: onMade,
  });
  const save = () =>
    void form.submit({
      ...{ customerId, name, delaySeconds: delay, contactGroupId: group?.id ?? null },
      measures: ["temperature", "humidity"],
    });
  return (
    <InnerForm onSave={save} className="flex flex-col">
      <p className="text-muted-foreground text-sm">{t("hint")}</p>
      {form.error && <Alert tone="critical">{form.error}</Alert>}
      <Field label={t("name")} issue={form.issue("name")} required>
        {(control) => (
          <Input
            {...control}
            maxLength={30}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("delay")} issue={form.issue("delaySeconds")}>
        {(control) => (
          <Select {...control} value={delay} onChange={({ target }) => setDelay(Number(target.value))}>
            {DELAY_PRESETS_SECONDS.map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === 0 ? t("atOnce") : formatDuration(seconds * 1000, locale)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("group")} hint={t("groupHint")} issue={form.issue("contactGroupId")}>
        {(control) => (
          <RecordSelect<{ id: number; name: string }>
            control={control}
            name="newTrigger.contactGroupId"
            path="/service/contactGroup"
            params={{ customerId }}
            value={group}
            onChange={setGroup}
            toOption={({ id, name: label }) => ({ id, label })}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t("cancel")}</Button>
        <Button variant="primary" loading={form.pending} onClick={save}>
          {t("save")}
        </Button>
      </div>
    </InnerForm>
  );
}
