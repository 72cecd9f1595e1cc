"use client";

import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { PrintProblem } from "@/db/print-enums";

type ProblemProps = { problem: PrintProblem; detail: string };

/** What keeps a printer or a job from printing, with what the printer said. */
export function ProblemText({ problem, detail }: ProblemProps) {
  const t = useTranslations("printDialog.problem");
  return (
    <span className="block text-pretty text-muted-foreground text-xs">
      {t(problem)}
      {detail && <span className="wrap-anywhere">{` (${detail})`}</span>}
    </span>
  );
}

type Condition = { problem: PrintProblem | null; checkedAt: number | null; isEnabled: boolean };

/** How a printer was at the last contact. */
export function PrinterBadge({ problem, checkedAt, isEnabled }: Condition) {
  const t = useTranslations("printDialog.condition");
  if (!isEnabled)
    return (
      <StateBadge tone="paused" plain>
        {t("off")}
      </StateBadge>
    );
  const state = problem ? "problem" : checkedAt === null ? "unknown" : "ready";
  const tone = problem ? "warning" : checkedAt === null ? "offline" : "normal";
  return (
    <StateBadge tone={tone} plain>
      {t(state)}
    </StateBadge>
  );
}
