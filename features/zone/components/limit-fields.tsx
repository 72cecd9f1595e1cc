"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { spanBoth } from "@/components/form/form-layout";
import { LimitInput } from "@/components/form/limit-input";
import { cn } from "@/components/ui/cn";
import type { Measure } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { formatTyped, inputText } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import type { ValueLocale } from "@/lib/units/value-locale";

type LimitFieldsProps = {
  form: { issue: (path: string) => string | undefined };
  measure: Measure;
  minimum: number | null | undefined;
  maximum: number | null | undefined;
  disabled?: boolean;
};

/** How these fields are written beside those of others. */
export function limitTexts(locale: ValueLocale) {
  const text = (limit: number | null, { measure }: { measure: Measure }) => formatTyped(limit, measure, locale).text;
  return { minimum: text, maximum: text };
}

/** Minimum and maximum side by side, in the unit of the measure. */
export function LimitFields({ form, measure, disabled = false, ...limits }: LimitFieldsProps) {
  const t = useTranslations("zone");
  const locale = useValueLocale();
  const unit = unitOf(measure, locale);
  return (
    <div key={unit} className={cn("grid grid-cols-2 items-start gap-x-4", spanBoth)}>
      {(["minimum", "maximum"] as const).map((name) => (
        <Field
          key={name}
          label={unit ? `${t(`field.${name}`)} (${unit})` : t(`field.${name}`)}
          issue={form.issue(name)}
        >
          {(control) => (
            <LimitInput
              {...control}
              name={name}
              isSigned={measure === "temperature"}
              disabled={disabled}
              defaultValue={inputText(limits[name], measure, locale)}
            />
          )}
        </Field>
      ))}
      {!disabled && <p className="col-span-2 mt-1 text-muted-foreground text-xs">{t("hint.limits")}</p>}
    </div>
  );
}
