"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatRange } from "@/lib/units/format-range";
import { GOODS } from "../rules";
import type { ZonePresetChoice } from "../schema";

type PresetOptionsProps = {
  presets: readonly ZonePresetChoice[];
  /** The value of an option. */
  toValue?: (preset: ZonePresetChoice) => string;
};

/** The options of a select, grouped by what is stored. */
export function PresetOptions({ presets, toValue = ({ id }) => String(id) }: PresetOptionsProps) {
  const t = useTranslations("carrier.goods");
  const locale = useLocale();
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
