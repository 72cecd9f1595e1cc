"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import type { CarrierType } from "@/db/enums";
import {
  SAMPLING_MODES,
  VERIFICATION_KINDS,
  VERIFICATION_LOADS,
  VERIFICATION_OBJECTS,
  VERIFICATION_TESTS,
  type VerificationObject,
} from "@/db/verification-enums";
import { assignedOf, assignmentOf, PersonField } from "@/features/work-order/components/person-field";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import { unitOf } from "@/lib/units/format";
import { typedNumber } from "@/lib/units/limits";
import { formatTyped, inputText, typedValue } from "@/lib/units/typed";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import {
  DURATION_MINUTES,
  GAP_PERCENT,
  NAME_LENGTH,
  SAMPLING_SECONDS,
  TEXT_LENGTH,
  TIMEOUT_MINUTES,
  VALID_MONTHS,
} from "../limits.rules";
import type { TaskLimits, VerifiedMeasure } from "../result.schema";
import { MINIMUM_POINTS } from "../sample.rules";
import { saveTask } from "../task.client";
import { TaskCreate, type TaskDto, TaskUpdate } from "../task.schema";

type Place = { id: number; name: string; type: CarrierType; customerId: number; scenePath?: readonly string[] };
type TaskFormProps = RecordFormProps<TaskDto> & { timeZone: string; now: number };

const OBJECT_OF: Partial<Record<CarrierType, VerificationObject>> = {
  ...{ refrigeratory: "coldStore", warehouse: "coldStore", store: "coldStore" },
  ...{ vehicle: "vehicle", incubator: "box", refrigerator: "fridge" },
};
const LIMITS = ["setting", "minimum", "maximum"] as const;

/** The form of a verification: what is verified, within which limits, for how long, and who is told. */
export function TaskForm(props: TaskFormProps) {
  const [customerId, setCustomerId] = useState(props.record?.customerId);
  return (
    <CustomerUnit customerId={customerId}>
      <OwnedForm {...props} customerId={customerId} onCustomer={setCustomerId} />
    </CustomerUnit>
  );
}

type OwnedFormProps = TaskFormProps & {
  /** Undefined until a carrier is chosen. */
  customerId: number | undefined;
  onCustomer: (customerId: number | undefined) => void;
};

