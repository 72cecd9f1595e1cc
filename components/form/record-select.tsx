"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useId, useState } from "react";
import { callService } from "@/lib/http/call-service";
import type { ControlProps } from "./field";
import { MultiSelect, type SelectOption } from "./multi-select";

export type RecordOption = { id: number; label: string; hint?: string | undefined };

type RecordSelectProps<Item> = {
  /** Passed by a surrounding `Field`; without one, `aria-label` is the name. */
  control?: Partial<ControlProps>;
  "aria-label"?: string;
  /** The name under which a surrounding form submits the id, or nothing. */
  name: string;
  /** A list below `/service` that accepts `q` and returns items or a page of them. */
  path: string;
  /** Further parameters of the list; undefined values are omitted. */
  params?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The initial value; with `onChange`, the controlled value. */
  value?: RecordOption | null;
  toOption: (item: Item) => RecordOption;
  /** `item` is the record as the list returned it; undefined for an initial value. */
  onChange?: (value: RecordOption | null, item?: Item) => void;
  /** Whether the value can be cleared, unless it is required. */
  clearable?: boolean;
  disabled?: boolean;
  placeholder?: string;
};

const OFFERED = 20;

const toSelect = ({ id, label, hint }: RecordOption): SelectOption => ({ value: String(id), label, hint });

/** Selects one record of a list by typing, with the results of the list's own search. */
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
      // The list is requested on focus only, because a form has several.
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
