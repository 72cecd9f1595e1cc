"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect } from "@/components/form/multi-select";
import { choicesQuery } from "../task.client";
import { keyOf } from "../task.rules";
import type { TargetDto } from "../task.schema";

type TargetSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  customerId: number;
  value: readonly TargetDto[];
  onChange: (value: readonly TargetDto[]) => void;
};

/** Nodes and carriers in one search. */
export function TargetSelect({ control, customerId, value, onChange }: TargetSelectProps) {
  const t = useTranslations("monitorTask.target");
  const [query, setQuery] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const { data = [], isFetching } = useQuery({
    ...choicesQuery(useDeferredValue(query.trim()), customerId),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const known = new Map<string, TargetDto>([...data, ...value].map((one) => [keyOf(one), one]));
  const optionOf = (one: TargetDto) => ({ value: keyOf(one), label: one.name });
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
      onFocus={() => setIsAsked(true)}
      texts={{ placeholder: t("search"), none: t("none"), remove: (name) => t("remove", { name }) }}
    />
  );
}
