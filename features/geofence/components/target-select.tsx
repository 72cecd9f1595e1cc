"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { choicesQuery } from "../geofence.client";
import { type GeofenceTargetDto, keyOf } from "../geofence.schema";

type TargetSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  value: readonly GeofenceTargetDto[];
  onChange: (value: readonly GeofenceTargetDto[]) => void;
  /** The customer whose carriers and nodes are offered. */
  customerId: number;
};

/** Searches carriers and nodes together. */
export function TargetSelect({ control, value, onChange, customerId }: TargetSelectProps) {
  const t = useTranslations("geofence.target");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const q = useDeferredValue(query.trim());
  const { data = [], isFetching } = useQuery({
    ...choicesQuery(q, customerId),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const optionOf = (one: GeofenceTargetDto): SelectOption => ({ value: keyOf(one), label: one.name });
  const known = new Map<string, GeofenceTargetDto>([...data, ...value].map((one) => [keyOf(one), one]));
  return (
    <MultiSelect
      control={control}
      value={value.map(optionOf)}
      onChange={(next) => onChange(next.flatMap((option) => known.get(option.value) ?? []))}
      options={data.map((one) => ({
        ...optionOf(one),
        hint: [t(`kind.${one.kind}`), one.place].filter(Boolean).join(" · "),
      }))}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      onFocus={() => setAsked(true)}
      texts={{ placeholder: t("search"), none: t("none"), remove: (name) => t("remove", { name }) }}
    />
  );
}
