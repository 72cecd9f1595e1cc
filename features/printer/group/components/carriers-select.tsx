"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useDeferredValue, useState } from "react";
import { MultiSelect } from "@/components/form/multi-select";
import { callService } from "@/lib/http/call-service";

type Named = { id: number; name: string };
type Found = Named & { scenePath?: readonly string[] };

const OFFERED = "50";

type CarriersSelectProps = {
  control: ComponentProps<typeof MultiSelect>["control"];
  customerId: number;
  value: readonly Named[];
  onChange: (value: readonly Named[]) => void;
};

/** Selects carriers of a customer by typing. */
export function CarriersSelect({ control, customerId, value, onChange }: CarriersSelectProps) {
  const t = useTranslations("print.group");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const search = new URLSearchParams({ iDisplayLength: OFFERED, customerId: String(customerId) });
  const q = useDeferredValue(query.trim());
  if (q !== "") search.set("q", q);
  const { data = [], isFetching } = useQuery({
    queryKey: ["print", "carriers", search.toString()],
    queryFn: async ({ signal }) =>
      (await callService<{ items: Found[] }>(`/service/carrier?${search}`, { signal })).items,
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const known = new Map<string, Found>([...value, ...data].map((one) => [String(one.id), one]));
  const optionOf = ({ id, name, scenePath }: Found) => ({ value: String(id), label: name, hint: scenePath?.at(-1) });
  return (
    <MultiSelect
      control={control}
      value={value.map(optionOf)}
      onChange={(next) => onChange(next.flatMap((option) => known.get(option.value) ?? []))}
      options={data.map(optionOf)}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      onFocus={() => setAsked(true)}
      texts={{
        placeholder: t("searchCarriers"),
        none: t("noCarrier"),
        remove: (name) => t("removeCarrier", { name }),
      }}
    />
  );
}
