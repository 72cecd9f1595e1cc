"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import type { SelectOption } from "@/components/form/multi-select";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { EXPORT_FORMATS, EXPORT_FREQUENCIES, type ExportFrequency, type ExportPeriod } from "@/db/file-enums";
import { carrierIdsOf, kindOf, type TaskKind, templateIdOf, withCarriers } from "@/features/file/task-kind.rules";
import type { Preset } from "@/features/file/task-preset.rules";
import { formatStamp } from "@/lib/datetime/format";
import { nextDue } from "@/lib/datetime/recurrence";
import { weekdayName } from "@/lib/datetime/weekday-name";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { periodRange } from "../schedule.rules";
import { saveTask } from "../task.client";
import { MAXIMUM_PERIOD_DAYS, NAME_LENGTH, type TaskDto, TaskInput } from "../task.schema";
import { useTaskTexts } from "./schedule-texts";
import { CarriersField, TemplateField } from "./subject-fields";

type TaskFormProps = {
  /** Null: a new one. */
  record: TaskDto | null;
  preset: Preset | null;
  kinds: readonly TaskKind[];
  mayDownload: boolean;
  timeZone: string;
  now: number;
  onClose: () => void;
  onSaved: (task: TaskDto) => void;
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** Criteria that the form shows otherwise. */
const SUBJECT = new Set(["carrierIds", "id", "probeIds", "templateId"]);

const namesOf = (text: unknown): string[] =>
  String(text ?? "")
    .split(/[\s,;，；]+/)
    .filter(Boolean);

/** What is exported, when, of which period, and to whom it is sent. */
export function TaskForm({ record, preset, kinds, mayDownload, timeZone, now, onClose, onSaved }: TaskFormProps) {
  const t = useTranslations("exportTask");
  const tFormat = useTranslations("download.format");
  const locale = useLocale();
  const texts = useTaskTexts();
  const textOf = useIssueText();
  const [kind, setKind] = useState<TaskKind>(record?.kind ?? preset?.kind ?? kinds[0] ?? "exception");
  const [query, setQuery] = useState<Record<string, unknown>>(record?.query ?? preset?.query ?? {});
  const [carriers, setCarriers] = useState<readonly SelectOption[]>(() =>
    record
      ? record.carriers.map(({ id, name }) => ({ value: String(id), label: name ?? t("hiddenCarrier") }))
      : preset
        ? carrierIdsOf(preset.kind, preset.query).map((id) => ({ value: String(id), label: "" }))
        : [],
  );
  const [frequency, setFrequency] = useState<ExportFrequency>(record?.frequency ?? "weekly");
  const [weekdays, setWeekdays] = useState<readonly number[]>(record?.weekdays ?? [1]);
  const [dayOfMonth, setDayOfMonth] = useState(record?.dayOfMonth ?? 1);
  const [time, setTime] = useState(record?.time ?? "08:00");
  const [period, setPeriod] = useState<ExportPeriod>(record?.period ?? "lastWeek");
  const [periodDays, setPeriodDays] = useState(record?.periodDays ?? 7);
  const { subject, periods } = kindOf(kind);
  const chosenPeriod = periods.includes(period) ? period : periods[0];
  const form = useRecordForm({
    schema: TaskInput,
    record,
    send: (values) => saveTask(record?.id ?? null, values),
    onDone: onSaved,
  });

  const choose = (next: TaskKind) => {
    setKind(next);
    // The criteria of one list are not those of another.
    setQuery({});
  };
  const submit = (data: FormData) =>
    void form.submit({
      name: data.get("name"),
      kind,
      format: data.get("format"),
      query: withCarriers(
        kind,
        query,
        carriers.map(({ value }) => Number(value)),
      ),
      locale: data.get("locale"),
      frequency,
      weekdays: frequency === "weekly" ? [...weekdays] : [],
      dayOfMonth: frequency === "monthly" ? dayOfMonth : null,
      time,
      period: chosenPeriod,
      periodDays: chosenPeriod === "lastDays" ? periodDays : null,
      recipients: namesOf(data.get("recipients")),
    });
  const zone = record?.timeZone ?? timeZone;
  const criteria = Object.keys(query).filter((name) => !SUBJECT.has(name));
  const hasProbes = Boolean(query.probeIds);
  const badRecipient = form.issues.find(({ path }) => path.startsWith("recipients."));
  const recipientIssue = form.issue("recipients");
  const [typed, setTyped] = useState<string[]>(record?.recipients ?? []);
  const named = badRecipient && typed[Number(badRecipient.path.split(".")[1])];
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={t(record ? "form.editTitle" : "form.newTitle")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <InputField
          form={form}
          name="name"
          label={t("column.name")}
          required
          maxLength={NAME_LENGTH}
          className={spanBoth}
          defaultValue={record?.name ?? (preset ? texts.kind(preset.kind) : "")}
          autoComplete="off"
        />
        <Field label={t("column.kind")} issue={form.issue("kind")} required>
          {(control) => (
            <Select {...control} name="kind" value={kind} onChange={(event) => choose(event.target.value as TaskKind)}>
              {(kinds.includes(kind) ? kinds : [kind, ...kinds]).map((one) => (
                <option key={one} value={one}>
                  {texts.kind(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SelectField
          form={form}
          name="format"
          label={t("form.format")}
          required
          defaultValue={record?.format ?? "xlsx"}
          key={subject}
          options={(subject === "template" ? (["pdf"] as const) : EXPORT_FORMATS).map((format) => ({
            value: format,
            label: tFormat(format),
          }))}
        />
        {subject === "template" && (
          <TemplateField
            value={templateIdOf(query)}
            issue={form.issue("templateId")}
            onChange={(templateId) => setQuery(templateId === null ? {} : { templateId })}
          />
        )}
        {subject !== "none" && subject !== "template" && (
          <div className={spanBoth}>
            <CarriersField
              value={carriers}
              onChange={setCarriers}
              isSingle={subject === "carrier"}
              hint={hasProbes ? t("form.probes") : subject === "anyCarriers" ? t("form.allCarriers") : undefined}
              issue={form.issue("carrierIds") ?? form.issue("id")}
              required={subject !== "anyCarriers" && !hasProbes}
            />
          </div>
        )}
        {criteria.length > 0 && (
          <p className="text-muted-foreground text-sm sm:col-span-2">
            {t("form.criteria", { count: criteria.length })}
          </p>
        )}
        <div className="flex flex-col items-start gap-2 sm:col-span-2">
          <span aria-hidden="true" className="font-medium text-sm">
            {t("form.frequency")}
          </span>
          <SegmentedControl
            name="frequency"
            label={t("form.frequency")}
            value={frequency}
            onValueChange={setFrequency}
            options={EXPORT_FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
          />
        </div>
        {frequency === "weekly" && (
          <fieldset className="sm:col-span-2">
            <legend className="mb-1 font-medium text-sm">{t("form.weekdays")}</legend>
            <div className="flex flex-wrap gap-x-4">
              {WEEKDAYS.map((day) => (
                <CheckboxField
                  key={day}
                  label={weekdayName(day, locale, "short")}
                  aria-label={weekdayName(day, locale, "long")}
                  checked={weekdays.includes(day)}
                  onChange={({ target }) =>
                    setWeekdays(target.checked ? [...weekdays, day] : weekdays.filter((one) => one !== day))
                  }
                />
              ))}
            </div>
            {form.issue("weekdays") && (
              <p role="alert" className="text-critical text-xs">
                {form.issue("weekdays")}
              </p>
            )}
          </fieldset>
        )}
        {frequency === "monthly" && (
          <Field label={t("form.dayOfMonth")} issue={form.issue("dayOfMonth")} required>
            {(control) => (
              <Select
                {...control}
                name="dayOfMonth"
                value={dayOfMonth}
                onChange={(event) => setDayOfMonth(Number(event.target.value))}
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
        <Field label={t("form.time")} hint={zone} issue={form.issue("time")} required>
          {(control) => (
            <Input
              {...control}
              name="time"
              type="time"
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("form.period")} issue={form.issue("period")} required>
          {(control) => (
            <Select
              {...control}
              value={chosenPeriod}
              onChange={(event) => setPeriod(event.target.value as ExportPeriod)}
            >
              {periods.map((one) => (
                <option key={one} value={one}>
                  {t(`period.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {chosenPeriod === "lastDays" && (
          <Field label={t("form.periodDays")} issue={form.issue("periodDays")} required>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={MAXIMUM_PERIOD_DAYS}
                value={periodDays}
                onChange={(event) => setPeriodDays(Number(event.target.value))}
              />
            )}
          </Field>
        )}
        <TextareaField
          form={{ issue: () => (badRecipient && named ? `${named}: ${textOf(badRecipient)}` : recipientIssue) }}
          name="recipients"
          label={t("column.recipients")}
          hint={t(mayDownload ? "form.recipientsHint" : "form.recipientsNeeded")}
          required={!mayDownload}
          rows={3}
          className={spanBoth}
          defaultValue={record?.recipients.join("\n")}
          onChange={(event) => setTyped(namesOf(event.target.value))}
        />
        <SelectField
          form={form}
          name="locale"
          label={t("form.locale")}
          defaultValue={record?.locale ?? locale}
          options={LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
        />
        <Preview
          next={nextDue({ frequency, weekdays, dayOfMonth, time }, new Date(now), zone)}
          rangeOf={(due) => {
            const range = periodRange(chosenPeriod, periodDays || 1, due, zone);
            return range && texts.range(range.from, range.to, zone);
          }}
          zone={zone}
        />
        {record && !record.isOwn && (
          <Alert className={spanBoth}>{t("form.becomesYours", { owner: record.owner })}</Alert>
        )}
      </FormGrid>
    </RecordDialog>
  );
}

type PreviewProps = { next: Date | null; rangeOf: (due: Date) => string | null; zone: string };

/** When the task runs next, and which days that covers. */
function Preview({ next, rangeOf, zone }: PreviewProps) {
  const t = useTranslations("exportTask.form");
  if (!next) return <p className="min-h-5 sm:col-span-2" />;
  const at = formatStamp(next, { timeZone: zone }).slice(0, 16);
  const days = rangeOf(next);
  return (
    <p role="status" className="min-h-5 text-pretty text-muted-foreground text-sm tabular-nums sm:col-span-2">
      {days ? t("next", { at, days }) : t("nextState", { at })}
    </p>
  );
}
