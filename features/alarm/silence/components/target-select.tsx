"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { choicesQuery } from "../silence.client";
import { keyOf } from "../silence.rules";
import type { SilenceChoiceDto, SilenceTargetDto } from "../silence.schema";

/** A selected target; the customer is unknown for one named by a link. */
export type ChosenTarget = SilenceTargetDto & { customerId?: number | undefined };

type TargetSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  value: readonly ChosenTarget[];
  onChange: (value: readonly ChosenTarget[]) => void;
  /** Whether several customers are visible. */
  isForSeveral: boolean;
};

/** Nodes, carriers and triggers in one search. */
export function TargetSelect({ control, value, onChange, isForSeveral }: TargetSelectProps) {
  const t = useTranslations("silence.target");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const q = useDeferredValue(query.trim());
  const customerId = isForSeveral ? value.find((one) => one.customerId !== undefined)?.customerId : undefined;
  const { data = [], isFetching } = useQuery({
    ...choicesQuery(q, customerId),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const hintOf = (one: SilenceChoiceDto) =>
    [t(`kind.${one.kind}`), one.place, isForSeveral && one.customerName].filter(Boolean).join(" · ");
  const optionOf = (one: ChosenTarget): SelectOption => ({ value: keyOf(one), label: one.name });
  const known = new Map<string, ChosenTarget>([...data, ...value].map((one) => [keyOf(one), one]));
  return (
    <MultiSelect
      control={control}
      value={value.map(optionOf)}
      onChange={(next) => onChange(next.flatMap((option) => known.get(option.value) ?? []))}
      options={data.map((one) => ({ ...optionOf(one), hint: hintOf(one) }))}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      onFocus={() => setAsked(true)}
      texts={{ placeholder: t("search"), none: t("none"), remove: (name) => t("remove", { name }) }}
    />
  );
}