function OwnedForm({ record, timeZone, now, customerId, onCustomer, onClose, onSaved }: OwnedFormProps) {
  const t = useTranslations("verification");
  const [carrier, setCarrier] = useState<RecordOption | null>(null);
  const [object, setObject] = useState<VerificationObject>(record?.object ?? "coldStore");
  const [hasHumidity, setHumidity] = useState(record ? record.limits.humidity !== null : false);
  const [initial] = useState(() => (record ? assignedOf({ assignee: record.user, group: record.group }) : null));
  const [told, setTold] = useState(initial);
  const zone = record?.timeZone ?? timeZone;
  const locale = useValueLocale();
  const limitText = (measure: VerifiedMeasure, limits: TaskLimits[VerifiedMeasure]) => {
    if (!limits) return [];
    const text = (value: number) => formatTyped(value, measure, locale).text;
    const setting = limits.setting === null ? "" : ` · ${t("field.setting")} ${text(limits.setting)}`;
    return [`${t(`measure.${measure}`)}: ${text(limits.minimum)} … ${text(limits.maximum)}${setting}`];
  };
  const form = useRecordForm({
    schema: record ? TaskUpdate : TaskCreate,
    record,
    written: {
      limits: ({ temperature, humidity }) =>
        [...limitText("temperature", temperature), ...limitText("humidity", humidity)].join("\n"),
    },
    send: (values) => saveTask(record?.id ?? null, values),
    onDone: onSaved,
  });
  const number = (data: FormData, name: string) => typedNumber(data.get(name)) ?? undefined;
  const submit = (data: FormData) => {
    const limitsOf = (measure: "temperature" | "humidity") => {
      const typed = (name: string) => typedValue(data.get(`limits.${measure}.${name}`), measure, locale);
      return {
        setting: typed("setting"),
        minimum: typed("minimum") ?? undefined,
        maximum: typed("maximum") ?? undefined,
      };
    };
    const { assigneeId: userId, groupId } = assignmentOf(told);
    void form.submit({
      ...(record ? { id: record.id, version: record.version } : { carrierId: carrier?.id }),
      ...{ name: data.get("name"), description: data.get("description"), object, kind: data.get("kind") },
      ...{ load: data.get("load"), tests: data.getAll("tests"), samplingMode: data.get("samplingMode") },
      limits: { temperature: limitsOf("temperature"), humidity: hasHumidity ? limitsOf("humidity") : null },
      ...{ samplingSeconds: number(data, "samplingSeconds"), durationMinutes: number(data, "durationMinutes") },
      ...{ timeoutMinutes: number(data, "timeoutMinutes"), gapPercent: number(data, "gapPercent") },
      validMonths: number(data, "validMonths"),
      plannedAt: fromLocalInput(String(data.get("plannedAt") ?? ""), zone)?.toISOString(),
      notifyCompletion: data.has("notifyCompletion"),
      notifyTimeout: data.has("notifyTimeout"),
      notifyException: data.has("notifyException"),
      ...{ userId, groupId },
    });
  };
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  const select = (name: "kind" | "load", values: readonly string[]) => (
    <SelectField
      {...field(name)}
      required
      defaultValue={record?.[name]}
      options={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
    />
  );
  const whole = (name: "samplingSeconds" | "durationMinutes" | "timeoutMinutes" | "gapPercent" | "validMonths") => {
    const defaults = {
      samplingSeconds: SAMPLING_SECONDS.default,
      durationMinutes: DURATION_MINUTES.default,
      timeoutMinutes: TIMEOUT_MINUTES.default,
      gapPercent: GAP_PERCENT.default,
      validMonths: VALID_MONTHS.default,
    };
    return (
      <InputField
        {...field(name)}
        hint={t(`hint.${name}`)}
        required
        inputMode="numeric"
        defaultValue={record?.[name] ?? defaults[name]}
      />
    );
  };
  const limits = (
    measure: "temperature" | "humidity",
    shown: { setting: number | null; minimum: number; maximum: number } | null,
  ) => (
    <div key={unitOf(measure, locale)} className="grid grid-cols-3 gap-x-3">
      {LIMITS.map((name) => (
        <InputField
          key={name}
          form={form}
          name={`limits.${measure}.${name}`}
          label={t(`field.${name}`)}
          required={name !== "setting"}
          inputMode="decimal"
          defaultValue={inputText(shown?.[name], measure, locale)}
        />
      ))}
    </div>
  );
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("edit", { number: record.number }) : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={told !== initial || carrier !== null}
    >
      <FormSection title={t("form.what")}>
        <FormGrid>
          {!record && (
            <Field label={t("field.carrierId")} issue={form.issue("carrierId")} required className={spanBoth}>
              {(control) => (
                <RecordSelect<Place>
                  control={control}
                  name="carrierId"
                  path="/service/carrier"
                  value={carrier}
                  onChange={(next, place) => {
                    setCarrier(next);
                    onCustomer(place?.customerId);
                    const own = place && OBJECT_OF[place.type];
                    if (own) setObject(own);
                  }}
                  toOption={({ id, name, scenePath }) => ({ id, label: name, hint: scenePath?.at(-1) })}
                />
              )}
            </Field>
          )}
          <InputField
            {...field("name")}
            required
            maxLength={NAME_LENGTH}
            className={spanBoth}
            defaultValue={record?.name}
          />
          <SelectField
            {...field("object")}
            required
            value={object}
            onChange={({ target }) => setObject(target.value as VerificationObject)}
            options={VERIFICATION_OBJECTS.map((value) => ({ value, label: t(`object.${value}`) }))}
          />
          {select("kind", VERIFICATION_KINDS)}
          {select("load", VERIFICATION_LOADS)}
          <fieldset>
            <legend className="font-medium text-sm">{t("field.tests")}</legend>
            {VERIFICATION_TESTS.map((value) => (
              <CheckboxField
                key={value}
                name="tests"
                value={value}
                label={t(`test.${value}`)}
                defaultChecked={record?.tests.includes(value) ?? false}
              />
            ))}
          </fieldset>
          <TextareaField
            {...field("description")}
            rows={2}
            maxLength={TEXT_LENGTH}
            className={spanBoth}
            defaultValue={record?.description}
          />
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.limits")} hint={t("form.limitsHint")}>
        <p className="mb-1 font-medium text-sm">{`${t("measure.temperature")} (${unitOf("temperature", locale)})`}</p>
        {limits("temperature", record?.limits.temperature ?? null)}
        <CheckboxField
          label={t("form.humidity")}
          checked={hasHumidity}
          onChange={({ target }) => setHumidity(target.checked)}
          className="mt-2"
        />
        {hasHumidity && limits("humidity", record?.limits.humidity ?? null)}
      </FormSection>
      <FormSection title={t("form.record")}>
        <FormGrid>
          <InputField
            {...field("plannedAt")}
            required
            type="datetime-local"
            defaultValue={toLocalInput(new Date(record?.plannedAt ?? now), zone)}
          />
          <SelectField
            {...field("samplingMode")}
            hint={t("hint.samplingMode")}
            required
            defaultValue={record?.samplingMode ?? "average"}
            options={SAMPLING_MODES.map((value) => ({
              value,
              label: t("modeOf", { mode: t(`mode.${value}`), count: MINIMUM_POINTS[value] }),
            }))}
          />
          {whole("samplingSeconds")}
          {whole("durationMinutes")}
          {whole("timeoutMinutes")}
          {whole("gapPercent")}
          {whole("validMonths")}
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.told")} hint={t("form.toldHint")}>
        <PersonField
          customerId={customerId}
          value={told}
          onChange={setTold}
          label={t("field.told")}
          hint={t("form.toldEmpty")}
          issue={form.issue("userId") ?? form.issue("groupId")}
        />
        {(["notifyCompletion", "notifyTimeout", "notifyException"] as const).map((name) => (
          <CheckboxField key={name} name={name} label={t(`field.${name}`)} defaultChecked={record?.[name] ?? true} />
        ))}
      </FormSection>
    </RecordDialog>
  );
}
