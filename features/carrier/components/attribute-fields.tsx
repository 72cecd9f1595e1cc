"use client";

import { useTranslations } from "next-intl";
import { FormGrid } from "@/components/form/form-layout";
import { InputField } from "@/components/form/record-fields";
import type { CarrierType } from "@/db/enums";
import { attributesOf } from "../carrier.rules";

type AttributeFieldsProps = {
  type: CarrierType;
  values: Readonly<Record<string, string | number>>;
  form: { issue: (path: string) => string | undefined };
};

/** The type-specific fields. */
export function AttributeFields({ type, values, form }: AttributeFieldsProps) {
  const t = useTranslations("carrier.attribute");
  return (
    <FormGrid>
      {attributesOf(type).map(([name, { kind, maximum, unit }]) => (
        <InputField
          key={name}
          form={form}
          name={`attributes.${name}`}
          label={unit ? `${t(name)} (${unit})` : t(name)}
          autoComplete="off"
          {...(kind === "number" ? { inputMode: "decimal" as const } : { maxLength: maximum })}
          defaultValue={values[name] ?? ""}
        />
      ))}
    </FormGrid>
  );
}
