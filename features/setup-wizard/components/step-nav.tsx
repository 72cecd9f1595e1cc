"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { STEPS, type Step } from "../wizard.rules";

type StepNavProps = {
  shown: Step;
  /** The last step that can be opened. */
  furthest: Step;
  onStep: (step: Step) => void;
};

/** The steps in a row; completed ones can be reopened. On a phone only the present step shows its name. */
export function StepNav({ shown, furthest, onStep }: StepNavProps) {
  const t = useTranslations("wizard.step");
  const last = STEPS.indexOf(furthest);
  return (
    <nav aria-label={t("of", { step: STEPS.indexOf(shown) + 1, total: STEPS.length })}>
      <ol className="flex items-center gap-1 sm:gap-2">
        {STEPS.map((step, index) => {
          const isShown = step === shown;
          const isDone = index < last;
          return (
            <li key={step} className={cn("flex min-w-min items-center gap-1 sm:gap-2", index > 0 && "grow")}>
              {index > 0 && (
                <span
                  aria-hidden="true"
                  className={cn("h-px min-w-2 grow", index <= last ? "bg-primary" : "bg-border-strong")}
                />
              )}
              <button
                type="button"
                disabled={index > last}
                aria-current={isShown ? "step" : undefined}
                aria-label={isDone ? `${t(step)}: ${t("done")}` : t(step)}
                onClick={() => onStep(step)}
                className="flex min-h-11 min-w-min items-center gap-2 rounded-md px-1 font-medium text-sm disabled:cursor-default disabled:text-muted-foreground"
              >
                <span
                  className={cn(
                    "grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums",
                    isShown
                      ? "border-primary bg-primary text-primary-foreground"
                      : isDone
                        ? "border-primary bg-primary-soft text-primary-soft-foreground"
                        : "border-border-strong bg-card text-muted-foreground",
                  )}
                >
                  {isDone && !isShown ? <Check aria-hidden="true" className="size-4" /> : index + 1}
                </span>
                <span
                  className={cn("line-clamp-2 min-w-min text-left leading-tight", !isShown && "max-lg:hidden")}
                  title={t(step)}
                >
                  {t(step)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
