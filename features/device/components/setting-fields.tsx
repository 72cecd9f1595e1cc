"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { DeviceKind } from "@/db/enums";
import { groupsOf } from "../configuration/configuration.rules";
import { SETTINGS, type SettingName, type SettingRule, type Settings, settingsOf } from "../device.rules";

type SettingFieldsProps = {
  kind: DeviceKind;
  typeCode: string;
  /** Present values. */
  settings: Settings;
  /** Whether the device exists: a secret may then be stored although it is not shown. */
  isKnown: boolean;
  issue: (path: string) => string | undefined;
  /** Placeholder of each empty field, for forms where empty means unchanged. */
  placeholder?: string;
};

/** Fields for the parameters of a device type, each validated by its rule and grouped under headings. */
export function SettingFields({ kind, typeCode, settings, isKnown, issue, placeholder }: SettingFieldsProps) {
  const t = useTranslations("device");
  const names = settingsOf(kind, typeCode);
  if (names.length === 0) return <p className="text-muted-foreground text-sm">{t("form.noParameters")}</p>;
  const groups = groupsOf(names);
  return (
    <FormGrid>
      {groups.map(({ group, names: members }) => (
        <Fragment key={group}>
          {groups.length > 1 && (
            <h3 className={`${spanBoth} font-medium text-muted-foreground text-sm not-first:mt-2`}>
              {t(`settingGroup.${group}`)}
            </h3>
          )}
          {members.map((name) => (
            <SettingField
              key={name}
              name={name}
              rule={SETTINGS[name]}
              value={settings[name]}
              isKnown={isKnown}
              issue={issue(`settings.${name}`)}
              placeholder={placeholder}
            />
          ))}
        </Fragment>
      ))}
    </FormGrid>
  );
}

type SettingFieldProps = {
  name: SettingName;
  rule: SettingRule;
  value: string | number | boolean | undefined;
  isKnown: boolean;
  issue: string | undefined;
  placeholder: string | undefined;
};

function SettingField({ name, rule, value, isKnown, issue, placeholder }: SettingFieldProps) {
  const t = useTranslations("device");
  const hint = useHint(rule, isKnown);
  const field = `settings.${name}`;
  return (
    <Field label={t(`setting.${name}`)} hint={hint} issue={issue}>
      {(control) =>
        rule.type === "flag" ? (
          <Select {...control} name={field} defaultValue={value === undefined ? "" : String(value)}>
            <option value="">{placeholder ?? t("form.unset")}</option>
            <option value="true">{t("form.flagOn")}</option>
            <option value="false">{t("form.flagOff")}</option>
          </Select>
        ) : (
          <Input
            {...control}
            name={field}
            inputMode={rule.type === "integer" ? "numeric" : rule.type === "decimal" ? "decimal" : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            defaultValue={value === undefined ? "" : String(value)}
            className={rule.type === "format" ? "font-mono" : undefined}
          />
        )
      }
    </Field>
  );
}

/** Allowed input, if the label does not say it. */
function useHint(rule: SettingRule, isKnown: boolean): string | undefined {
  const t = useTranslations("device");
  if (rule.type === "integer" || rule.type === "decimal")
    return t("form.range", { minimum: String(rule.minimum), maximum: String(rule.maximum) });
  if (rule.type !== "format") return undefined;
  if (rule.isSecret && isKnown) return t("form.keepSecret");
  return t(`formatHint.${rule.format}`);
}
