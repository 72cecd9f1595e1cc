"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { REPORT_SIGNATURES, type ReportSection, type ReportSignature, type ReportType } from "@/db/enums";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/i18n/routing";
import { NAME_LENGTH, type ReportDto } from "../report.schema";
import { REPORT_TYPE_RULES } from "../sections.rules";

type Shape = {
  type: ReportType;
  sections: readonly ReportSection[];
  locales: readonly Locale[];
  signatures: readonly ReportSignature[];
};
type Issues = { issue: (path: string) => string | undefined };

/** What a report and its template have in common, as the form has it. */
export function useShape(initial: Pick<ReportDto, "type" | "sections" | "locales" | "signatures"> | null) {
  const locale = useLocale() as Locale;
  const [shape, setShape] = useState<Shape>(
    initial ?? { type: "record", sections: REPORT_TYPE_RULES.record.chosen, locales: [locale], signatures: [] },
  );
  return {
    shape,
    change: (values: Partial<Shape>) => setShape({ ...shape, ...values }),
    /** Another type has other sections. */
    choose: (type: ReportType) => setShape({ ...shape, type, sections: REPORT_TYPE_RULES[type].chosen }),
  };
}
export type ShapeState = ReturnType<typeof useShape>;

type FieldsProps = { state: ShapeState; form: Issues };

type HeadProps = FieldsProps & { name: string | undefined; types: readonly ReportType[] };

/** Type and name. */
export function HeadFields({ state, form, name, types }: HeadProps) {
  const t = useTranslations("report");
  return (
    <>
      <Field label={t("form.type")} issue={form.issue("type")} required>
        {(control) => (
          <Select
            {...control}
            value={state.shape.type}
            onChange={(event) => state.choose(event.target.value as ReportType)}
          >
            {types.map((one) => (
              <option key={one} value={one}>
                {t(`type.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("form.name")} issue={form.issue("name")} required>
        {(control) => <Input {...control} name="name" maxLength={NAME_LENGTH} autoComplete="off" defaultValue={name} />}
      </Field>
    </>
  );
}

/** Contents, languages and signatures. */
export function ShapeFields({ state: { shape, change }, form }: FieldsProps) {
  const t = useTranslations("report");
  const all = REPORT_TYPE_RULES[shape.type].sections;
  return (
    <>
      <Choices
        legend={t("form.sections")}
        issue={form.issue("sections")}
        options={all.map((value) => ({ value, label: t(`section.${value}`) }))}
        value={shape.sections}
        onChange={(sections) => change({ sections })}
      />
      <Choices
        legend={t("form.locale")}
        issue={form.issue("locales")}
        options={LOCALES.map((value) => ({ value, label: <span lang={value}>{LOCALE_NAMES[value]}</span> }))}
        value={shape.locales}
        onChange={(locales) => change({ locales })}
      />
      <Choices
        legend={t("form.signatures")}
        issue={form.issue("signatures")}
        options={REPORT_SIGNATURES.map((value) => ({ value, label: t(`signature.${value}`) }))}
        value={shape.signatures}
        onChange={(signatures) => change({ signatures })}
      />
    </>
  );
}

type ChoicesProps<T extends string> = {
  legend: string;
  issue: string | undefined;
  options: readonly { value: T; label: ReactNode }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
};

function Choices<T extends string>({ legend, issue, options, value, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      <div className="grid sm:grid-cols-2">
        {options.map((option) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, option.value] : value.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
      {issue && (
        <p role="alert" className="text-critical text-xs">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
