"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Field } from "@/components/form/field";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { Select } from "@/components/ui/select";
import { choicesQuery, templatesQuery } from "../task.client";

type CarriersFieldProps = {
  value: readonly SelectOption[];
  onChange: (value: readonly SelectOption[]) => void;
  isSingle: boolean;
  hint: string | undefined;
  issue: string | undefined;
  required: boolean;
};

/** The carriers that a task is about. */
export function CarriersField({ value, onChange, isSingle, hint, issue, required }: CarriersFieldProps) {
  const t = useTranslations("exportTask.form");
  const [query, setQuery] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const q = useDeferredValue(query.trim());
  const { data = [], isFetching } = useQuery({
    ...choicesQuery(q ? { q } : {}),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  // From another screen only the ids are known.
  const nameless = value.filter(({ label }) => label === "").map((one) => one.value);
  const { data: found = [] } = useQuery({
    ...choicesQuery({ ids: nameless.join(",") }),
    enabled: nameless.length > 0,
  });
  const names = new Map(found.map(({ id, name }) => [String(id), name]));
  return (
    <Field label={t("carriers")} hint={hint} issue={issue} required={required}>
      {(control) => (
        <MultiSelect
          control={{ ...control, "aria-label": t("carriers") }}
          value={value.map((one) => ({ ...one, label: one.label || names.get(one.value) || `№ ${one.value}` }))}
          onChange={onChange}
          options={data.map(({ id, name, place }) => ({ value: String(id), label: name, hint: place }))}
          query={query}
          onQuery={setQuery}
          pending={isFetching}
          onFocus={() => setIsAsked(true)}
          single={isSingle}
          texts={{
            placeholder: t("searchCarriers"),
            none: t("noCarriers"),
            remove: (name) => t("removeCarrier", { name }),
          }}
        />
      )}
    </Field>
  );
}

type TemplateFieldProps = {
  value: number | null;
  issue: string | undefined;
  onChange: (templateId: number | null) => void;
};

/** The template of which a report is made. */
export function TemplateField({ value, issue, onChange }: TemplateFieldProps) {
  const t = useTranslations("exportTask.form");
  const { data, isPending } = useQuery(templatesQuery());
  const hint = data?.items.length === 0 ? t("noTemplates") : undefined;
  return (
    <Field label={t("template")} hint={hint} issue={issue} required className="sm:col-span-2">
      {(control) => (
        <Select
          {...control}
          // A template that is not loaded yet is not lost.
          key={String(isPending)}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
        >
          <option value="">{t("chooseTemplate")}</option>
          {data?.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
