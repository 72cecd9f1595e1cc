"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { useRecordForm } from "@/components/form/use-record-form";
import type { Measure } from "@/db/enums";
import { useValueLocale } from "@/lib/units/units-context";
import { rangesQuery, sendIndex } from "../wizard.client";
import { IndexInput, type WizardDto, type WizardOffer } from "../wizard.schema";
import { RangeField, rangeOf } from "./range-field";
import type { BrokenChannels } from "./recipient-fields";
import { StepForm } from "./step-form";
import { TriggerFields, type TriggerKind, triggerOf } from "./trigger-fields";

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
  const { carrier, customerId } = wizard;
  const locale = useValueLocale();
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
    const ranges = shown.map((measure) => rangeOf(measure, data, locale));
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
      {shown.map((measure, index) => (
        <RangeField
          key={measure}
          measure={measure}
          path={`ranges.${index}`}
          form={form}
          current={bound.find((range) => range.measure === measure)}
          {...optionsOf(measure)}
        />
      ))}
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
