"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { choicesQuery } from "../report.client";
import type { ReportChoiceDto } from "../report.schema";

type CarriersSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  value: readonly ReportChoiceDto[];
  onChange: (value: readonly ReportChoiceDto[]) => void;
};

/** Carriers and places in one search; a place stands for all carriers below it. */
export function CarriersSelect({ control, value, onChange }: CarriersSelectProps) {
  const t = useTranslations("report.form");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const { data = [], isFetching } = useQuery({
    ...choicesQuery(useDeferredValue(query.trim())),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const known = new Map([...data, ...value].map((one) => [one.key, one]));
  const optionOf = (one: ReportChoiceDto): SelectOption => ({ value: one.key, label: one.name });
  return (
    <MultiSelect
      control={control}
      value={value.map(optionOf)}
      onChange={(next) => onChange(next.flatMap((option) => known.get(option.value) ?? []))}
      options={data.map((one) => ({
        ...optionOf(one),
        hint: one.place || t("place", { count: one.carrierIds.length }),
      }))}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      onFocus={() => setAsked(true)}
      texts={{
        placeholder: t("searchCarriers"),
        none: t("nothingSelected"),
        remove: (name) => t("removeOf", { name }),
      }}
    />
  );
}
