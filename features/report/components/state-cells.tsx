"use client";

import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ReportApproval } from "@/db/enums";
import type { ReportDto } from "../report.schema";

const APPROVAL_TONE: Record<Exclude<ReportApproval, "unsigned">, Tone> = {
  made: "warning",
  reviewed: "warning",
  approved: "normal",
  rejected: "critical",
};

/** Whether it is there, how far it is, or why not. */
export function StateCell({ report }: { report: Pick<ReportDto, "state" | "progress" | "failure"> }) {
  const t = useTranslations("report");
  const { state, progress, failure } = report;
  if (state === "generating")
    return (
      <span className="flex min-w-24 flex-col gap-1">
        <span className="text-sm tabular-nums">
          {t("state.generating")} {progress} %
        </span>
        <Progress label={t("state.generating")} value={progress} />
      </span>
    );
  return (
    <span className="flex flex-col gap-0.5">
      <StateBadge plain tone={state === "generated" ? "normal" : "critical"}>
        {t(`state.${state}`)}
      </StateBadge>
      {failure && <span className="text-pretty text-muted-foreground text-xs">{t(`failure.${failure}`)}</span>}
    </span>
  );
}

export function ApprovalCell({ approval, plain = true }: { approval: ReportApproval; plain?: boolean }) {
  const t = useTranslations("report.approval");
  if (approval === "unsigned") return <span className="text-muted-foreground text-sm">{t(approval)}</span>;
  return (
    <StateBadge plain={plain} tone={APPROVAL_TONE[approval]}>
      {t(approval)}
    </StateBadge>
  );
}
