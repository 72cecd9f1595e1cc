"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect } from "@/components/form/multi-select";
import { customerChoicesQuery } from "../user.client";
import type { NamedPlace } from "../user.schema";

type CustomerSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  name: string;
  value: readonly NamedPlace[];
  onChange: (value: readonly NamedPlace[]) => void;
  single?: boolean;
  /** Restricts the choices to these customers. */
  among?: readonly number[];
};

/** Selects one or several visible customers by name. */
export function CustomerSelect({ control, name, value, onChange, single = false, among = [] }: CustomerSelectProps) {
  const t = useTranslations("user.choose");
  const [query, setQuery] = useState("");
  const q = useDeferredValue(query.trim());
  const { data = [], isFetching } = useQuery(customerChoicesQuery(q));
  const offered = among.length > 0 ? data.filter(({ id }) => among.includes(id)) : data;
  return (
    <MultiSelect
      control={control}
      name={name}
      value={value.map(({ id, name: label }) => ({ value: String(id), label }))}
      onChange={(next) => onChange(next.map((one) => ({ id: Number(one.value), name: one.label })))}
      options={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      single={single}
      texts={{
        placeholder: t("customer"),
        none: t("noCustomer"),
        remove: (label) => t("remove", { name: label }),
      }}
    />
  );
}
