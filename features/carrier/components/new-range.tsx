"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { InnerForm } from "@/components/form/inner-form";
import { LimitInput } from "@/components/form/limit-input";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Measure } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import { unitOf } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { inputText, typedValue } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import { NewRangeInput, type RangePreset, type ZoneChoiceDto } from "../choice.schema";
import { PresetOptions } from "./preset-options";

type NewRangeProps = {
  measure: Measure;
  customerId: number;
  onMade: (range: ZoneChoiceDto) => void;
  onCancel: () => void;
};

type Text = { name: string; minimum: string; maximum: string };

/**
 * Makes a range inside the form of a carrier, from a preset or by its limits. It has no name attributes, so that the
 * surrounding form does not submit its fields.
 */
export function NewRange({ measure, customerId, onMade, onCancel }: NewRangeProps) {
  const t = useTranslations("carrier.newRange");
  const locale = useValueLocale();
  const [text, setText] = useState<Text>({ name: "", minimum: "", maximum: "" });
  const [preset, setPreset] = useState<RangePreset | null>(null);
  const { data = [] } = useQuery({
    queryKey: ["zone-preset", "choice", locale],
    queryFn: ({ signal }) => callService<RangePreset[]>("/service/share/zonePreset", { signal }),
    staleTime: 60_000,
  });
  const presets = data.filter((one) => one.measure === measure);
  const form = useRecordForm({
    schema: NewRangeInput,
    send: (body) => callService<ZoneChoiceDto>("/service/zone", { method: "POST", body }),
    onDone: onMade,
  });
  const limits = {
    measure,
    minimum: typedValue(text.minimum, measure, locale),
    maximum: typedValue(text.maximum, measure, locale),
  };
  const named =
    text.name.trim() || (limits.minimum === null && limits.maximum === null ? "" : formatRange(limits, locale));
  const save = () => void form.submit({ customerId, ...limits, name: named, description: preset?.source ?? "" });
  const choose = (id: string) => {
    const next = presets.find((one) => String(one.id) === id) ?? null;
    setPreset(next);
    if (next)
      setText({
        name: next.name,
        minimum: inputText(next.minimum, measure, locale),
        maximum: inputText(next.maximum, measure, locale),
      });
  };
  return (
    <InnerForm onSave={save} className="grid grid-cols-2">
      {form.error && (
        <Alert tone="critical" className="col-span-2">
          {form.error}
        </Alert>
      )}
      {presets.length > 0 && (
        <Field
          label={t("preset")}
          hint={preset?.source && t(preset.isWeak ? "sourceWeak" : "source", { source: preset.source })}
          className="col-span-2"
        >
          {(control) => (
            <Select {...control} value={preset?.id ?? ""} onChange={(event) => choose(event.target.value)}>
              <option value="">{t("noPreset")}</option>
              <PresetOptions presets={presets} />
            </Select>
          )}
        </Field>
      )}
      {(["minimum", "maximum"] as const).map((side) => (
        <Field key={side} label={`${t(side)} (${unitOf(measure, locale)})`} issue={form.issue(side)}>
          {(control) => (
            <LimitInput
              {...control}
              isSigned={measure === "temperature"}
              value={text[side]}
              onChange={(event) => setText({ ...text, [side]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t("name")} issue={form.issue("name")} className="col-span-2">
        {(control) => (
          <Input
            {...control}
            maxLength={30}
            autoComplete="off"
            placeholder={named}
            value={text.name}
            onChange={(event) => setText({ ...text, name: event.target.value })}
          />
        )}
      </Field>
      <div className="col-span-2 flex justify-end gap-2">
        <Button onClick={onCancel}>{t("cancel")}</Button>
        <Button variant="primary" loading={form.pending} onClick={save}>
          {t("save")}
        </Button>
      </div>
    </InnerForm>
  );
}
