"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { DELAY_MODES, type DelayMode, type Measure, SEVERITIES, type Severity } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { MEASURES_OF } from "../../condition/rules";
import { type ConditionDraft, lacksLimits, measuring } from "../../draft/rules";
import { MINUTE_UNITS, SECOND_UNITS } from "../../span/rules";
import { SpanField } from "./span-field";

type ConditionFieldsProps = {
  condition: ConditionDraft;
  /** The text of what is wrong with a field of it. */
  issue: (field: string) => string | undefined;
  onChange: (condition: ConditionDraft) => void;
};

/** The fields of a condition: those that its kind has. */
export function ConditionFields({ condition, issue, onChange }: ConditionFieldsProps) {
  const t = useTranslations("trigger.field");
  const tMeasure = useTranslations("carrier.measure");
  const tSeverity = useTranslations("trigger.severity");
  const tState = useTranslations("trigger.state");
  const { kind, measure } = condition;
  const set = (fields: Partial<ConditionDraft>) => onChange({ ...condition, ...fields });
  return (
    <FormGrid>
      <Field
        label={t(kind === "state" ? "state" : "measure")}
        hint={condition.id === undefined ? undefined : t("fixedHint")}
        issue={issue("measure") ?? issue("kind")}
        required
      >
        {(control) => (
          <Select
            {...control}
            value={measure}
            disabled={condition.id !== undefined}
            onChange={({ target }) => onChange(measuring(condition, target.value as Measure))}
          >
            {MEASURES_OF[kind].map((value) => (
              <option key={value} value={value}>
                {kind === "state" ? tState(value === "power" ? "power" : "door") : tMeasure(value)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("severity")} issue={issue("severity")}>
        {(control) => (
          <Select
            {...control}
            value={condition.severity}
            onChange={({ target }) => set({ severity: target.value as Severity | "" })}
          >
            <option value="">{t("severityOfTrigger")}</option>
            {SEVERITIES.map((value) => (
              <option key={value} value={value}>
                {tSeverity(value)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind !== "no-data" && kind !== "state" && <LimitsOf condition={condition} issue={issue} onChange={onChange} />}
      {kind === "range" && (
        <>
          <SpanField
            label={t("delay")}
            hint={t("delayHint")}
            issue={issue("delaySeconds")}
            units={SECOND_UNITS}
            value={condition.delay}
            onChange={(delay) => set({ delay })}
          />
          <Field label={t("delayMode")} issue={issue("delayMode")}>
            {(control) => (
              <Select
                {...control}
                value={condition.delayMode}
                onChange={({ target }) => set({ delayMode: target.value as DelayMode })}
              >
                {DELAY_MODES.map((value) => (
                  <option key={value} value={value}>
                    {t(`mode.${value}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={unitOf(measure) ? `${t("deadBand")} (${unitOf(measure)})` : t("deadBand")}
            hint={t("deadBandHint")}
            issue={issue("deadBand")}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                maxLength={8}
                className="tabular-nums"
                value={condition.deadBand}
                onChange={({ target }) => set({ deadBand: target.value })}
              />
            )}
          </Field>
          <SpanField
            label={t("doorDelay")}
            hint={t("doorDelayHint")}
            issue={issue("doorDelaySeconds")}
            units={SECOND_UNITS}
            value={condition.doorDelay}
            onChange={(doorDelay) => set({ doorDelay })}
          />
        </>
      )}
      {kind === "cumulative" && (
        <>
          <SpanField
            label={t("outside")}
            issue={issue("outsideMinutes")}
            required
            units={MINUTE_UNITS}
            value={condition.outside}
            onChange={(outside) => set({ outside })}
          />
          <SpanField
            label={t("window")}
            hint={t("windowHint")}
            issue={issue("windowMinutes")}
            required
            units={MINUTE_UNITS}
            value={condition.window}
            onChange={(window) => set({ window })}
          />
        </>
      )}
      {kind === "state" && (
        <SpanField
          label={t("lasting")}
          hint={t("delayHint")}
          issue={issue("delaySeconds")}
          required
          units={SECOND_UNITS}
          value={condition.delay}
          onChange={(delay) => set({ delay })}
        />
      )}
      {kind === "trend" && (
        <SpanField
          label={t("horizon")}
          hint={t("horizonHint")}
          issue={issue("horizonMinutes")}
          required
          units={MINUTE_UNITS}
          value={condition.horizon}
          onChange={(horizon) => set({ horizon })}
        />
      )}
    </FormGrid>
  );
}

/** The carrier's monitoring range, or limits that the condition has for all of its carriers. */
function LimitsOf({ condition, issue, onChange }: ConditionFieldsProps) {
  const t = useTranslations("trigger.field");
  const tRule = useTranslations("error.rule");
  const { measure, hasOwnLimits, key } = condition;
  const unit = unitOf(measure);
  // Left empty they would be those of the carrier, which is the other choice.
  const lacking = issue("minimum") && lacksLimits(condition) ? tRule("oneLimit") : undefined;
  return (
    <div className={spanBoth}>
      <SegmentedControl
        name={`limits-${key}`}
        label={t("limits")}
        value={hasOwnLimits ? "own" : "carrier"}
        onValueChange={(value) => onChange({ ...condition, hasOwnLimits: value === "own" })}
        options={(["carrier", "own"] as const).map((value) => ({ value, label: t(`limitsOf.${value}`) }))}
      />
      {hasOwnLimits ? (
        <div className="mt-3 grid grid-cols-2 items-start gap-x-4">
          {(["minimum", "maximum"] as const).map((name) => (
            <Field
              key={name}
              label={unit ? `${t(name)} (${unit})` : t(name)}
              issue={name === "minimum" ? (lacking ?? issue(name)) : issue(name)}
            >
              {(control) => (
                // A decimal keyboard of a phone may lack the minus sign: text has all of them.
                <Input
                  {...control}
                  inputMode={measure === "temperature" ? "text" : "decimal"}
                  autoComplete="off"
                  maxLength={10}
                  className="tabular-nums"
                  value={condition[name]}
                  onChange={({ target }) => onChange({ ...condition, [name]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      ) : (
        <p className="mt-1.5 text-muted-foreground text-xs">{t("carrierHint")}</p>
      )}
    </div>
  );
}
