"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Issue } from "@/lib/errors";
import { type CalendarDraft, nextKey, type WindowDraft } from "../draft.rules";
import { MAXIMUM_WINDOWS, WEEKDAYS } from "../trigger.rules";
import { useTriggerWords } from "./labels";

/** The form state passed to its parts. */
export type PartProps = {
  form: { issues: readonly Issue[]; issue: (path: string) => string | undefined };
};

type CalendarFieldsProps = PartProps & {
  calendar: CalendarDraft;
  onChange: (calendar: CalendarDraft) => void;
};

/** When the trigger is active: always, or on some days between some times. */
export function CalendarFields({ form, calendar, onChange }: CalendarFieldsProps) {
  const t = useTranslations("trigger.form");
  const words = useTriggerWords();
  const { isAlways, days, windows } = calendar;
  const set = (fields: Partial<CalendarDraft>) => onChange({ ...calendar, ...fields });
  const change = (key: number, fields: Partial<WindowDraft>) =>
    set({ windows: windows.map((one) => (one.key === key ? { ...one, ...fields } : one)) });
  const ofWindows = form.issues.find(({ path }) => path === "calendar.windows") && form.issue("calendar.windows");
  const ofDays = form.issue("calendar.days");
  return (
    <>
      <SegmentedControl
        name="calendar"
        label={t("when")}
        value={isAlways ? "always" : "some"}
        onValueChange={(value) => set({ isAlways: value === "always" })}
        options={(["always", "some"] as const).map((value) => ({ value, label: t(`whenOf.${value}`) }))}
      />
      {!isAlways && (
        <div className="mt-3 flex flex-col gap-3">
          <fieldset aria-describedby={ofDays ? "calendar-days" : undefined}>
            <legend className="font-medium text-sm">{t("days")}</legend>
            <div className="flex flex-wrap gap-x-4">
              {WEEKDAYS.map((day) => (
                <CheckboxField
                  key={day}
                  label={words.weekday(day)}
                  checked={days.includes(day)}
                  {...(ofDays && { "aria-invalid": true })}
                  onChange={({ target }) =>
                    set({ days: WEEKDAYS.filter((one) => (one === day ? target.checked : days.includes(one))) })
                  }
                />
              ))}
            </div>
            {ofDays && (
              <p id="calendar-days" className="text-critical text-xs">
                {ofDays}
              </p>
            )}
          </fieldset>
          <ul className="flex flex-col gap-2">
            {windows.map(({ key, from, to }, index) => (
              <li key={key} className="flex items-start gap-2">
                {(["from", "to"] as const).map((name) => (
                  <Field
                    key={name}
                    label={t(name)}
                    className="w-32"
                    issue={form.issue(`calendar.windows.${index}.${name}`)}
                  >
                    {(control) => (
                      <Input
                        {...control}
                        type="time"
                        className="tabular-nums"
                        value={name === "from" ? from : to}
                        onChange={({ target }) => change(key, { [name]: target.value })}
                      />
                    )}
                  </Field>
                ))}
                <span className="mt-6 flex min-h-control items-center gap-2 text-muted-foreground text-xs">
                  <Button
                    size="sm"
                    variant="ghost"
                    className="w-control-sm px-0 hover:bg-critical-soft hover:text-critical"
                    aria-label={t("removeWindowOf", { window: `${from}–${to}` })}
                    title={t("removeWindow")}
                    onClick={() => set({ windows: windows.filter((one) => one.key !== key) })}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                  {from !== "" && to !== "" && to <= from && (from === to ? t("wholeDay") : t("overMidnight"))}
                </span>
              </li>
            ))}
          </ul>
          {ofWindows && (
            <p role="alert" className="text-critical text-xs">
              {ofWindows}
            </p>
          )}
          {windows.length < MAXIMUM_WINDOWS && (
            <Button
              className="self-start"
              onClick={() => set({ windows: [...windows, { key: nextKey(), from: "", to: "" }] })}
            >
              <Plus aria-hidden="true" />
              {t("addWindow")}
            </Button>
          )}
          <p className="text-muted-foreground text-xs">{t("clockHint")}</p>
        </div>
      )}
    </>
  );
}
