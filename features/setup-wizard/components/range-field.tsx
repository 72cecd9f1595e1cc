"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { LimitInput } from "@/components/form/limit-input";
import { Select } from "@/components/ui/select";
import type { Measure } from "@/db/enums";
import { PresetOptions } from "@/features/carrier/components/preset-options";
import { unitOf } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { typedValue } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { RangeOption } from "../wizard.client";
import type { WizardCarrierDto, WizardOffer } from "../wizard.schema";

/** Converts the fields of a measure to the input of the step. */
export function rangeOf(measure: Measure, data: FormData, locale: ValueLocale): object {
  const [source, id] = String(data.get(`range-${measure}`) ?? "").split(":");
  if (source === "own") {
    const limit = (side: string) => typedValue(data.get(`${side}-${measure}`), measure, locale);
    return { measure, limits: { minimum: limit("minimum"), maximum: limit("maximum") } };
  }
  return { measure, ...(id && { [source === "preset" ? "presetId" : "zoneId"]: id }) };
}

type RangeFieldProps = {
  measure: Measure;
  /** Path of the range in the input of the step. */
  path: string;
  form: { issue: (path: string) => string | undefined };
  current: WizardCarrierDto["ranges"][number] | undefined;
  presets: WizardOffer["presets"];
  own: readonly RangeOption[];
};

/** The range of a measure: an existing one, a preset, or limits of one's own. */
export function RangeField({ measure, path, form, current, presets, own }: RangeFieldProps) {
  const t = useTranslations("wizard.index");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const [chosen, setChosen] = useState(current ? `zone:${current.zoneId}` : "");
  const preset = presets.find(({ id }) => chosen === `preset:${id}`);
  const isOwn = chosen === "own";
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t("range", { measure: tMeasure(measure) })}
        issue={isOwn ? undefined : form.issue(path)}
        hint={preset?.source && t(preset.isWeak ? "sourceWeak" : "source", { source: preset.source })}
        required
      >
        {(control) => (
          <Select
            {...control}
            name={`range-${measure}`}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{t("chooseRange")}</option>
            <option value="own">{t("ownRange")}</option>
            {own.length > 0 && (
              <optgroup label={t("own")}>
                {own.map((range) => (
                  <option key={range.id} value={`zone:${range.id}`}>
                    {`${range.name}: ${formatRange(range, locale)}`}
                  </option>
                ))}
              </optgroup>
            )}
            <PresetOptions presets={presets} toValue={({ id }) => `preset:${id}`} />
          </Select>
        )}
      </Field>
      {isOwn && (
        <div className="grid grid-cols-2 items-start gap-x-4">
          {(["minimum", "maximum"] as const).map((side) => (
            <Field
              key={side}
              label={`${t(side)} (${unitOf(measure, locale)})`}
              issue={form.issue(`${path}.limits.${side}`)}
            >
              {(control) => (
                <LimitInput {...control} name={`${side}-${measure}`} isSigned={measure === "temperature"} />
              )}
            </Field>
          ))}
          <p className="col-span-2 mt-1 text-muted-foreground text-xs">{t("ownRangeHint")}</p>
        </div>
      )}
    </div>
  );
}
