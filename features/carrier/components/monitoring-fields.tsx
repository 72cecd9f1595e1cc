"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { Button } from "@/components/ui/button";
import { type Measure, MONITORED_MEASURES } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { formatLimit } from "@/lib/units/format-range";
import { RecordsUnit, useValueLocale } from "@/lib/units/units-context";
import { mayHaveRange } from "../carrier.rules";
import type { CarrierDto } from "../carrier.schema";
import type { TriggerChoiceDto, ZoneChoiceDto } from "../choice.schema";
import { NewRange } from "./new-range";
import { NewTrigger } from "./new-trigger";

type Limits = { minimum: number | null; maximum: number | null };

/** Formats the limits of a range with their unit: `2 ~ 8 °C`, `≤ 60 %RH`. */
export function useLimits() {
  const locale = useValueLocale();
  return (measure: Measure, { minimum, maximum }: Limits): string => {
    const unit = unitOf(measure, locale);
    const text = (value: number) => formatLimit(value, measure, locale);
    if (minimum !== null && maximum !== null) return `${text(minimum)} ~ ${text(maximum)} ${unit}`;
    if (maximum !== null) return `≤ ${text(maximum)} ${unit}`;
    return minimum === null ? "" : `≥ ${text(minimum)} ${unit}`;
  };
}

type MonitoringFieldsProps = {
  carrier: CarrierDto | null;
  /** The customer whose triggers and ranges are offered; null until a place is selected. */
  customerId: number | null;
  /** Whether the user may create a range, and an alarm trigger. */
  mayMakeRange: boolean;
  mayMakeTrigger: boolean;
  form: { issue: (path: string) => string | undefined };
};

/** The alarm trigger and the range of each measure. */
export const MonitoringFields = (props: MonitoringFieldsProps) => (
  <RecordsUnit customerIds={props.customerId === null ? [] : [props.customerId]}>
    <Fields {...props} />
  </RecordsUnit>
);

function Fields({ carrier, customerId, mayMakeRange, mayMakeTrigger, form }: MonitoringFieldsProps) {
  const t = useTranslations("carrier");
  const [trigger, setTrigger] = useState<RecordOption | null>(
    carrier?.alarmTriggerId ? { id: carrier.alarmTriggerId, label: carrier.alarmTriggerName ?? "" } : null,
  );
  const [isMaking, setMaking] = useState(false);
  const hint = customerId === null ? t("form.placeFirst") : undefined;
  return (
    <FormGrid>
      <div className={spanBoth}>
        <Field label={t("field.alarmTriggerId")} hint={hint} issue={form.issue("alarmTriggerId")}>
          {(control) => (
            <RecordSelect<TriggerChoiceDto>
              control={control}
              name="alarmTriggerId"
              path="/service/alarmTrigger/choice"
              params={{ customerId: customerId ?? undefined }}
              disabled={customerId === null}
              value={trigger}
              onChange={setTrigger}
              toOption={({ id, name, isEnabled }) => ({
                id,
                label: name,
                hint: isEnabled ? undefined : t("form.disabled"),
              })}
            />
          )}
        </Field>
        {mayMakeTrigger && customerId !== null && !isMaking && (
          <Button variant="link" onClick={() => setMaking(true)}>
            {t("newTrigger.open")}
          </Button>
        )}
        {isMaking && customerId !== null && (
          <NewTrigger
            customerId={customerId}
            onCancel={() => setMaking(false)}
            onMade={({ id, name }) => {
              setTrigger({ id, label: name });
              setMaking(false);
            }}
          />
        )}
      </div>
      <ZoneFields
        bound={carrier?.zones ?? []}
        mounted={carrier?.mountedMeasures ?? []}
        customerId={customerId}
        mayMakeRange={mayMakeRange}
        issue={form.issue("zones")}
      />
    </FormGrid>
  );
}

type ZoneFieldsProps = {
  bound: CarrierDto["zones"];
  mounted: CarrierDto["mountedMeasures"];
  customerId: number | null;
  mayMakeRange: boolean;
  issue: string | undefined;
};

/** The range of each measure. Ranges of measures without a field are submitted unchanged. */
export function ZoneFields({ bound, mounted, customerId, mayMakeRange, issue }: ZoneFieldsProps) {
  const shown = MONITORED_MEASURES.filter(
    (measure) =>
      measure === "temperature" || measure === "humidity" || mounted.includes(measure) || isBound(bound, measure),
  );
  const others = bound.filter(({ measure }) => !(shown as readonly string[]).includes(measure));
  return (
    <>
      {shown.map((measure) => (
        <ZoneField
          key={measure}
          measure={measure}
          customerId={customerId}
          mayMakeRange={mayMakeRange}
          bound={bound.find((zone) => zone.measure === measure)}
          isMeasured={mayHaveRange(measure, mounted)}
          issue={measure === shown[0] ? issue : undefined}
        />
      ))}
      {others.map(({ measure, zoneId }) => (
        <input key={measure} type="hidden" name={`zone.${measure}`} value={zoneId} />
      ))}
    </>
  );
}

const isBound = (zones: CarrierDto["zones"], measure: Measure) => zones.some((zone) => zone.measure === measure);

type ZoneFieldProps = {
  measure: Measure;
  customerId: number | null;
  mayMakeRange: boolean;
  bound: CarrierDto["zones"][number] | undefined;
  isMeasured: boolean;
  issue: string | undefined;
};

function ZoneField({ measure, customerId, mayMakeRange, bound, isMeasured, issue }: ZoneFieldProps) {
  const t = useTranslations("carrier");
  const limitsOf = useLimits();
  const [chosen, setChosen] = useState(bound ? { id: bound.zoneId, label: bound.name } : null);
  const [isMaking, setMaking] = useState(false);
  const isBarred = !isMeasured && !bound;
  return (
    <div className={isMaking ? spanBoth : undefined}>
      <Field
        label={t("field.zoneOf", { measure: t(`measure.${measure}`) })}
        hint={isBarred ? t("form.thermometerOnly") : bound && t("form.zoneNow", { limits: limitsOf(measure, bound) })}
        issue={issue}
      >
        {(control) => (
          <RecordSelect<ZoneChoiceDto>
            control={control}
            name={`zone.${measure}`}
            path="/service/carrier/zoneChoice"
            params={{ customerId: customerId ?? undefined, measure }}
            disabled={customerId === null || isBarred}
            value={chosen}
            onChange={setChosen}
            toOption={({ id, name, ...limits }) => ({ id, label: name, hint: limitsOf(measure, limits) })}
          />
        )}
      </Field>
      {mayMakeRange && customerId !== null && !isBarred && !isMaking && (
        <Button
          variant="link"
          aria-label={t("newRange.openOf", { measure: t(`measure.${measure}`) })}
          onClick={() => setMaking(true)}
        >
          {t("newRange.open")}
        </Button>
      )}
      {isMaking && customerId !== null && (
        <NewRange
          measure={measure}
          customerId={customerId}
          onCancel={() => setMaking(false)}
          onMade={({ id, name }) => {
            setChosen({ id, label: name });
            setMaking(false);
          }}
        />
      )}
    </div>
  );
}
