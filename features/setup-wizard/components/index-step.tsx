"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import type { Measure } from "@/db/enums";
import { formatRange } from "@/lib/units/format-range";
import { rangesQuery, sendIndex } from "../wizard.client";
import { IndexInput, type WizardDto, type WizardOffer } from "../wizard.schema";
import { StepForm } from "./step-form";
import { type BrokenChannels, TriggerFields, type TriggerKind, triggerOf } from "./trigger-fields";

type IndexStepProps = {
  wizard: WizardDto;
  offer: WizardOffer;
  BrokenChannels: BrokenChannels;
  onDone: (wizard: WizardDto) => void;
  onBack: () => void;
};

/** Measures with a range; doors and power have none. */
const WATCHED = ["temperature", "humidity", "co2"] as const satisfies readonly Measure[];

/** A range for each measure, and the alarm for leaving it. */
export function IndexStep({ wizard, offer, BrokenChannels, onDone, onBack }: IndexStepProps) {
  const t = useTranslations("wizard.index");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  const { carrier, customerId } = wizard;
  const bound = carrier?.ranges ?? [];
  const { data } = useQuery(rangesQuery(customerId));
  const [measures, setMeasures] = useState<readonly Measure[]>(
    bound.length > 0 ? bound.map(({ measure }) => measure) : ["temperature"],
  );
  const [kind, setKind] = useState<TriggerKind>(
    carrier?.trigger ? "existing" : offer.may.trigger ? "standard" : "none",
  );
  const form = useRecordForm({ schema: IndexInput, send: sendIndex, onDone });
  const shown = WATCHED.filter((measure) => measures.includes(measure));

  const submit = (data: FormData) => {
    const ranges = shown.map((measure) => {
      const [source, id] = String(data.get(`range-${measure}`) ?? "").split(":");
      return { measure, ...(id && { [source === "preset" ? "presetId" : "zoneId"]: id }) };
    });
    form.submit({ customerId, ranges, trigger: triggerOf(kind, data) });
  };
  const optionsOf = (measure: Measure) => {
    const presets = offer.presets.filter((preset) => preset.measure === measure);
    const own = (data?.items ?? bound.map((range) => ({ id: range.zoneId, ...range }))).filter(
      (range) => range.measure === measure,
    );
    return { presets, own };
  };
  return (
    <StepForm title={t("title")} pending={form.pending} error={form.error} onSubmit={submit} onBack={onBack}>
      <fieldset>
        <legend className="mb-1 font-medium text-sm">{t("measure")}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {WATCHED.map((measure) => (
            <CheckboxField
              key={measure}
              label={tMeasure(measure)}
              checked={measures.includes(measure)}
              disabled={shown.length === 1 && measures.includes(measure)}
              onChange={(event) =>
                setMeasures(
                  event.target.checked ? [...measures, measure] : measures.filter((chosen) => chosen !== measure),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      {shown.map((measure, index) => {
        const { presets, own } = optionsOf(measure);
        const current = bound.find((range) => range.measure === measure);
        return (
          <Field
            key={measure}
            label={t("range", { measure: tMeasure(measure) })}
            issue={form.issue(`ranges.${index}`)}
            hint={presets.length + own.length === 0 ? t("noRanges") : undefined}
            required
          >
            {(control) => (
              <Select
                // The customer's ranges load after the first paint.
                key={data ? "all" : "first"}
                {...control}
                name={`range-${measure}`}
                defaultValue={current ? `zone:${current.zoneId}` : ""}
              >
                <option value="">{t("chooseRange")}</option>
                {own.length > 0 && (
                  <optgroup label={t("own")}>
                    {own.map((range) => (
                      <option key={range.id} value={`zone:${range.id}`}>
                        {`${range.name}: ${formatRange(range, locale)}`}
                      </option>
                    ))}
                  </optgroup>
                )}
                {presets.length > 0 && (
                  <optgroup label={t("presets")}>
                    {presets.map((preset) => (
                      <option key={preset.id} value={`preset:${preset.id}`}>
                        {`${preset.name}: ${formatRange(preset, locale)}${preset.isWeak ? ` (${t("weak")})` : ""}`}
                      </option>
                    ))}
                  </optgroup>
                )}
              </Select>
            )}
          </Field>
        );
      })}
      <TriggerFields
        form={form}
        kind={kind}
        onKind={setKind}
        customerId={customerId}
        trigger={carrier?.trigger ?? null}
        carrierName={carrier?.name ?? ""}
        mail={offer.mail}
        states={offer.channelStates}
        may={offer.may}
        BrokenChannels={BrokenChannels}
      />
    </StepForm>
  );
}
