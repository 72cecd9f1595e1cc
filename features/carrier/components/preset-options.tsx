"use client";

import { useTranslations } from "next-intl";
import { formatRange } from "@/lib/units/format-range";
import { useValueLocale } from "@/lib/units/units-context";
import { GOODS } from "../carrier.rules";
import type { RangePreset } from "../choice.schema";

type PresetOptionsProps = {
  presets: readonly RangePreset[];
  /** The value of an option. */
  toValue?: (preset: RangePreset) => string;
};

/** The options of a select, grouped by what is stored. */
export function PresetOptions({ presets, toValue = ({ id }) => String(id) }: PresetOptionsProps) {
  const t = useTranslations("carrier.goods");
  const locale = useValueLocale();
  return [...GOODS, null].map((goods) => {
    const group = presets.filter((preset) => preset.goods === goods);
    if (group.length === 0) return null;
    return (
      <optgroup key={goods} label={t(goods ?? "general")}>
        {group.map((preset) => (
          <option key={preset.id} value={toValue(preset)}>
            {`${preset.name}: ${formatRange(preset, locale)}${preset.isWeak ? ` · ${t("weak")}` : ""}`}
          </option>
        ))}
      </optgroup>
    );
  });
}
