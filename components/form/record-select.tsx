"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ControlProps } from "./field";
import { MultiSelect, type SelectOption } from "./multi-select";
import { type ListParams, useRecordOptions } from "./use-record-options";

export type RecordOption = { id: number; label: string; hint?: string | undefined };

type RecordSelectProps<Item> = {
  /** Passed by a surrounding `Field`; without one, `aria-label` is the name. */
  control?: Partial<ControlProps>;
  "aria-label"?: string;
  /** The name under which a surrounding form submits the id, or nothing. */
  name: string;
  /** A list below `/service` that accepts `q` and returns items or a page of them. */
  path: string;
  params?: ListParams;
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

const toSelect = ({ id, label, hint }: RecordOption): SelectOption => ({ value: String(id), label, hint });

/** Selects one record of a list by typing, with the results of the list's own search. */
export function RecordSelect<Item>(props: RecordSelectProps<Item>) {
  const { control, name, path, params = {}, value = null, toOption, onChange, clearable = true, disabled } = props;
  const t = useTranslations("common.choose");
  const ownId = useId();
  const [chosen, setChosen] = useState(value);
  const { items, query, setQuery, pending, ask } = useRecordOptions<Item>(path, params);
  const offered = items.map(toOption);
  const shown = onChange ? value : chosen;
  const pick = ([option]: readonly SelectOption[]) => {
    const index = offered.findIndex(({ id }) => String(id) === option?.value);
    const next = option ? (offered[index] ?? { id: Number(option.value), label: option.label }) : null;
    if (!next && !clearable) return;
    setChosen(next);
    onChange?.(next, items[index]);
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
      pending={pending}
      // The list is requested on focus only, because a form has several.
      onFocus={ask}
      {...(disabled && { disabled })}
      texts={{
        placeholder: props.placeholder ?? t("placeholder"),
        none: t("none"),
        remove: (label) => t("remove", { name: label }),
      }}
    />
  );
}
