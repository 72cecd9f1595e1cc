"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ControlProps } from "./field";
import { MultiSelect, type SelectOption } from "./multi-select";
import type { RecordOption } from "./record-select";
import { type ListParams, useRecordOptions } from "./use-record-options";

type RecordsSelectProps<Item> = {
  control: ControlProps;
  /** The name under which a surrounding form submits the ids. */
  name: string;
  /** A list below `/service` that accepts `q` and returns items or a page of them. */
  path: string;
  params?: ListParams;
  toOption: (item: Item) => RecordOption;
  onChange?: (ids: readonly number[]) => void;
};

const toSelect = ({ id, label, hint }: RecordOption): SelectOption => ({ value: String(id), label, hint });

/** Selects any number of records of a list by typing, with the results of the list's own search. */
export function RecordsSelect<Item>({
  control,
  name,
  path,
  params = {},
  toOption,
  onChange,
}: RecordsSelectProps<Item>) {
  const t = useTranslations("common.choose");
  const [chosen, setChosen] = useState<readonly SelectOption[]>([]);
  const { items, query, setQuery, pending, ask } = useRecordOptions<Item>(path, params);
  return (
    <MultiSelect
      control={control}
      name={name}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        onChange?.(next.map(({ value }) => Number(value)));
      }}
      options={items.map((item) => toSelect(toOption(item)))}
      query={query}
      onQuery={setQuery}
      pending={pending}
      onFocus={ask}
      texts={{
        placeholder: t("placeholder"),
        none: t("none"),
        remove: (label) => t("remove", { name: label }),
      }}
    />
  );
}
