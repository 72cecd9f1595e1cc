"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { spanBoth } from "@/components/form/form-layout";
import { MEASURES, type Measure } from "@/db/enums";

/** Checkboxes for the measures of a type. */
export function MeasureChoice({ chosen }: { chosen: readonly Measure[] }) {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  return (
    <fieldset className={spanBoth}>
      <legend className="font-medium text-sm">{t("field.measures")}</legend>
      <div className="mt-1 grid grid-cols-2 gap-x-4 rounded-md border px-3 py-1 sm:grid-cols-3">
        {MEASURES.map((measure) => (
          <CheckboxField
            key={measure}
            name="measures"
            value={measure}
            label={tMeasure(measure)}
            defaultChecked={chosen.includes(measure)}
          />
        ))}
      </div>
    </fieldset>
  );
}
