"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { lotChoicesQuery } from "../report.client";

type LotsSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  value: readonly SelectOption[];
  onChange: (value: readonly SelectOption[]) => void;
};

/** Lots by product or number. */
export function LotsSelect({ control, value, onChange }: LotsSelectProps) {
  const t = useTranslations("report.form");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const { data = [], isFetching } = useQuery({
    ...lotChoicesQuery(useDeferredValue(query.trim())),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  return (
    <MultiSelect
      control={control}
      value={value}
      onChange={onChange}
      options={data}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      onFocus={() => setAsked(true)}
      texts={{ placeholder: t("searchLots"), none: t("noLots"), remove: (name) => t("removeOf", { name }) }}
    />
  );
}
