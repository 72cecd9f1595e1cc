"use client";

import { RotateCcw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { ParameterType } from "@/db/enums";
import { formatNumber } from "@/lib/units/format";
import { definitionOf } from "../parameter.rules";
import { useContentText } from "./amount";

type ContentFieldProps = {
  code: string;
  type: ParameterType;
  value: string;
  onChange: (value: string) => void;
  issue: string | undefined;
  /** The effective value without this one; replaces the default and the reset button. */
  instead?: string;
};

/** The field of a parameter by type, with unit, bounds, default and reset button. */
export function ContentField({ code, type, value, onChange, issue, instead }: ContentFieldProps) {
  const t = useTranslations("parameter");
  const locale = useLocale();
  const { textOf } = useContentText();
  const definition = definitionOf(code);
  const unit = definition?.unit && t(`unit.${definition.unit}`);
  const bounds = definition?.unit && {
    minimum: formatNumber(definition.minimum, locale, 0, 2),
    maximum: formatNumber(definition.maximum, locale, 0, 2),
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t("form.content")}
        hint={bounds && t("form.rangeUnit", { ...bounds, unit: unit ?? "" })}
        issue={issue}
        required={!definition?.isEmail}
      >
        {(control) => {
          const input = { ...control, name: "content", value };
          if (type === "boolean")
            return (
              <Select {...input} onChange={(event) => onChange(event.target.value)}>
                <option value="true">{t("yes")}</option>
                <option value="false">{t("no")}</option>
              </Select>
            );
          if (definition?.isEmail)
            return (
              <Input
                {...input}
                type="email"
                autoComplete="off"
                maxLength={100}
                onChange={(event) => onChange(event.target.value)}
              />
            );
          if (type === "text")
            return <Textarea {...input} maxLength={250} onChange={(event) => onChange(event.target.value)} />;
          return (
            <span className="relative">
              <Input
                {...input}
                inputMode={type === "integer" ? "numeric" : "decimal"}
                autoComplete="off"
                className={unit ? "pr-20 tabular-nums" : "tabular-nums"}
                onChange={(event) => onChange(event.target.value)}
              />
              {unit && (
                <span
                  aria-hidden="true"
                  className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-muted-foreground text-sm"
                >
                  {unit}
                </span>
              )}
            </span>
          );
        }}
      </Field>
      {definition && (
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 rounded-md bg-muted px-3 py-1.5">
          <span className="text-sm">{instead ?? t("form.default", { value: textOf(definition) })}</span>
          {instead === undefined && (
            <Button
              variant="ghost"
              size="sm"
              disabled={value === definition.content}
              onClick={() => onChange(definition.content)}
            >
              <RotateCcw aria-hidden="true" />
              {t("form.backToDefault")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
