"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import type { ShareKind } from "@/db/share-enums";
import { subjectsQuery } from "../share.client";
import type { SubjectDto } from "../share.schema";

type SubjectSelectProps = {
  kind: ShareKind;
  control: ComponentProps<typeof MultiSelect>["control"];
  value: readonly SubjectDto[];
  onChange: (value: readonly SubjectDto[]) => void;
};

/** Carriers, devices and boards in one search. */
export function SubjectSelect({ kind, control, value, onChange }: SubjectSelectProps) {
  const t = useTranslations("share.form");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const { data = [], isFetching } = useQuery({
    ...subjectsQuery(useDeferredValue(query.trim()), kind),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const known = new Map([...data, ...value].map((one) => [one.key, one]));
  const optionOf = (one: SubjectDto): SelectOption => ({ value: one.key, label: one.name });
  return (
    <MultiSelect
      control={control}
      value={value.map(optionOf)}
      onChange={(next) => onChange(next.flatMap((option) => known.get(option.value) ?? []))}
      options={data.map((one) => ({ ...optionOf(one), hint: t(`hintOf.${one.kind}`, { place: one.place }) }))}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      onFocus={() => setAsked(true)}
      texts={{
        placeholder: t("search"),
        none: t("nothingSelected"),
        remove: (name) => t("removeOf", { name }),
      }}
    />
  );
}
