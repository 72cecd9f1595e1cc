"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { FORWARD_TYPES, type ForwardType } from "@/db/enums";
import { saveForwardSet } from "../forward.client";
import { type ForwardDto, ForwardInput, type ForwardRowDto } from "../forward.schema";
import { DeliveryFields } from "./delivery-fields";
import { SecretField, secretOf } from "./secret-field";

type ForwardFormProps = RecordFormProps<ForwardRowDto> & {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  timeZone: string;
};

const USUAL_PORTS: Record<ForwardType, number> = { mqtt: 1883, http: 443, tcp: 9000 };
const TEXTS = [
  "name",
  "host",
  "port",
  "path",
  "clientId",
  "username",
  "qos",
  "timeoutSeconds",
  "heartbeatSeconds",
  "subscribeTopic",
  "publishTopic",
  "platformCode",
  "platformName",
  "vendorCode",
  "appId",
] as const;

/** Form of a forwarding target. Fields that its type does not use are hidden. */
export function ForwardForm({ record: target, customers, customerId, timeZone, onClose, onSaved }: ForwardFormProps) {
  const t = useTranslations("forward");
  const [type, setType] = useState<ForwardType>(target?.type ?? "mqtt");
  const form = useRecordForm({
    schema: ForwardInput,
    record: target,
    send: (values): Promise<ForwardDto> => saveForwardSet(target?.id ?? null, values),
    // The list then reloads the other fields.
    onDone: (saved) => onSaved({ ...target, ...saved } as ForwardRowDto),
  });

  const submit = (data: FormData) => {
    const chosen = data.get("customerId");
    const given = TEXTS.filter((name) => data.has(name));
    form.submit({
      ...Object.fromEntries(given.map((name) => [name, data.get(name)])),
      type,
      isTls: data.has("isTls"),
      sendsReadings: data.has("sendsReadings"),
      sendsExceptions: data.has("sendsExceptions"),
      password: secretOf(data, "password"),
      appKey: secretOf(data, "appKey"),
      ...(chosen !== null && { customerId: chosen }),
    });
  };
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={target ? t("list.edit") : t("list.new")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormSection title={t("section.server")}>
        <FormGrid>
          {!target && customers.length > 1 && (
            <SelectField
              form={form}
              name="customerId"
              label={t("field.customer")}
              required
              className={spanBoth}
              defaultValue={customerId}
              options={customers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <InputField
            form={form}
            name="name"
            label={t("field.name")}
            required
            maxLength={30}
            defaultValue={target?.name}
          />
          <Field label={t("field.type")} required issue={form.issue("type")}>
            {(control) => (
              <Select
                {...control}
                name="type"
                value={type}
                onChange={(event) => setType(event.target.value as ForwardType)}
              >
                {FORWARD_TYPES.map((value) => (
                  <option key={value} value={value}>
                    {t(`type.${value}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <InputField
            form={form}
            name="host"
            label={t("field.host")}
            hint={t("hint.host")}
            required
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={target?.host}
          />
          <InputField
            key={type}
            form={form}
            name="port"
            label={t("field.port")}
            required
            inputMode="numeric"
            maxLength={5}
            defaultValue={target?.type === type ? target.port : USUAL_PORTS[type]}
          />
          {type === "http" && (
            <InputField
              form={form}
              name="path"
              label={t("field.path")}
              hint={t("hint.path")}
              className={spanBoth}
              maxLength={255}
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={target?.path || "/"}
            />
          )}
          <CheckboxField
            key={`tls ${type}`}
            name="isTls"
            label={t("field.isTls")}
            defaultChecked={target?.isTls ?? type === "http"}
            className={spanBoth}
          />
        </FormGrid>
      </FormSection>
      <FormSection title={t("section.login")}>
        <FormGrid>
          <InputField
            form={form}
            name="username"
            label={t("field.username")}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={target?.username}
          />
          <SecretField
            form={form}
            name="password"
            label={type === "http" ? t("field.token") : t("field.password")}
            hint={type === "http" ? t("hint.token") : undefined}
            setAt={target?.credentialSetAt ?? null}
            timeZone={timeZone}
          />
          {type !== "http" && (
            <InputField
              form={form}
              name="clientId"
              label={t("field.clientId")}
              hint={t("hint.clientId")}
              maxLength={50}
              defaultValue={target?.clientId}
            />
          )}
        </FormGrid>
      </FormSection>
      <FormSection title={t("section.delivery")}>
        <DeliveryFields form={form} type={type} target={target} />
      </FormSection>
      <FormSection title={t("section.content")}>
        <div className="flex flex-wrap gap-x-6">
          <CheckboxField
            name="sendsReadings"
            label={t("kind.readings")}
            defaultChecked={target?.sendsReadings ?? true}
          />
          <CheckboxField
            name="sendsExceptions"
            label={t("kind.exceptions")}
            defaultChecked={target?.sendsExceptions ?? true}
          />
        </div>
        {form.issue("sendsReadings") && <p className="text-critical text-xs">{form.issue("sendsReadings")}</p>}
      </FormSection>
      <FormSection title={t("section.platform")}>
        <FormGrid>
          <InputField
            form={form}
            name="platformCode"
            label={t("field.platformCode")}
            maxLength={50}
            defaultValue={target?.platformCode}
          />
          <InputField
            form={form}
            name="platformName"
            label={t("field.platformName")}
            maxLength={30}
            defaultValue={target?.platformName}
          />
          <InputField
            form={form}
            name="vendorCode"
            label={t("field.vendorCode")}
            maxLength={50}
            defaultValue={target?.vendorCode}
          />
          <InputField form={form} name="appId" label={t("field.appId")} maxLength={50} defaultValue={target?.appId} />
          <SecretField
            form={form}
            name="appKey"
            label={t("field.appKey")}
            hint={t("hint.appKey")}
            setAt={target?.appKeySetAt ?? null}
            timeZone={timeZone}
          />
        </FormGrid>
      </FormSection>
    </RecordDialog>
  );
}
