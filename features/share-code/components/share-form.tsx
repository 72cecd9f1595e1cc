"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { type DateRange, DateRangePicker } from "@/components/form/date-range-picker";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SHARE_KINDS, type ShareField, type ShareKind } from "@/db/share-enums";
import { startOfDay } from "@/lib/datetime/zone";
import { KIND_RULES } from "../kind.rules";
import { createShares } from "../share.client";
import { DAY_MS, DEFAULT_DAYS, EXPIRY } from "../share.rules";
import { NAME_LENGTH, PIN, ShareInput, type SubjectDto } from "../share.schema";
import { SubjectSelect } from "./subject-select";

const PRESETS = ["day", "week", "month", "quarter"] as const;
/** Lifetimes offered, in ms; null: until it is revoked. */
const LIVES = [
  ["hour", EXPIRY.minimumMs],
  ["shift", 8 * EXPIRY.minimumMs],
  ["day", DAY_MS],
  ["week", DEFAULT_DAYS * DAY_MS],
  ["month", 30 * DAY_MS],
  ["quarter", 90 * DAY_MS],
  ["year", 365 * DAY_MS],
] as const;
const ENDLESS = "endless";

type ShareFormProps = { timeZone: string; now: number; onClose: () => void; onSaved: (ids: number[]) => void };

/** Makes codes: what they open, what strangers see there, and how long. */
export function ShareForm({ timeZone, now, onClose, onSaved }: ShareFormProps) {
  const t = useTranslations("share");
  const [kind, setKind] = useState<ShareKind>("page");
  const [subjects, setSubjects] = useState<readonly SubjectDto[]>([]);
  const [fields, setFields] = useState<readonly ShareField[]>(KIND_RULES.page.chosen);
  const [goesOn, setGoesOn] = useState(true);
  const [range, setRange] = useState<DateRange | null>(() => ({
    from: startOfDay(new Date(now), timeZone, -DEFAULT_DAYS).toISOString(),
    to: new Date(now).toISOString(),
  }));
  const form = useRecordForm({ schema: ShareInput, send: createShares, onDone: ({ ids }) => onSaved(ids) });
  const isBoard = kind === "kiosk" || subjects.some((one) => one.kind === "board");
  const choose = (next: ShareKind) => {
    setKind(next);
    setFields(KIND_RULES[next].chosen);
    setSubjects(subjects.filter((one) => (one.kind === "board" ? next !== "page" : next !== "kiosk")));
  };
  const toggle = (field: ShareField, isOn: boolean) =>
    setFields(isOn ? [...fields, field] : fields.filter((one) => one !== field));
  const idsOf = (what: SubjectDto["kind"]) => subjects.filter((one) => one.kind === what).map(({ id }) => id);
  const onSubmit = (data: FormData) => {
    const life = String(data.get("life"));
    const lifeMs = LIVES.find(([name]) => name === life)?.[1];
    const useLimit = String(data.get("useLimit") ?? "").trim();
    form.submit({
      kind,
      carrierIds: idsOf("carrier"),
      deviceIds: idsOf("device"),
      sceneIds: idsOf("board"),
      name: data.get("name"),
      ...(kind === "page" && {
        from: range ? Date.parse(range.from) : null,
        to: range && !goesOn ? Date.parse(range.to) : null,
      }),
      fields: isBoard ? [] : [...fields],
      pin: isBoard ? "" : (data.get("pin") ?? ""),
      expiresAt: life === ENDLESS || lifeMs === undefined ? null : Date.now() + lifeMs,
      useLimit: isBoard || useLimit === "" ? null : useLimit,
    });
  };
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={t("form.title")}
      description={t("form.hint")}
      submitLabel={t("form.submit", { count: subjects.length })}
      onSubmit={onSubmit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <div>
          <p className="mb-1 font-medium text-sm">{t("column.kind")}</p>
          <SegmentedControl
            name="kind"
            label={t("column.kind")}
            options={SHARE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            value={kind}
            onValueChange={choose}
          />
          <p className="mt-1 text-pretty text-muted-foreground text-xs">{t(`kindHint.${kind}`)}</p>
        </div>
        <Field
          label={t("form.subjects")}
          hint={t(kind === "kiosk" ? "form.boardsHint" : "form.subjectsHint")}
          issue={
            form.issue("subjects") ?? form.issue("sceneIds") ?? form.issue("carrierIds") ?? form.issue("deviceIds")
          }
          required
        >
          {(control) => (
            <SubjectSelect
              key={kind}
              kind={kind}
              control={{ ...control, "aria-label": t("form.subjects") }}
              value={subjects}
              onChange={setSubjects}
            />
          )}
        </Field>
        <Field label={t("form.name")} hint={t("form.nameHint")} issue={form.issue("name")}>
          {(control) => <Input {...control} name="name" maxLength={NAME_LENGTH} autoComplete="off" />}
        </Field>
        {kind === "page" && (
          <div>
            <Field label={t("form.period")} issue={form.issue("from") ?? form.issue("to")} required>
              {({ id }) => (
                <DateRangePicker
                  id={id}
                  label={t("form.period")}
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
            <CheckboxField
              label={t("form.goesOn")}
              hint={t("form.goesOnHint")}
              checked={goesOn}
              onChange={(event) => setGoesOn(event.target.checked)}
            />
          </div>
        )}
        {!isBoard && (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium text-sm">{t("form.fields")}</legend>
            <div className="grid sm:grid-cols-2">
              {KIND_RULES[kind].fields.map((field) => (
                <CheckboxField
                  key={field}
                  label={t(`field.${field}`)}
                  checked={fields.includes(field)}
                  onChange={(event) => toggle(field, event.target.checked)}
                />
              ))}
            </div>
            {form.issue("fields") && (
              <p role="alert" className="text-critical text-xs">
                {form.issue("fields")}
              </p>
            )}
          </fieldset>
        )}
        <Field label={t("form.life")} issue={form.issue("expiresAt")} required>
          {(control) => (
            <Select {...control} key={kind} name="life" defaultValue={kind === "kiosk" ? ENDLESS : "week"}>
              {LIVES.map(([name]) => (
                <option key={name} value={name}>
                  {t(`life.${name}`)}
                </option>
              ))}
              {kind === "kiosk" && <option value={ENDLESS}>{t("life.endless")}</option>}
            </Select>
          )}
        </Field>
        {!isBoard && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("form.pin")}
              hint={t("form.pinHint", { minimum: PIN.minimum, maximum: PIN.maximum })}
              issue={form.issue("pin")}
            >
              {(control) => (
                <Input {...control} name="pin" inputMode="numeric" maxLength={PIN.maximum} autoComplete="off" />
              )}
            </Field>
            <Field label={t("form.useLimit")} hint={t("form.useLimitHint")} issue={form.issue("useLimit")}>
              {(control) => <Input {...control} name="useLimit" inputMode="numeric" maxLength={5} autoComplete="off" />}
            </Field>
          </div>
        )}
      </div>
    </RecordDialog>
  );
}
