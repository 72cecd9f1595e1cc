"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { InvalidRuleKind, Measure } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { formatTyped, inputText } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import { FAULT, RATE } from "../figures.rules";
import { KNOWN_FAULTS } from "../invalid.rules";
import type { InvalidRuleDto } from "../invalid.schema";

type FigureFieldsProps = {
  form: { issue: (path: string) => string | undefined };
  kind: InvalidRuleKind;
  measure: Measure;
  rule: InvalidRuleDto | null;
};

/** Fields for the figures of a kind of rule, in the unit of the measure. */
export function FigureFields({ form, kind, measure, rule }: FigureFieldsProps) {
  const t = useTranslations("invalidRule");
  const locale = useValueLocale();
  const unit = unitOf(measure, locale);
  const labelOf = (name: string) => (unit ? `${t(`field.${name}`)} (${unit})` : t(`field.${name}`));
  const number = { inputMode: "text" as const, autoComplete: "off", maxLength: 10, className: "tabular-nums" };
  if (kind === "fault-value")
    return <FaultField form={form} measure={measure} rule={rule} label={labelOf("faultValues")} />;
  if (kind === "jump") {
    const perMinute = unit
      ? `${t("field.ratePerMinute")} (${t("figure.unitRate", { unit })})`
      : t("field.ratePerMinute");
    return (
      <Field label={perMinute} hint={t("kindHint.jump")} issue={form.issue("ratePerMinute")} required>
        {(control) => (
          <Input
            {...control}
            {...number}
            name="ratePerMinute"
            inputMode="decimal"
            className="tabular-nums sm:w-48"
            defaultValue={inputText(rule?.ratePerMinute, measure, locale, RATE)}
          />
        )}
      </Field>
    );
  }
  return (
    <div className="grid grid-cols-2 items-start gap-x-4">
      {(["minimum", "maximum"] as const).map((name) => (
        <Field key={name} label={labelOf(name)} issue={form.issue(name)}>
          {(control) => (
            <Input {...control} {...number} name={name} defaultValue={inputText(rule?.[name], measure, locale)} />
          )}
        </Field>
      ))}
      <p className="col-span-2 mt-1 text-muted-foreground text-xs">{t("kindHint.implausible")}</p>
    </div>
  );
}

type FaultFieldProps = Omit<FigureFieldsProps, "kind"> & { label: string };

/** Fault values in one line, with the known fault values of sensors of this measure below it. */
function FaultField({ form, measure, rule, label }: FaultFieldProps) {
  const t = useTranslations("invalidRule");
  const locale = useValueLocale();
  const [text, setText] = useState(
    () => rule?.faultValues.map((value) => inputText(value, measure, locale, FAULT)).join(" ") ?? "",
  );
  const given = new Set(text.split(/[\s;；]+/));
  const known = KNOWN_FAULTS.filter((fault) => fault.measure === measure);
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={t("hint.faultValues")} issue={form.issue("faultValues")} required>
        {(control) => (
          <Input
            {...control}
            name="faultValues"
            autoComplete="off"
            maxLength={200}
            className="tabular-nums"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {known.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label={t("known.label")}>
          {known.map(({ value, source, cause }) => {
            const shown = formatTyped(value, measure, locale, FAULT).text;
            const typed = inputText(value, measure, locale, FAULT);
            const why = t(`known.cause.${cause}`);
            return (
              <li key={value} className="flex items-center gap-2 text-muted-foreground text-xs">
                <Button
                  size="sm"
                  type="button"
                  disabled={given.has(typed)}
                  aria-label={t("known.add", { value: shown, source, cause: why })}
                  className="min-w-28 justify-start tabular-nums"
                  onClick={() => setText((now) => [...now.split(/\s+/).filter(Boolean), typed].join(" "))}
                >
                  <Plus aria-hidden="true" />
                  {shown}
                </Button>
                <span>{`${source} · ${why}`}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
