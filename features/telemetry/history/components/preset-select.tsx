"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { RECORD_PRESET_NAMES, type RecordPreset } from "../completeness.rules";

type PresetSelectProps = {
  /** Undefined: each probe uses the preset of its carrier. */
  value: RecordPreset | undefined;
  onChoose: (preset: RecordPreset | undefined) => void;
};

/** Selects how often records are due. */
export function PresetSelect({ value, onChoose }: PresetSelectProps) {
  const t = useTranslations("history.completeness");
  const id = useId();
  return (
    <div className="flex items-center gap-2 text-muted-foreground text-sm" title={t("hint")}>
      <Label htmlFor={id} className="shrink-0">
        {t("label")}
      </Label>
      <Select
        id={id}
        value={value ?? ""}
        onChange={({ target }) => onChoose(RECORD_PRESET_NAMES.find((name) => name === target.value))}
        className="min-w-0 grow"
      >
        <option value="">{t("auto")}</option>
        {RECORD_PRESET_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(name)}
          </option>
        ))}
      </Select>
    </div>
  );
}
