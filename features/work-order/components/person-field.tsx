"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Field } from "@/components/form/field";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { callService } from "@/lib/http/call-service";
import { WORK_ORDER_PATH } from "../order.client";
import type { PeopleDto } from "../order.schema";

/** A person or a group. */
export type Assigned = { kind: "user" | "group"; id: number; name: string };

/** What a form sends for it. */
export const assignmentOf = (assigned: Assigned | null) => ({
  assigneeId: assigned?.kind === "user" ? assigned.id : null,
  groupId: assigned?.kind === "group" ? assigned.id : null,
});

type Named = { id: number; name: string } | null;
export const assignedOf = ({ assignee, group }: { assignee: Named; group: Named }): Assigned | null => {
  if (assignee) return { kind: "user", ...assignee };
  return group && { kind: "group", ...group };
};

type PersonFieldProps = {
  customerId: number | undefined;
  value: Assigned | null;
  onChange: (value: Assigned | null) => void;
  issue: string | undefined;
  /** For other than assignments. */
  label?: string;
  hint?: string;
};

/** Selects the person or the contact group that an order is for. */
export function PersonField({ customerId, value, onChange, issue, label, hint }: PersonFieldProps) {
  const t = useTranslations("workOrder.person");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const q = useDeferredValue(query.trim());
  const search = new URLSearchParams({ ...(q && { q }), ...(customerId && { customerId: String(customerId) }) });
  const { data, isFetching } = useQuery({
    queryKey: ["workOrder", "people", search.toString()],
    queryFn: ({ signal }) => callService<PeopleDto>(`${WORK_ORDER_PATH}/people?${search}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const offered: (Assigned & { hint: string })[] = [
    ...(data?.users ?? []).map((one) => ({ kind: "user" as const, hint: t("user"), ...one })),
    ...(data?.groups ?? []).map(({ people, ...one }) => ({
      ...{ kind: "group" as const, hint: t("group", { count: people }), ...one },
    })),
  ];
  const optionOf = ({ kind, id, name }: Assigned): SelectOption => ({ value: `${kind}:${id}`, label: name });
  return (
    <Field label={label ?? t("label")} hint={hint ?? t("hint")} issue={issue}>
      {(control) => (
        <MultiSelect
          control={control}
          single
          value={value ? [optionOf(value)] : []}
          onChange={([next]) => onChange(offered.find((one) => optionOf(one).value === next?.value) ?? null)}
          options={offered.map((one) => ({ ...optionOf(one), hint: one.hint }))}
          query={query}
          onQuery={setQuery}
          pending={isFetching}
          onFocus={() => setAsked(true)}
          texts={{ placeholder: t("search"), none: t("none"), remove: (name) => t("remove", { name }) }}
        />
      )}
    </Field>
  );
}
