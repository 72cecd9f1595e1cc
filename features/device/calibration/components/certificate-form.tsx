"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { Measure } from "@/db/enums";
import { typedValue } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import type { ValueLocale } from "@/lib/units/value-locale";
import { CALIBRATION_NOTICE_DAYS } from "../../device.rules";
import { addCertificate } from "../calibration.client";
import { fileIssue } from "../calibration.rules";
import { type CalibrationDto, CalibrationInput } from "../calibration.schema";
import { PointFields, type PointValues } from "./point-fields";

type CertificateFormProps = {
  deviceId: number;
  measures: readonly Measure[];
  today: string;
  onClose: () => void;
  onSaved: (saved: CalibrationDto) => void;
};

const DAY_MS = 86_400_000;
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** The usual validity of a certificate: one year. */
const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace("-02-29", "-02-28");

/** The certificates of laboratories give thousandths. */
const POINT = { decimals: 4 };

/** A typed value in canonical units as text; what is no number stays for the form to refuse. */
function canonicalText(text: string, measure: Measure, locale: ValueLocale): string {
  const value = typedValue(text, measure, locale, POINT);
  return value === null || Number.isNaN(value) ? text : String(value);
}

/** Form for a new certificate of a device, with its points and its file. */
export function CertificateForm({ deviceId, measures, today, onClose, onSaved }: CertificateFormProps) {
  const t = useTranslations("calibration");
  const [points, setPoints] = useState<readonly PointValues[]>([]);
  const locale = useValueLocale();
  const [file, setFile] = useState<File>();
  const [dueOn, setDueOn] = useState(yearAfter(today));
  const form = useRecordForm({
    schema: CalibrationInput,
    send: ({ file: _bytes, ...values }) => addCertificate({ ...values, ...(file && { file }) }),
    onDone: onSaved,
  });
  const submit = async (data: FormData) => {
    const values = Object.fromEntries([...data].filter(([, value]) => typeof value === "string"));
    // An invalid file is not uploaded; its first bytes show the type.
    const bytes = file && new Uint8Array(await file.arrayBuffer());
    void form.submit({
      deviceId,
      ...values,
      points: points.map(({ key: _key, measure, ...typed }) => ({
        measure,
        ...Object.fromEntries(
          Object.entries(typed).map(([name, text]) => [name, canonicalText(text, measure, locale)]),
        ),
      })),
      ...(bytes && fileIssue(bytes) && { file: bytes }),
    });
  };
  const text = (name: "certificateNumber" | "laboratory", maximum: number) => (
    <Field label={t(`field.${name}`)} issue={form.issue(name)} required>
      {(control) => <Input {...control} name={name} maxLength={maximum} autoComplete="off" />}
    </Field>
  );
  return (
    <RecordDialog
      shape="sheet"
      title={t("add")}
      description={t("addDescription")}
      onClose={onClose}
      onSubmit={(data) => void submit(data)}
      pending={form.pending}
      error={form.issue("deviceId") ?? form.error}
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {text("certificateNumber", 50)}
          {text("laboratory", 100)}
          <Field label={t("field.calibratedOn")} issue={form.issue("calibratedOn")} required>
            {(control) => (
              <Input
                {...control}
                type="date"
                name="calibratedOn"
                max={today}
                defaultValue={today}
                onChange={({ target }) => target.value && setDueOn(yearAfter(target.value))}
              />
            )}
          </Field>
          <Field label={t("field.dueOn")} issue={form.issue("dueOn")} required>
            {(control) => (
              <Input
                {...control}
                type="date"
                name="dueOn"
                value={dueOn}
                onChange={({ target }) => setDueOn(target.value)}
              />
            )}
          </Field>
          <Field label={t("field.noticeOn")} hint={t("noticeHint")} issue={form.issue("noticeOn")}>
            {(control) => (
              <Input
                key={dueOn}
                {...control}
                type="date"
                name="noticeOn"
                min={today}
                max={dueOn}
                defaultValue={
                  dueOn && shifted(dueOn, -CALIBRATION_NOTICE_DAYS) >= today
                    ? shifted(dueOn, -CALIBRATION_NOTICE_DAYS)
                    : ""
                }
              />
            )}
          </Field>
          <Field label={t("field.file")} hint={t("fileHint")} issue={form.issue("file")}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept="application/pdf,image/png,image/jpeg"
                onChange={({ target }) => setFile(target.files?.[0])}
                className="min-w-0 text-sm file:mr-3 file:h-control file:cursor-pointer file:rounded-md file:border file:border-border-strong file:bg-card file:px-3 file:font-medium file:text-foreground"
              />
            )}
          </Field>
        </div>
        <PointFields measures={measures} points={points} onChange={setPoints} issue={form.issue} />
        <Field label={t("field.remark")} issue={form.issue("remark")}>
          {(control) => <Textarea {...control} name="remark" rows={3} maxLength={250} />}
        </Field>
      </div>
    </RecordDialog>
  );
}
