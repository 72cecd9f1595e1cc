"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { formatDay } from "@/lib/datetime/format";

type SecretFieldProps = {
  form: { issue: (path: string) => string | undefined };
  name: "password" | "appKey";
  label: ReactNode;
  hint?: ReactNode;
  /** When the secret was stored; null if none is. */
  setAt: string | null;
  timeZone: string;
};

/** A write-only secret: an empty field leaves the stored one unchanged, the checkbox deletes it. */
export function SecretField({ form, name, label, hint, setAt, timeZone }: SecretFieldProps) {
  const t = useTranslations("forward");
  const locale = useLocale();
  const [isForgotten, setIsForgotten] = useState(false);
  const place = { locale, timeZone };
  const kept = setAt && t("hint.kept", { date: formatDay(new Date(setAt), new Date(), place) });
  return (
    <div className="flex min-w-0 flex-col">
      <Field label={label} hint={kept ?? hint} issue={form.issue(name)}>
        {(field) => (
          <Input
            {...field}
            name={name}
            type="password"
            autoComplete="new-password"
            maxLength={100}
            disabled={isForgotten}
            placeholder={setAt && !isForgotten ? "••••••••" : undefined}
          />
        )}
      </Field>
      {setAt && (
        <CheckboxField
          name={`${name}Forgotten`}
          label={t("secret.forget")}
          checked={isForgotten}
          onChange={(event) => setIsForgotten(event.target.checked)}
        />
      )}
    </div>
  );
}

/** The secret as the form sends it: null deletes the stored one, undefined leaves it unchanged. */
export function secretOf(data: FormData, name: "password" | "appKey"): string | null | undefined {
  if (data.has(`${name}Forgotten`)) return null;
  const value = data.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
