"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { CONDITION_KINDS } from "@/db/enums";
import { useValueLocales } from "@/lib/units/units-context";
import { MAXIMUM_CONDITIONS, WHO_PRESETS } from "../../condition/condition.rules";
import { type ConditionDraft, newCondition, presetCondition, preview } from "../draft.rules";
import type { PartProps } from "./calendar-fields";
import { ConditionCard, KIND_ICON } from "./condition-card";
import { useTriggerWordsOf } from "./labels";

type ConditionListProps = PartProps & {
  customerId: number;
  conditions: readonly ConditionDraft[];
  onChange: (conditions: ConditionDraft[]) => void;
};

/** The conditions of a trigger, each of which raises alarms of its own. */
export function ConditionList({ form, customerId, conditions, onChange }: ConditionListProps) {
  const t = useTranslations("trigger.form");
  const tKind = useTranslations("trigger");
  const locale = useValueLocales()(customerId);
  const words = useTriggerWordsOf()(customerId);
  // A new condition starts expanded; for an existing one the sentence suffices.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (key: number) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  const add = (condition: ConditionDraft) => {
    onChange([...conditions, condition]);
    setOpened(new Set(opened).add(condition.key));
  };
  const own = form.issues.find(({ path }) => path === "conditions") && form.issue("conditions");
  return (
    <>
      <ul className="flex flex-col gap-2">
        {conditions.map((condition, index) => {
          const path = `conditions.${index}`;
          const hasIssue = form.issues.some((one) => one.path.startsWith(`${path}.`));
          return (
            <ConditionCard
              key={condition.key}
              condition={condition}
              customerId={customerId}
              isOpen={hasIssue || opened.has(condition.key)}
              hasIssue={hasIssue}
              issue={(field) => form.issue(`${path}.${field}`)}
              onToggle={() => toggle(condition.key)}
              onChange={(next) => onChange(conditions.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => onChange(conditions.filter(({ key }) => key !== condition.key))}
            />
          );
        })}
      </ul>
      {own && (
        <p role="alert" className="mt-2 text-critical text-sm">
          {own}
        </p>
      )}
      {conditions.length < MAXIMUM_CONDITIONS && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button className="mt-3">
              <Plus aria-hidden="true" />
              {t("addCondition")}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start" className="max-w-80">
            {CONDITION_KINDS.map((kind) => {
              const Icon = KIND_ICON[kind];
              return (
                <DropdownMenuItem key={kind} onSelect={() => add(newCondition(kind, locale))}>
                  <Icon aria-hidden="true" />
                  <span className="min-w-0">
                    {tKind(`kind.${kind}`)}
                    <span className="block text-muted-foreground text-xs">{tKind(`kindHint.${kind}`)}</span>
                  </span>
                </DropdownMenuItem>
              );
            })}
            <DropdownMenuSeparator />
            <DropdownMenuLabel>{t("presets")}</DropdownMenuLabel>
            {WHO_PRESETS.map((preset) => (
              <DropdownMenuItem key={preset.key} onSelect={() => add(presetCondition(preset, locale))}>
                <KIND_ICON.cumulative aria-hidden="true" />
                <span className="min-w-0">{`WHO: ${words.condition(preview(presetCondition(preset, locale)))}`}</span>
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </>
  );
}
