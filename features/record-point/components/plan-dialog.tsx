"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { RECORD_PRESETS, type RecordPreset } from "@/db/enums";
import { TimesFields, timeRow } from "@/features/carrier/record-time/components/times-fields";
import { PRESET_PLANS } from "@/features/carrier/record-time/plan.rules";
import { timeOf } from "@/features/carrier/record-time/rules";
import { type RecordPointDto, RecordPointInput } from "../point.schema";
import { savePoint } from "../sheet.client";

const USUAL_INTERVAL = 60;
const SHOWN = ["preset", "times", "intervalMinutes", "toleranceMinutes"];

type PlanDialogProps = { point: RecordPointDto; onClose: () => void; onDone: () => void };

/** When the values of a carrier go on record: preset, times or interval, tolerance. */
export function PlanDialog({ point, onClose, onDone }: PlanDialogProps) {
  const t = useTranslations("record.point");
  const textOf = useIssueText();
  const [preset, setPreset] = useState<RecordPreset>(point.preset);
  const [rows, setRows] = useState(() => (point.isPoint ? point.times : PRESET_PLANS.custom.times).map(timeRow));
  const [interval, setIntervalText] = useState(point.intervalMinutes === null ? "" : String(point.intervalMinutes));
  const [tolerance, setTolerance] = useState(String(point.toleranceMinutes));
  const form = useRecordForm({
    schema: RecordPointInput,
    record: point.isPoint ? point : null,
    send: ({ times, ...values }) => savePoint(!point.isPoint, { ...values, times: times.map(timeOf) }),
    onDone: () => {
      showToast("normal", t("saved"));
      onDone();
    },
  });
  const kind = interval === "" ? "times" : "interval";
  const input = () => ({
    id: point.id,
    preset,
    times: kind === "times" ? rows.map(({ time }) => time) : [],
    intervalMinutes: kind === "interval" ? Number(interval) : null,
    toleranceMinutes: Number(tolerance),
  });
  const choose = (next: RecordPreset) => {
    const { intervalMinutes, toleranceMinutes, times } = PRESET_PLANS[next];
    setPreset(next);
    setIntervalText(intervalMinutes === null ? "" : String(intervalMinutes));
    setTolerance(String(toleranceMinutes));
    setRows(times.map(timeRow));
  };
  const isFixed = PRESET_PLANS[preset].intervalMinutes !== null;
  const whole = form.issues.find(({ path }) => !SHOWN.includes(path.split(".")[0] ?? ""));
  const ofTimes = form.issues.find(({ path }) => path === "times");
  const number = (value: string, change: (value: string) => void) => (control: object) => (
    <Input
      {...control}
      type="number"
      inputMode="numeric"
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  );
  return (
    <RecordDialog
      onClose={onClose}
      title={t("title")}
      description={point.timeZone}
      pending={form.pending}
      error={whole ? textOf(whole) : ofTimes ? textOf(ofTimes) : form.error}
      onSubmit={() => void form.submit(input())}
    >
      <div className="flex flex-col items-start gap-3">
        <Field label={t("preset")} issue={form.issue("preset")} className="w-full">
          {(control) => (
            <Select
              {...control}
              name="preset"
              value={preset}
              onChange={(event) => choose(event.target.value as RecordPreset)}
            >
              {RECORD_PRESETS.map((value) => (
                <option key={value} value={value}>
                  {t(`presetChoice.${value}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {preset === "custom" && (
          <SegmentedControl
            name="kind"
            label={t("kind")}
            value={kind}
            onValueChange={(next) => setIntervalText(next === "interval" ? String(USUAL_INTERVAL) : "")}
            options={(["times", "interval"] as const).map((value) => ({ value, label: t(`kindChoice.${value}`) }))}
          />
        )}
        {kind === "times" && (
          <TimesFields
            rows={rows}
            onChange={setRows}
            issueOf={(path) => (form.issues.some((issue) => issue.path === path) ? form.issue(path) : undefined)}
          />
        )}
        {kind === "interval" && !isFixed && (
          <Field label={t("interval")} issue={form.issue("intervalMinutes")} className="sm:w-48">
            {number(interval, (text) => setIntervalText(text === "" ? "0" : text))}
          </Field>
        )}
        <Field
          label={t("tolerance")}
          hint={t("toleranceHint")}
          issue={form.issue("toleranceMinutes")}
          className="w-full"
        >
          {number(tolerance, setTolerance)}
        </Field>
      </div>
    </RecordDialog>
  );
}
