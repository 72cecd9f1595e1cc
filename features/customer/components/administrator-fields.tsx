"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

const GENDERS = ["1", "0"] as const;

/** The first user of the new customer; optional. */
export function AdministratorFields({ issue }: { issue: (path: string) => string | undefined }) {
  const t = useTranslations("customer");
  const [wanted, setWanted] = useState(true);
  const text = (field: string, path: string, more: { required?: boolean; hint?: string; maxLength: number }) => (
    <Field label={t(`field.${field}`)} required={more.required} hint={more.hint} issue={issue(`administrator.${path}`)}>
      {(control) => <Input {...control} name={field} maxLength={more.maxLength} autoComplete="off" />}
    </Field>
  );
  return (
    <FormSection title={t("form.section.administrator")} hint={t("form.section.administratorHint")}>
      <CheckboxField
        name="withAdministrator"
        label={t("form.withAdministrator")}
        checked={wanted}
        onChange={(event) => setWanted(event.target.checked)}
      />
      {wanted && (
        <FormGrid className="mt-2">
          {text("username", "username", { required: true, hint: t("field.usernameHint"), maxLength: 20 })}
          {text("person", "name", { required: true, maxLength: 30 })}
          {text("mobile", "mobile", { required: true, maxLength: 20 })}
          {text("personEmail", "email", { maxLength: 100 })}
          <Field label={t("field.gender")} issue={issue("administrator.gender")}>
            {(control) => (
              <Select {...control} name="gender" defaultValue="">
                <option value="">{t("gender.none")}</option>
                {GENDERS.map((gender) => (
                  <option key={gender} value={gender}>
                    {t(`gender.${gender}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </FormGrid>
      )}
    </FormSection>
  );
}
