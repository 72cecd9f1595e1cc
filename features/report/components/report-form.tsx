"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { type DateRange, DateRangePicker } from "@/components/form/date-range-picker";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { REPORT_TYPES, type ReportSection, type ReportType } from "@/db/enums";
import { formatDuration } from "@/lib/datetime/format";
import { startOfDay } from "@/lib/datetime/zone";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/i18n/routing";
import { createReport, estimateQuery } from "../report.client";
import { EstimateInput, NAME_LENGTH, type ReportChoiceDto, type ReportDto, ReportInput } from "../report.schema";
import { REPORT_TYPE_RULES } from "../sections.rules";
import { CarriersSelect } from "./carriers-select";

const PRESETS = ["day", "week", "month", "quarter", "year"] as const;

type ReportFormProps = {
  timeZone: string;
  now: number;
  onClose: () => void;
  onSaved: (report: ReportDto) => void;
};

/** Asks for a report: type, carriers, range, contents, language; says how big it becomes. */
export function ReportForm({ timeZone, now, onClose, onSaved }: ReportFormProps) {
  const t = useTranslations("report");
  const locale = useLocale() as Locale;
  const [type, setType] = useState<ReportType>("record");
  const [sections, setSections] = useState<readonly ReportSection[]>(REPORT_TYPE_RULES.record.chosen);
  const [carriers, setCarriers] = useState<readonly ReportChoiceDto[]>([]);
  const [range, setRange] = useState<DateRange | null>(() => ({
    from: startOfDay(new Date(now), timeZone, -7).toISOString(),
    to: startOfDay(new Date(now), timeZone).toISOString(),
  }));
  const form = useRecordForm({ schema: ReportInput, send: createReport, onDone: onSaved });
  const asked = {
    type,
    carrierIds: [...new Set(carriers.flatMap(({ carrierIds }) => carrierIds))],
    from: range ? Date.parse(range.from) : undefined,
    to: range ? Date.parse(range.to) : undefined,
    sections: [...sections],
  };
  const choose = (next: ReportType) => {
    setType(next);
    setSections(REPORT_TYPE_RULES[next].chosen);
  };
  const toggle = (section: ReportSection, isOn: boolean) =>
    setSections(isOn ? [...sections, section] : sections.filter((one) => one !== section));
  return (
    <RecordDialog
      onClose={onClose}
      title={t("form.title")}
      submitLabel={t("form.submit")}
      onSubmit={(data) => void form.submit({ ...asked, name: data.get("name"), locale: data.get("locale") })}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("form.type")} issue={form.issue("type")} required>
          {(control) => (
            <Select {...control} value={type} onChange={(event) => choose(event.target.value as ReportType)}>
              {REPORT_TYPES.map((one) => (
                <option key={one} value={one}>
                  {t(`type.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("form.name")} issue={form.issue("name")} required>
          {(control) => <Input {...control} name="name" maxLength={NAME_LENGTH} autoComplete="off" />}
        </Field>
        <Field label={t("form.carriers")} hint={t("form.carriersHint")} issue={form.issue("carrierIds")} required>
          {(control) => (
            <CarriersSelect
              control={{ ...control, "aria-label": t("form.carriers") }}
              value={carriers}
              onChange={setCarriers}
            />
          )}
        </Field>
        <Field label={t("form.range")} issue={form.issue("from") ?? form.issue("to")} required>
          {({ id }) => (
            <DateRangePicker
              id={id}
              label={t("form.range")}
              timeZone={timeZone}
              now={now}
              value={range}
              onChange={setRange}
              presets={PRESETS}
              clearable={false}
              className="w-full"
            />
          )}
        </Field>
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium text-sm">{t("form.sections")}</legend>
          <div className="grid sm:grid-cols-2">
            {REPORT_TYPE_RULES[type].sections.map((section) => (
              <CheckboxField
                key={section}
                label={t(`section.${section}`)}
                checked={sections.includes(section)}
                onChange={(event) => toggle(section, event.target.checked)}
              />
            ))}
          </div>
          {form.issue("sections") && (
            <p role="alert" className="text-critical text-xs">
              {form.issue("sections")}
            </p>
          )}
        </fieldset>
        <Field label={t("form.locale")} issue={form.issue("locale")} required>
          {(control) => (
            <Select {...control} name="locale" defaultValue={locale}>
              {LOCALES.map((one) => (
                <option key={one} value={one} lang={one}>
                  {LOCALE_NAMES[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Estimate asked={useDeferredValue(asked)} />
      </div>
    </RecordDialog>
  );
}

/** How big the report becomes, once all that it depends on is chosen. */
function Estimate({ asked }: { asked: object }) {
  const t = useTranslations("report.form");
  const locale = useLocale();
  const parsed = EstimateInput.safeParse(asked);
  const { data } = useQuery({
    ...estimateQuery((parsed.data ?? {}) as never),
    enabled: parsed.success,
    placeholderData: keepPreviousData,
  });
  if (!parsed.success || !data) return <p className="min-h-5" />;
  const isEmpty = data.readings === 0 && parsed.data.type !== "calibration";
  const { pages, readings, seconds } = data;
  return (
    <p role="status" className="min-h-5 text-pretty text-muted-foreground text-sm tabular-nums">
      {isEmpty ? t("noData") : t("estimate", { pages, readings, duration: formatDuration(seconds * 1000, locale) })}
      {!data.isWhole && parsed.data.sections.includes("data") && ` · ${t("intervals")}`}
    </p>
  );
}
