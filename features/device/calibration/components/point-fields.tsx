"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Measure } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { MAXIMUM_POINTS } from "../calibration.schema";

/** A point during input. */
export type PointValues = { key: number; measure: Measure; reference: string; asFound: string; asLeft: string };

type PointFieldsProps = {
  measures: readonly Measure[];
  points: readonly PointValues[];
  onChange: (points: readonly PointValues[]) => void;
  issue: (path: string) => string | undefined;
};

const VALUES = ["reference", "asFound", "asLeft"] as const;
/** Used if the measures of the device are unknown. */
const DEFAULT: readonly Measure[] = ["temperature"];

/** The points of a certificate, one per row. */
export function PointFields({ measures, points, onChange, issue }: PointFieldsProps) {
  const t = useTranslations("calibration");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const offered = measures.length > 0 ? measures : DEFAULT;
  const change = (key: number, values: Partial<PointValues>) =>
    onChange(points.map((point) => (point.key === key ? { ...point, ...values } : point)));
  const add = () => {
    const last = points.at(-1);
    const measure = last?.measure ?? (offered[0] as Measure);
    onChange([...points, { key: (last?.key ?? 0) + 1, measure, reference: "", asFound: "", asLeft: "" }]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t("field.points")}</legend>
      {points.map((point, index) => {
        const number = index + 1;
        const broken =
          VALUES.map((name) => issue(`points.${index}.${name}`)).find(Boolean) ?? issue(`points.${index}.measure`);
        return (
          <div key={point.key} className="rounded-md border p-2 sm:border-0 sm:p-0">
            <div className="grid grid-cols-[1fr_auto] items-center gap-2 sm:grid-cols-[1.2fr_1fr_1fr_1fr_auto]">
              <Select
                value={point.measure}
                aria-label={t("pointOf", { field: t("field.measure"), number })}
                onChange={({ target }) => change(point.key, { measure: target.value as Measure })}
              >
                {offered.map((measure) => (
                  <option key={measure} value={measure}>
                    {tMeasure(measure)}
                  </option>
                ))}
              </Select>
              {VALUES.map((name) => (
                <Input
                  key={name}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder={`${t(`field.${name}`)} ${unitOf(point.measure, locale)}`}
                  aria-label={t("pointOf", { field: t(`field.${name}`), number })}
                  aria-invalid={issue(`points.${index}.${name}`) ? true : undefined}
                  value={point[name]}
                  onChange={({ target }) => change(point.key, { [name]: target.value.replace(",", ".").trim() })}
                  className="col-span-2 sm:col-span-1"
                />
              ))}
              <Button
                size="icon"
                variant="ghost"
                aria-label={t("removePoint", { number })}
                onClick={() => onChange(points.filter(({ key }) => key !== point.key))}
                className="col-start-2 row-start-1 sm:col-start-auto sm:row-start-auto"
              >
                <X aria-hidden="true" />
              </Button>
            </div>
            {broken && <p className="mt-1 text-critical text-xs">{broken}</p>}
          </div>
        );
      })}
      {points.length < MAXIMUM_POINTS && (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden="true" />
          {t("addPoint")}
        </Button>
      )}
    </fieldset>
  );
}
