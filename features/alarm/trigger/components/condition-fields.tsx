"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { LimitInput } from "@/components/form/limit-input";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CROSSING_KINDS, DELAY_MODES, type DelayMode, type Measure, SEVERITIES, type Severity } from "@/db/enums";
import { KINDS } from "@/features/exception/kind.rules";
import { unitOf } from "@/lib/units/format";
import { MEASURES_OF } from "../../condition/condition.rules";
import { MINUTE_UNITS, SECOND_UNITS } from "../../condition/duration.rules";
import { MAXIMUM_STEPS } from "../../evaluation/severity.rules";
import { type ConditionDraft, lacksLimits, measuring, nextStep, type StepDraft } from "../draft.rules";
import { geofencesQuery } from "../trigger.client";
import { SpanField } from "./span-field";

type ConditionFieldsProps = {
  condition: ConditionDraft;
  /** The error text of a field. */
  issue: (field: string) => string | undefined;
  onChange: (condition: ConditionDraft) => void;
};

/** The fields of a condition, depending on its kind. */
export function ConditionFields({ customerId, ...props }: ConditionFieldsProps & { customerId: number }) {
  const { condition, issue, onChange } = props;
  const t = useTranslations("trigger.field");
  const tMeasure = useTranslations("carrier.measure");
  const tSeverity = useTranslations("trigger.severity");
  const tState = useTranslations("trigger.state");
  const { kind, measure } = condition;
  const set = (fields: Partial<ConditionDraft>) => onChange({ ...condition, ...fields });
  return (
    <FormGrid>
      {kind === "geofence" ? (
        <CrossingOf {...props} customerId={customerId} />
      ) : (
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
      )}
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
      {KINDS[kind].hasLimits && <LimitsOf condition={condition} issue={issue} onChange={onChange} />}
      <OwnFields condition={condition} issue={issue} onChange={onChange} />
      {kind !== "trend" && <StepsOf condition={condition} issue={issue} onChange={onChange} />}
    </FormGrid>
  );
}

/** The fields that only this kind of condition has. */
function OwnFields({ condition, issue, onChange }: ConditionFieldsProps): ReactElement | null {
  const t = useTranslations("trigger.field");
  const { kind, measure, locale } = condition;
  const set = (fields: Partial<ConditionDraft>) => onChange({ ...condition, ...fields });
  switch (kind) {
    case "range":
      return (
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
            label={measure && unitOf(measure, locale) ? `${t("deadBand")} (${unitOf(measure, locale)})` : t("deadBand")}
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
      );
    case "cumulative":
      return (
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
      );
    case "state":
    case "geofence":
      return (
        <SpanField
          label={t("lasting")}
          hint={t("delayHint")}
          issue={issue("delaySeconds")}
          required={kind === "state"}
          units={SECOND_UNITS}
          value={condition.delay}
          onChange={(delay) => set({ delay })}
        />
      );
    case "trend":
      return (
        <SpanField
          label={t("horizon")}
          hint={t("horizonHint")}
          issue={issue("horizonMinutes")}
          required
          units={MINUTE_UNITS}
          value={condition.horizon}
          onChange={(horizon) => set({ horizon })}
        />
      );
    case "no-data":
      return null;
  }
}

/** The kind of crossing, and the geofence. */
function CrossingOf({ condition, customerId, issue, onChange }: ConditionFieldsProps & { customerId: number }) {
  const t = useTranslations("trigger.field");
  const { data: geofences } = useQuery(geofencesQuery(customerId));
  const isKnown = condition.id !== undefined;
  const choose = (geofenceId: string) => {
    const geofenceName = geofences?.find(({ id }) => String(id) === geofenceId)?.name ?? null;
    onChange({ ...condition, geofenceId, geofenceName });
  };
  // Until the geofences are loaded, only the selected one.
  const { geofenceId, geofenceName } = condition;
  const options = geofences ?? (geofenceName === null ? [] : [{ id: geofenceId, name: geofenceName, isEnabled: true }]);
  return (
    <>
      <Field label={t("crossing")} issue={issue("crossing") ?? issue("kind")} required>
        {(control) => (
          <Select
            {...control}
            value={condition.crossing}
            disabled={isKnown}
            onChange={({ target }) => onChange({ ...condition, crossing: target.value as ConditionDraft["crossing"] })}
          >
            {CROSSING_KINDS.map((value) => (
              <option key={value} value={value}>
                {t(`crossingOf.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t("geofence")}
        hint={isKnown ? t("fixedHint") : geofences?.length === 0 ? t("geofenceNone") : undefined}
        issue={issue("geofenceId")}
        required
      >
        {(control) => (
          <Select {...control} value={geofenceId} disabled={isKnown} onChange={({ target }) => choose(target.value)}>
            <option value="">{t("geofenceAny")}</option>
            {options.map(({ id, name, isEnabled }) => (
              <option key={id} value={id}>
                {isEnabled ? name : t("geofenceOff", { name })}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/** The severities to which an open exception rises. */
function StepsOf({ condition, issue, onChange }: ConditionFieldsProps) {
  const t = useTranslations("trigger.field");
  const tSeverity = useTranslations("trigger.severity");
  const { steps } = condition;
  const set = (next: readonly StepDraft[]) => onChange({ ...condition, steps: next });
  const change = (key: number, fields: Partial<StepDraft>) =>
    set(steps.map((step) => (step.key === key ? { ...step, ...fields } : step)));
  return (
    <fieldset className={cn(spanBoth, "flex flex-col gap-2")}>
      <legend className="mb-1 font-medium text-sm">{t("steps")}</legend>
      {steps.length === 0 && <p className="text-muted-foreground text-xs">{t("stepsHint")}</p>}
      {steps.map(({ key, after, severity }, index) => (
        <div key={key} className="grid grid-cols-[1fr_auto] items-start gap-2 sm:grid-cols-[1fr_1fr_auto] sm:gap-x-4">
          <SpanField
            label={t("stepAfter")}
            issue={issue(`severitySteps.${index}.afterMinutes`)}
            required
            units={MINUTE_UNITS}
            value={after}
            onChange={(value) => change(key, { after: value })}
          />
          <Field
            label={t("severity")}
            issue={issue(`severitySteps.${index}.severity`)}
            className="col-start-1 sm:col-start-2"
          >
            {(control) => (
              <Select
                {...control}
                value={severity}
                onChange={({ target }) => change(key, { severity: target.value as Severity })}
              >
                {SEVERITIES.map((value) => (
                  <option key={value} value={value}>
                    {tSeverity(value)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button
            size="sm"
            variant="ghost"
            className="col-start-2 row-start-1 mt-6 w-control-sm px-0 hover:bg-critical-soft hover:text-critical sm:col-start-3"
            aria-label={t("removeStepOf", { position: index + 1 })}
            title={t("removeStep")}
            onClick={() => set(steps.filter((step) => step.key !== key))}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      {steps.length < MAXIMUM_STEPS && (
        <Button size="sm" className="self-start" onClick={() => set([...steps, nextStep(condition)])}>
          <Plus aria-hidden="true" />
          {t("addStep")}
        </Button>
      )}
    </fieldset>
  );
}

/** The carrier's monitoring range, or limits of the condition for all of its carriers. */
function LimitsOf({ condition, issue, onChange }: ConditionFieldsProps) {
  const t = useTranslations("trigger.field");
  const tRule = useTranslations("error.rule");
  const { measure, hasOwnLimits, key, locale } = condition;
  const unit = measure && unitOf(measure, locale);
  // Left empty, they would be those of the carrier, which is the other option.
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
                <LimitInput
                  {...control}
                  isSigned={measure === "temperature"}
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
