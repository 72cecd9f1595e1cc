"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Field } from "@/components/form/field";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { Select } from "@/components/ui/select";
import { carrierChoices, nodeChoices, planChoices } from "../client";
import { MAXIMUM_CARRIERS } from "../rules";

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
};

/** A select with few options. */
export function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} name={name} defaultValue={value}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type CarrierFieldProps = {
  isSingle: boolean;
  chosen: readonly SelectOption[];
  onChange: (chosen: readonly SelectOption[]) => void;
  issue: string | undefined;
};

/** Selects one or several carriers by name. */
export function CarrierField({ isSingle, chosen, onChange, issue }: CarrierFieldProps) {
  const t = useTranslations("home.dashboard");
  const [query, setQuery] = useState("");
  const { data, isFetching } = useQuery(carrierChoices(useDeferredValue(query.trim())));
  // Carriers without probes have nothing to show.
  const measured = (data?.items ?? []).filter(({ probes }) => probes.length > 0);
  const options = measured.map(({ id, name, scenePath }) => ({
    value: String(id),
    label: name,
    hint: scenePath.slice(-2).join(" / "),
  }));
  return (
    <Field
      label={t(isSingle ? "carrier" : "carriers")}
      required
      issue={issue}
      hint={isSingle ? undefined : t("carriersHint", { count: MAXIMUM_CARRIERS })}
    >
      {(control) => (
        <MultiSelect
          control={control}
          value={chosen}
          onChange={onChange}
          options={options}
          query={query}
          onQuery={setQuery}
          pending={isFetching}
          single={isSingle}
          texts={{ placeholder: t("search"), none: t("noMatch"), remove: (label) => t("removeChoice", { label }) }}
        />
      )}
    </Field>
  );
}

/** Selects a node of the organisation tree, or the whole tree. */
export function NodeField({ value }: { value: number | null }) {
  const t = useTranslations("home.dashboard");
  const { data } = useQuery(nodeChoices());
  const options = (data?.items ?? []).map(({ id, name }) => [String(id), name] as const);
  // Until the names are loaded, the selection cannot be displayed but must be preserved.
  return (
    <Choice
      key={data ? "named" : "waiting"}
      name="sceneId"
      label={t("node")}
      value={value === null ? "" : String(value)}
      options={[["", t("everything")], ...(data || value === null ? options : [[String(value), "…"] as const])]}
    />
  );
}

/** Selects a floor plan. */
export function PlanField({ value, issue }: { value: number | null; issue: string | undefined }) {
  const t = useTranslations("home.dashboard");
  const { data } = useQuery(planChoices());
  return (
    <Field label={t("plan")} required issue={issue} hint={data?.total === 0 ? t("noPlans") : undefined}>
      {(control) => (
        <Select
          key={data ? "named" : "waiting"}
          {...control}
          name="sceneId"
          defaultValue={value === null ? "" : String(value)}
        >
          <option value="">{t("choosePlan")}</option>
          {(data?.items ?? []).map(({ id, name, customerName }) => (
            <option key={id} value={id}>
              {customerName ? `${customerName} / ${name}` : name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
