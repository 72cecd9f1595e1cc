import { Check, Minus } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { CheckState } from "./check-choice";

/** The look of a checkbox with a third state; the surrounding line conveys its state to screen readers. */
export function TickMark({ state, disabled = false }: { state: CheckState; disabled?: boolean }) {
  const Icon = state === "mixed" ? Minus : Check;
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-4 shrink-0 place-content-center rounded-sm border touch:size-5",
        state === "unchecked" ? "border-input bg-card" : "border-primary bg-primary text-primary-foreground",
        disabled && "opacity-50",
      )}
    >
      {state !== "unchecked" && <Icon strokeWidth={3.5} className="size-3" />}
    </span>
  );
}
