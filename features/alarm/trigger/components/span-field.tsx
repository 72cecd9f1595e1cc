"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { SpanDraft, SpanUnit } from "../../condition/duration.rules";

type SpanFieldProps = {
  label: string;
  hint?: string;
  issue: string | undefined;
  required?: boolean;
  units: readonly SpanUnit[];
  value: SpanDraft;
  onChange: (value: SpanDraft) => void;
};

/** A duration: a number and its unit. */
export function SpanField({ label, hint, issue, required = false, units, value, onChange }: SpanFieldProps) {
  const t = useTranslations("trigger.unit");
  return (
    <Field label={label} issue={issue} hint={hint} required={required}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            className="min-w-0 flex-1 tabular-nums"
            value={value.amount}
            onChange={({ target }) => onChange({ ...value, amount: target.value })}
          />
          <Select
            aria-label={`${label}: ${t("label")}`}
            className="w-24 shrink-0"
            value={value.unit}
            onChange={({ target }) => onChange({ ...value, unit: target.value as SpanUnit })}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {t(unit)}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  );
}
