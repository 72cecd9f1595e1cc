"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { FormGrid, FormSection } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { showToast } from "@/components/ui/toast-store";
import { SETTINGS, type SettingName, type SettingRule, settingIssues, settingsOf } from "../../device.rules";
import { SettingsInput } from "../../device.schema";
import { saveConfiguration } from "../configuration.client";
import { groupsOf } from "../configuration.rules";
import type { ConfigurationDto } from "../configuration.schema";

type ParameterFormProps = {
  configuration: ConfigurationDto;
  onClose: () => void;
  /** Called after saving; `send` if the parameters are to be sent at once. */
  onSaved: (send: boolean) => void;
};

type Form = { issue: (path: string) => string | undefined };

/** The parameters of the device type by group, validated by the rules of the server. */
export function ParameterForm({ configuration, onClose, onSaved }: ParameterFormProps) {
  const t = useTranslations("configuration");
  const tDevice = useTranslations("device");
  const { id, kind, typeCode, name, obstacles } = configuration;
  const names = settingsOf(kind, typeCode);
  const mayGo = obstacles.every((rule) => rule === "noSettings");
  const [send, setSend] = useState(mayGo);
  const form = useRecordForm({
    schema: z.strictObject({ settings: SettingsInput }).superRefine(({ settings }, context) => {
      for (const { path, rule, message } of settingIssues(kind, typeCode, settings))
        context.addIssue({ code: "custom", params: { rule }, message, path: ["settings", path] });
    }),
    send: ({ settings }) => saveConfiguration(id, settings),
    onDone: () => {
      showToast("normal", t("saved", { name }));
      onSaved(send && mayGo);
    },
  });
  const submit = (data: FormData) =>
    form.submit({
      settings: Object.fromEntries(names.map((field) => [field, String(data.get(`settings.${field}`) ?? "")])),
    });
  return (
    <RecordDialog
      onClose={onClose}
      shape="sheet"
      title={t("edit")}
      description={name}
      submitLabel={t(send && mayGo ? "saveAndSend" : "save")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      {groupsOf(names).map(({ group, names: fields }) => (
        <FormSection key={group} title={tDevice(`settingGroup.${group}`)}>
          <FormGrid>
            {fields.map((field) => (
              <SettingField key={field} form={form} name={field} configuration={configuration} />
            ))}
          </FormGrid>
        </FormSection>
      ))}
      {obstacles.includes("noGateway") && <Alert className="mt-5">{t("obstacle.saveOnly")}</Alert>}
      {mayGo && (
        <div className="mt-5 border-t pt-4">
          <CheckboxField checked={send} onChange={(event) => setSend(event.target.checked)} label={t("sendAtOnce")} />
        </div>
      )}
    </RecordDialog>
  );
}

type SettingFieldProps = { form: Form; name: SettingName; configuration: ConfigurationDto };

function SettingField({ form, name, configuration: { settings, secrets } }: SettingFieldProps) {
  const tDevice = useTranslations("device");
  const rule: SettingRule = SETTINGS[name];
  const label = tDevice(`setting.${name}`);
  const value = settings[name];
  const shared = { form, name: `settings.${name}`, label };
  if (rule.type === "flag") {
    return (
      <SelectField
        {...shared}
        defaultValue={value === undefined ? "" : String(value)}
        options={[
          { value: "", label: tDevice("form.unset") },
          { value: "true", label: tDevice("form.flagOn") },
          { value: "false", label: tDevice("form.flagOff") },
        ]}
      />
    );
  }
  const isNumber = rule.type === "integer" || rule.type === "decimal";
  const isKept = secrets.some((secret) => secret.name === name && secret.isSet);
  const hint = isKept
    ? tDevice("form.keepSecret")
    : isNumber
      ? tDevice("form.range", { minimum: rule.minimum, maximum: rule.maximum })
      : rule.type === "format"
        ? tDevice(`formatHint.${rule.format}`)
        : undefined;
  return (
    <InputField
      {...shared}
      hint={hint}
      // A text input, because a browser returns an empty value for an invalid number.
      inputMode={rule.type === "integer" ? "numeric" : isNumber ? "decimal" : undefined}
      className={rule.type === "format" && !isNumber ? "[&_input]:font-mono" : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value === undefined ? "" : String(value)}
    />
  );
}
