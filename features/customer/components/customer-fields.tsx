"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { TimeZoneSelect } from "@/components/form/time-zone-select";
import { browserZone } from "@/components/form/time-zones";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { ACTIVATION_STATUSES, CUSTOMER_TYPES, ORGANISATION_TYPES, TEMPERATURE_UNITS } from "@/db/enums";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import type { Deputy } from "../customer.rules";
import type { CustomerRowDto } from "../customer.schema";

type CustomerFieldsProps = {
  /** Undefined for a new customer. */
  customer?: CustomerRowDto;
  deputy: Deputy;
  now: number;
  issue: (path: string) => string | undefined;
};

type TextName = "code" | "name" | "shortName" | "area" | "areaCode" | "address" | "contact" | "phone" | "email";

/** The fields of a customer, in the sections of its sheet. */
export function CustomerFields({ customer, deputy, now, issue }: CustomerFieldsProps) {
  const t = useTranslations("customer");
  const ownLocale = useLocale();
  // A new customer is most often where the browser is.
  const [ownZone] = useState(browserZone);
  const isPlatform = customer?.id === 1;
  const text = (
    name: TextName,
    maxLength: number,
    more: { required?: boolean; hint?: string; both?: boolean } = {},
  ) => (
    <Field
      label={t(`field.${name}`)}
      required={more.required}
      hint={more.hint}
      issue={issue(name)}
      className={more.both ? spanBoth : undefined}
    >
      {(control) => (
        <Input
          {...control}
          name={name}
          maxLength={maxLength}
          defaultValue={customer?.[name] ?? ""}
          autoComplete="off"
        />
      )}
    </Field>
  );
  return (
    <>
      <FormSection title={t("form.section.basics")}>
        <FormGrid>
          {text("name", 50, { required: true, both: true })}
          {text("code", 20, { required: true, hint: t("form.codeHint") })}
          {text("shortName", 30)}
          <Field
            label={t("field.type")}
            required
            issue={issue("type")}
            hint={isPlatform ? t("form.platformFixed") : undefined}
          >
            {(control) => (
              <Select {...control} name="type" defaultValue={customer?.type ?? "customer"} disabled={isPlatform}>
                {CUSTOMER_TYPES.filter(
                  (type) => type === "customer" || deputy?.scopeType === 3 || customer?.type === type,
                ).map((type) => (
                  <option key={type} value={type}>
                    {t(`type.${type}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t("field.status")}
            required
            issue={issue("status")}
            hint={isPlatform ? undefined : t("form.statusHint")}
          >
            {(control) => (
              <Select {...control} name="status" defaultValue={customer?.status ?? "active"} disabled={isPlatform}>
                {ACTIVATION_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {t(`status.${status}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("field.organisationType")} issue={issue("organisationType")}>
            {(control) => (
              <Select {...control} name="organisationType" defaultValue={customer?.organisationType ?? "09"}>
                {ORGANISATION_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {t(`organisationType.${type}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("field.timeZone")} issue={issue("timeZone")}>
            {(control) => (
              <TimeZoneSelect
                control={control}
                name="timeZone"
                defaultValue={customer?.timeZone ?? ownZone}
                now={now}
              />
            )}
          </Field>
          <Field label={t("field.locale")} issue={issue("locale")} hint={t("form.localeHint")}>
            {(control) => (
              <Select {...control} name="locale" defaultValue={customer?.locale ?? ownLocale}>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale}>
                    {LOCALE_NAMES[locale]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t("field.temperatureUnit")}
            issue={issue("temperatureUnit")}
            hint={t("form.temperatureUnitHint")}
          >
            {(control) => (
              <Select {...control} name="temperatureUnit" defaultValue={customer?.temperatureUnit ?? "celsius"}>
                {TEMPERATURE_UNITS.map((unit) => (
                  <option key={unit} value={unit}>
                    {t(`temperatureUnit.${unit}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.section.contact")}>
        <FormGrid>
          {text("contact", 30, { required: true })}
          {text("phone", 20, { required: true })}
          {text("email", 100, { required: true, both: true })}
          <fieldset className={spanBoth}>
            <legend className="font-medium text-sm">{t("field.notifications")}</legend>
            <div className="flex flex-wrap gap-x-6">
              {(["notifyByEmail", "notifyBySms"] as const).map((name) => (
                <CheckboxField
                  key={name}
                  name={name}
                  label={t(`field.${name}`)}
                  defaultChecked={customer ? customer[name] : name === "notifyByEmail"}
                />
              ))}
            </div>
          </fieldset>
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.section.place")}>
        <FormGrid>
          {text("area", 120)}
          {text("areaCode", 20)}
          {text("address", 255, { both: true })}
          <Field label={t("field.description")} issue={issue("description")} className={spanBoth}>
            {(control) => (
              <Textarea {...control} name="description" maxLength={250} defaultValue={customer?.description ?? ""} />
            )}
          </Field>
        </FormGrid>
      </FormSection>
    </>
  );
}
