"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { nextRow, type PlanDraft } from "../draft.rules";
import { reachQuery } from "../trigger.client";
import { MAXIMUM_PLAN_ROWS } from "../trigger.rules";
import type { PartProps } from "./calendar-fields";
import { PlanRow } from "./plan-row";

type PlanListProps = PartProps & {
  customerId: number;
  plan: readonly PlanDraft[];
  onChange: (plan: PlanDraft[]) => void;
  /** The text for an empty plan; by default, that exceptions are only recorded. */
  empty?: string;
};

/** The rows of the notification plan: who is notified, and who next if the exception is not acknowledged. */
export function PlanList({ form, customerId, plan, onChange, empty }: PlanListProps) {
  const t = useTranslations("trigger.form");
  const { data: groups } = useQuery(reachQuery(customerId));
  return (
    <>
      {plan.length === 0 && <p className="text-muted-foreground text-sm">{empty ?? t("noPlan")}</p>}
      <ol className="flex flex-col gap-2">
        {plan.map((row, index) => (
          <PlanRow
            key={row.key}
            row={row}
            position={index + 1}
            customerId={customerId}
            groups={groups}
            issue={(field) => form.issue(`plan.${index}.${field}`)}
            onChange={(next) => onChange(plan.map((one) => (one.key === next.key ? next : one)))}
            onRemove={() => onChange(plan.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      {plan.length < MAXIMUM_PLAN_ROWS && (
        <Button className="mt-3" onClick={() => onChange([...plan, nextRow(plan)])}>
          <Plus aria-hidden="true" />
          {t("addRow")}
        </Button>
      )}
    </>
  );
}
