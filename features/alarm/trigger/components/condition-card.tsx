"use client";

import {
  ChevronDown,
  DoorOpen,
  Gauge,
  type LucideIcon,
  MapPinned,
  Sigma,
  Trash2,
  TrendingUp,
  WifiOff,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ToneIcon } from "@/components/value/tone-icon";
import type { ConditionKind } from "@/db/enums";
import { type ConditionDraft, preview } from "../draft.rules";
import { ConditionFields } from "./condition-fields";
import { useTriggerWordsOf } from "./labels";

export const KIND_ICON: Record<ConditionKind, LucideIcon> = {
  range: Gauge,
  cumulative: Sigma,
  "no-data": WifiOff,
  state: DoorOpen,
  trend: TrendingUp,
  geofence: MapPinned,
};

type ConditionCardProps = {
  condition: ConditionDraft;
  customerId: number;
  isOpen: boolean;
  hasIssue: boolean;
  issue: (field: string) => string | undefined;
  onToggle: () => void;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
};

/** A condition as a sentence that follows the input; expanded, its fields. */
export function ConditionCard(props: ConditionCardProps) {
  const { condition, customerId, isOpen, hasIssue, issue, onToggle, onChange, onRemove } = props;
  const t = useTranslations("trigger");
  const words = useTriggerWordsOf()(customerId);
  const id = useId();
  const told = preview(condition);
  const sentence = words.condition(told);
  const notes = [...words.notes(told), condition.severity && t(`severity.${condition.severity}`)].filter(Boolean);
  const Icon = KIND_ICON[condition.kind];
  return (
    <li className={cn("rounded-md border", hasIssue && "border-critical")}>
      <div className="flex items-start gap-1 p-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-start gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-accent"
        >
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span className="min-w-0 flex-1">
            <span className="wrap-anywhere block font-medium text-sm">{sentence}</span>
            <span className="block text-muted-foreground text-xs">
              {[t(`kind.${condition.kind}`), ...notes].join(" · ")}
            </span>
          </span>
          {hasIssue && <ToneIcon tone="critical" className="mt-0.5 size-4" />}
          <ChevronDown
            aria-hidden="true"
            className={cn("mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform", isOpen && "rotate-180")}
          />
        </button>
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 w-control-sm px-0 hover:bg-critical-soft hover:text-critical"
          aria-label={t("form.removeConditionOf", { condition: sentence })}
          title={t("form.removeCondition")}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="border-t p-3">
        {isOpen && <ConditionFields condition={condition} customerId={customerId} issue={issue} onChange={onChange} />}
      </div>
    </li>
  );
}
