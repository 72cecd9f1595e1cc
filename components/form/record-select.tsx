"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useId, useState } from "react";
import { callService } from "@/lib/http/call-service";
import type { ControlProps } from "./field";
import { MultiSelect, type SelectOption } from "./multi-select";

export type RecordOption = { id: number; label: string; hint?: string | undefined };

type RecordSelectProps<Item> = {
  /** What a `Field` around it hands down; without one `aria-label` says what is chosen. */
  control?: Partial<ControlProps>;
  "aria-label"?: string;
  /** Under this name a form around it has the id, or nothing. */
  name: string;
  /** A list below `/service`, which takes `q` and answers items, or a page of them. */
  path: string;
  /** Further criteria of that list; what is undefined is left out. */
  params?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** What is chosen at first; with `onChange` around it, what is chosen. */
  value?: RecordOption | null;
  toOption: (item: Item) => RecordOption;
  /** `item` is the record as the list answered it; none for a value from before. */
  onChange?: (value: RecordOption | null, item?: Item) => void;
  /** Whether nothing can be chosen again, as long as it is not required. */
  clearable?: boolean;
  disabled?: boolean;
  placeholder?: string;
};

const OFFERED = 20;

const toSelect = ({ id, label, hint }: RecordOption): SelectOption => ({ value: String(id), label, hint });

/** One record of a list, found by typing: offers what the list's own search finds. */
export function RecordSelect<Item>(props: RecordSelectProps<Item>) {
  const { control, name, path, params = {}, value = null, toOption, onChange, clearable = true, disabled } = props;
  const t = useTranslations("common.choose");
  const ownId = useId();
  const [chosen, setChosen] = useState(value);
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const q = useDeferredValue(query.trim());
  const search = new URLSearchParams({ iDisplayLength: String(OFFERED) });
  for (const [key, one] of Object.entries(params)) if (one !== undefined) search.set(key, String(one));
  if (q !== "") search.set("q", q);
  const { data = [], isFetching } = useQuery({
    queryKey: ["record-select", path, search.toString()],
    queryFn: async ({ signal }) => {
      const result = await callService<Item[] | { items: Item[] }>(`${path}?${search}`, { signal });
      return Array.isArray(result) ? result : result.items;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: asked,
  });
  const offered = data.map(toOption);
  const shown = onChange ? value : chosen;
  const pick = ([option]: readonly SelectOption[]) => {
    const index = offered.findIndex(({ id }) => String(id) === option?.value);
    const next = option ? (offered[index] ?? { id: Number(option.value), label: option.label }) : null;
    if (!next && !clearable) return;
    setChosen(next);
    onChange?.(next, data[index]);
  };
  return (
    <MultiSelect
      control={{ id: ownId, ...control, ...(props["aria-label"] && { "aria-label": props["aria-label"] }) }}
      name={name}
      single
      fixed={!clearable}
      value={shown ? [toSelect(shown)] : []}
      onChange={pick}
      options={offered.map(toSelect)}
      query={query}
      onQuery={setQuery}
      pending={isFetching}
      // A list is asked for once somebody looks into it: a form has several.
      onFocus={() => setAsked(true)}
      {...(disabled && { disabled })}
      texts={{
        placeholder: props.placeholder ?? t("placeholder"),
        none: t("none"),
        remove: (label) => t("remove", { name: label }),
      }}
    />
  );
}
