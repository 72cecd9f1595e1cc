"use client";

import { ListFilterPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button-variants";
import { Popover } from "@/components/ui/popover";
import type { Criterion } from "./criterion";

type AddCriterionProps = { criteria: readonly Criterion[]; onAdd: (name: string) => void };

/** Offers the criteria that are not shown. */
export function AddCriterion({ criteria, onAdd }: AddCriterionProps) {
  const t = useTranslations("common.search");
  if (criteria.length === 0) return null;
  return (
    <Popover
      className={buttonVariants({ variant: "ghost" })}
      panelClassName="min-w-44"
      trigger={
        <>
          <ListFilterPlus aria-hidden="true" />
          {t("add")}
        </>
      }
    >
      {(close) => (
        <ul aria-label={t("add")}>
          {criteria.map(({ name, label }) => (
            <li key={name}>
              <button
                type="button"
                className="flex min-h-8 w-full items-center rounded-sm px-2 py-1 text-left hover:bg-accent touch:min-h-11"
                onClick={() => {
                  close();
                  onAdd(name);
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
