"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import type { ContactDto } from "../contact.schema";

/** The form fields of a contact's own timing. */
export const TIMING = ["delayMinutes", "repeatTimes", "repeatIntervalMinutes"] as const;

type TimingFieldsProps = { contact: ContactDto | null; issue: (path: string) => string | undefined };

/** The contact's own delay and repeats, which plan rows can use instead of theirs. */
export function TimingFields({ contact, issue }: TimingFieldsProps) {
  const t = useTranslations("contact.timing");
  return (
    <fieldset className={spanBoth}>
      <legend className="font-medium text-sm">{t("title")}</legend>
      <p className="mb-2 text-muted-foreground text-xs">{t("hint")}</p>
      <div className="grid gap-3 sm:grid-cols-3">
        {TIMING.map((name) => (
          <Field key={name} label={t(name)} issue={issue(name)}>
            {(control) => (
              <Input
                {...control}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                className="tabular-nums"
                defaultValue={contact?.[name] ?? ""}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
