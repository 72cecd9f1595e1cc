"use client";

import { useTranslations } from "next-intl";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import type { ForwardType } from "@/db/enums";
import { TOPIC_LENGTH } from "../forward.rules";
import type { ForwardDto } from "../forward.schema";

type DeliveryFieldsProps = {
  form: { issue: (path: string) => string | undefined };
  type: ForwardType;
  target: ForwardDto | null;
};

const CHOICES: Record<Exclude<ForwardType, "http">, readonly number[]> = { mqtt: [0, 1, 2], tcp: [0, 1] };

/** Delivery guarantee, timing and address. HTTP always delivers at least once. */
export function DeliveryFields({ form, type, target }: DeliveryFieldsProps) {
  const t = useTranslations("forward");
  return (
    <FormGrid>
      {type !== "http" && (
        <SelectField
          // The value for one type does not apply to another, so the field is reset.
          key={type}
          form={form}
          name="qos"
          label={t("field.qos")}
          hint={type === "tcp" ? t("hint.tcpQos") : undefined}
          className={spanBoth}
          defaultValue={target?.type === type ? target.qos : 1}
          options={CHOICES[type].map((value) => ({ value, label: `${value} · ${t(`qos.${value}`)}` }))}
        />
      )}
      {type === "mqtt" && (
        <>
          <InputField
            form={form}
            name="publishTopic"
            label={t("field.publishTopic")}
            required
            maxLength={TOPIC_LENGTH}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={target?.publishTopic}
          />
          <InputField
            form={form}
            name="subscribeTopic"
            label={t("field.subscribeTopic")}
            hint={t("hint.subscribe")}
            maxLength={TOPIC_LENGTH}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={target?.subscribeTopic}
          />
        </>
      )}
      <InputField
        form={form}
        name="timeoutSeconds"
        label={t("field.timeoutSeconds")}
        hint={t("hint.timeout")}
        inputMode="numeric"
        maxLength={2}
        defaultValue={target?.timeoutSeconds ?? 10}
      />
      {type !== "http" && (
        <InputField
          form={form}
          name="heartbeatSeconds"
          label={t("field.heartbeatSeconds")}
          hint={t("hint.heartbeat")}
          inputMode="numeric"
          maxLength={2}
          defaultValue={target?.heartbeatSeconds ?? 30}
        />
      )}
    </FormGrid>
  );
}
