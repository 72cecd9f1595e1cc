"use client";

import { useLocale, useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { MONITOR_STRATEGIES, MONITOR_UNITS, type MonitorUnit } from "@/db/monitor-enums";
import { formatStamp } from "@/lib/datetime/format";
import { weekdayName } from "@/lib/datetime/weekday-name";
import { type CheckSchedule, nextCheck } from "../schedule.rules";
import { LARGEST_INTERVAL } from "../task.rules";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type ScheduleFieldsProps = {
  value: CheckSchedule;
  onChange: (change: Partial<CheckSchedule>) => void;
  issueOf: (name: string) => string | undefined;
  zone: string;
  now: number;
};

/** On which days a task checks, when, and at which interval again. */
export function ScheduleFields({ value, onChange, issueOf, zone, now }: ScheduleFieldsProps) {
  const t = useTranslations("monitorTask");
  const locale = useLocale();
  const { strategy, startOn, weekdays, dayOfMonth, time, intervalCount, intervalUnit, untilTime } = value;
  const weekdayIssue = issueOf("weekdays");
  return (
    <>
      <div className="flex flex-col items-start gap-2 sm:col-span-2">
        <span aria-hidden="true" className="font-medium text-sm">
          {t("field.strategy")}
        </span>
        <SegmentedControl
          name="strategy"
          label={t("field.strategy")}
          value={strategy}
          onValueChange={(next) => onChange({ strategy: next })}
          options={MONITOR_STRATEGIES.map((one) => ({ value: one, label: t(`strategy.${one}`) }))}
        />
      </div>
      {strategy === "single" && (
        <Field label={t("field.startOn")} issue={issueOf("startOn")} required>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={startOn ?? ""}
              onChange={({ target }) => onChange({ startOn: target.value || null })}
            />
          )}
        </Field>
      )}
      {strategy === "weekly" && (
        <fieldset className="sm:col-span-2">
          <legend className="mb-1 font-medium text-sm">{t("field.weekdays")}</legend>
          <div className="flex flex-wrap gap-x-4">
            {WEEKDAYS.map((day) => (
              <CheckboxField
                key={day}
                label={weekdayName(day, locale, "short")}
                aria-label={weekdayName(day, locale, "long")}
                checked={weekdays.includes(day)}
                onChange={({ target }) =>
                  onChange({ weekdays: target.checked ? [...weekdays, day] : weekdays.filter((one) => one !== day) })
                }
              />
            ))}
          </div>
          {weekdayIssue && (
            <p role="alert" className="text-critical text-xs">
              {weekdayIssue}
            </p>
          )}
        </fieldset>
      )}
      {strategy === "monthly" && (
        <Field label={t("field.dayOfMonth")} issue={issueOf("dayOfMonth")} required>
          {(control) => (
            <Select
              {...control}
              value={dayOfMonth ?? 1}
              onChange={({ target }) => onChange({ dayOfMonth: Number(target.value) })}
            >
              {Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
                <option key={day} value={day}>
                  {day === 31 ? t("form.lastDay") : day}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t("field.time")} hint={zone} issue={issueOf("time")} required>
        {(control) => (
          <Input {...control} type="time" value={time} onChange={({ target }) => onChange({ time: target.value })} />
        )}
      </Field>
      {strategy !== "single" && (
        <>
          <Field label={t("form.repeat")} issue={issueOf("intervalUnit")}>
            {(control) => (
              <Select
                {...control}
                value={intervalUnit ?? ""}
                onChange={({ target }) => {
                  const unit = (target.value || null) as MonitorUnit | null;
                  onChange({
                    intervalUnit: unit,
                    intervalCount: unit && (intervalCount ?? (unit === "minute" ? 30 : 1)),
                  });
                }}
              >
                <option value="">{t("form.once")}</option>
                {MONITOR_UNITS.map((unit) => (
                  <option key={unit} value={unit}>
                    {t(`form.every.${unit}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {intervalUnit && (
            <Field label={t("field.interval")} issue={issueOf("intervalCount")} required>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  min={1}
                  max={LARGEST_INTERVAL[intervalUnit]}
                  value={intervalCount ?? ""}
                  onChange={({ target }) => onChange({ intervalCount: target.value ? Number(target.value) : null })}
                />
              )}
            </Field>
          )}
          {intervalUnit && intervalUnit !== "day" && (
            <Field label={t("field.untilTime")} hint={t("form.untilHint")} issue={issueOf("untilTime")}>
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  value={untilTime ?? ""}
                  onChange={({ target }) => onChange({ untilTime: target.value || null })}
                />
              )}
            </Field>
          )}
        </>
      )}
      <Preview schedule={value} zone={zone} now={now} />
    </>
  );
}

/** The next three checks of a schedule. */
function Preview({ schedule, zone, now }: { schedule: CheckSchedule; zone: string; now: number }) {
  const t = useTranslations("monitorTask.form");
  const isWhole = schedule.time !== "" && (schedule.intervalUnit === null || Number(schedule.intervalCount) >= 1);
  const found: Date[] = [];
  for (let at: Date | null = new Date(now); isWhole && at && found.length < 3; ) {
    at = nextCheck(schedule, at, zone);
    if (at) found.push(at);
  }
  const stamps = found.map((at) => formatStamp(at, { timeZone: zone }).slice(0, 16));
  return (
    <p role="status" className="min-h-5 text-pretty text-muted-foreground text-sm tabular-nums sm:col-span-2">
      {stamps.length > 0 && t("next", { times: stamps.join(", ") })}
    </p>
  );
}
