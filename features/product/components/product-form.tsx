"use client";

import { useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { RecordSelect } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { KINETIC_CLASSES, type KineticClass } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { typedNumber } from "@/lib/units/limits";
import { inputText, typedValue } from "@/lib/units/typed";
import { RecordsUnit, useValueLocale } from "@/lib/units/units-context";
import type { ValueLocale } from "@/lib/units/value-locale";
import { writtenEndurance } from "../phrase.rules";
import { saveProduct } from "../product.client";
import { type Endurance, PRODUCT_PRESETS, presetOf } from "../product.rules";
import { type ProductDto, ProductInput, type ProductRowDto } from "../product.schema";
import { AllowanceRows, type AllowanceText, BandRows, type BandText } from "./budget-fields";

const textOf = (value: number | null): string => (value === null ? "" : String(value));
const celsius = (value: number | null | undefined, locale: ValueLocale) => inputText(value, "temperature", locale);
const bandTexts = (bands: Endurance["bands"], locale: ValueLocale): BandText[] =>
  bands.map(({ from, to, minutes }) => ({
    from: celsius(from, locale),
    to: celsius(to, locale),
    minutes: textOf(minutes),
  }));
const allowanceTexts = (allowances: Endurance["allowances"], locale: ValueLocale): AllowanceText[] =>
  allowances.map(({ side, limit, minutes, mode }) => ({
    side,
    limit: celsius(limit, locale),
    minutes: String(minutes),
    mode,
  }));

type ProductFormProps = RecordFormProps<ProductRowDto> & {
  /** The account's own customer, where it may choose another one. */
  customer: { id: number; name: string } | null;
};

/** The form of a product. A preset fills a new one; its figures can be changed. */
export const ProductForm = (props: ProductFormProps) => (
  <RecordsUnit customerIds={props.record ? [props.record.customerId] : props.customer ? [props.customer.id] : []}>
    <Owned {...props} />
  </RecordsUnit>
);

function Owned({ record: product, customer, onClose, onSaved }: ProductFormProps) {
  const t = useTranslations("product");
  const tSays = useTranslations("product.says");
  const locale = useValueLocale();
  const unit = unitOf("temperature", locale);
  const [presetKey, setPresetKey] = useState<string | null>(product?.presetKey ?? null);
  const preset = product ? undefined : presetOf(presetKey);
  const filled = preset ?? product;
  const [bands, setBands] = useState(() => bandTexts(product?.bands ?? [], locale));
  const [allowances, setAllowances] = useState(() => allowanceTexts(product?.allowances ?? [], locale));
  const [isFreezeSensitive, setFreezeSensitive] = useState(product?.isFreezeSensitive ?? false);
  const [kineticClass, setKineticClass] = useState<KineticClass>(product?.kineticClass ?? "none");
  const form = useRecordForm({
    schema: ProductInput,
    record: product,
    written: writtenEndurance(tSays as never, locale),
    send: (values): Promise<ProductDto> => saveProduct(product?.id ?? null, values),
    onDone: (saved) => onSaved({ ...saved, customerName: "", lotCount: product?.lotCount ?? 0 }),
  });
  const choose = (key: string) => {
    const next = presetOf(key);
    setPresetKey(next?.key ?? null);
    setBands(bandTexts(next?.bands ?? [], locale));
    setAllowances(allowanceTexts(next?.allowances ?? [], locale));
    setFreezeSensitive(next?.isFreezeSensitive ?? false);
    setKineticClass(next?.kineticClass ?? "none");
  };
  const submit = (data: FormData) => {
    const customerId = data.get("customerId");
    const degrees = (name: string) => typedValue(data.get(name), "temperature", locale);
    void form.submit({
      ...(customerId !== null && { customerId }),
      ...{ name: data.get("name"), code: data.get("code"), source: data.get("source"), presetKey },
      ...{ minimum: degrees("minimum"), maximum: degrees("maximum"), isFreezeSensitive, kineticClass },
      freezeLimit: isFreezeSensitive ? degrees("freezeLimit") : null,
      kineticLimit: kineticClass === "none" ? null : degrees("kineticLimit"),
      unobservedMinutes: typedNumber(data.get("unobservedMinutes")),
      isEnabled: data.get("isEnabled") === "on",
      bands: bands.map(({ from, to, minutes }) => ({
        ...{
          from: typedValue(from, "temperature", locale),
          to: typedValue(to, "temperature", locale),
          minutes: typedNumber(minutes),
        },
      })),
      allowances: allowances.map(({ limit, minutes, ...row }) => ({
        ...{ ...row, limit: typedValue(limit, "temperature", locale), minutes: typedNumber(minutes) },
      })),
    });
  };
  const field = (name: string) => ({ form, name, label: t(`field.${name}`, { unit }) });
  const decimal = { inputMode: "decimal" } as const;
  return (
    <RecordDialog
      shape="sheet"
      title={product ? t("edit") : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormSection title={t("section.product")}>
        <FormGrid>
          {!product && (
            <Field
              label={t("field.preset")}
              hint={preset?.isWeak ? t("hint.weak") : t("hint.preset")}
              className={spanBoth}
            >
              {(control) => (
                <Select {...control} value={presetKey ?? ""} onChange={(event) => choose(event.target.value)}>
                  <option value="">{t("preset.none")}</option>
                  {PRODUCT_PRESETS.map(({ key, source, isWeak }) => (
                    <option key={key} value={key}>
                      {`${t(`preset.${key}`)} · ${source}${isWeak ? ` · ${t("preset.weak")}` : ""}`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {!product && customer && (
            <Field label={t("field.customer")} issue={form.issue("customerId")} required className={spanBoth}>
              {(control) => (
                <RecordSelect<{ id: number; name: string }>
                  control={control}
                  name="customerId"
                  path="/service/customer"
                  value={{ id: customer.id, label: customer.name }}
                  toOption={({ id, name }) => ({ id, label: name })}
                  clearable={false}
                />
              )}
            </Field>
          )}
          <InputField {...field("name")} required maxLength={60} defaultValue={product?.name} />
          <InputField {...field("code")} required maxLength={30} defaultValue={product?.code} />
          <Fragment key={preset?.key ?? ""}>
            <InputField {...field("minimum")} {...decimal} defaultValue={celsius(filled?.minimum, locale)} />
            <InputField {...field("maximum")} {...decimal} defaultValue={celsius(filled?.maximum, locale)} />
            <CheckboxField
              label={t("field.isFreezeSensitive")}
              checked={isFreezeSensitive}
              onChange={(event) => setFreezeSensitive(event.target.checked)}
            />
            {isFreezeSensitive && (
              <InputField
                {...field("freezeLimit")}
                {...decimal}
                required
                defaultValue={celsius(filled?.freezeLimit, locale)}
              />
            )}
          </Fragment>
        </FormGrid>
      </FormSection>
      <FormSection title={t("section.bands")} hint={t("hint.bands")}>
        <BandRows form={form} rows={bands} onRows={setBands} />
      </FormSection>
      <FormSection title={t("section.allowances")} hint={t("hint.allowances")}>
        <AllowanceRows form={form} rows={allowances} onRows={setAllowances} />
      </FormSection>
      <FormSection title={t("section.more")}>
        <FormGrid key={preset?.key ?? ""}>
          <SelectField
            {...field("kineticClass")}
            value={kineticClass}
            onChange={(event) => setKineticClass(event.target.value as KineticClass)}
            options={KINETIC_CLASSES.map((value) => ({ value, label: t(`kineticClass.${value}`) }))}
          />
          {kineticClass !== "none" && (
            <InputField
              {...field("kineticLimit")}
              {...decimal}
              required
              defaultValue={celsius(filled?.kineticLimit, locale)}
            />
          )}
          <InputField
            {...field("unobservedMinutes")}
            hint={t("hint.unobserved")}
            inputMode="numeric"
            defaultValue={String(filled?.unobservedMinutes ?? 60)}
          />
          <InputField {...field("source")} maxLength={200} className={spanBoth} defaultValue={filled?.source} />
          <CheckboxField name="isEnabled" label={t("field.isEnabled")} defaultChecked={product?.isEnabled ?? true} />
        </FormGrid>
      </FormSection>
    </RecordDialog>
  );
}
