"use client";

import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ReportApproval } from "@/db/enums";
import { outstandingOf } from "../report.rules";
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

type Signed = Pick<ReportDto, "approval"> & { signatures?: ReportDto["signatures"] };

/** The last signature, and which wanted ones are still to be given. */
export function ApprovalCell({ report }: { report: Signed }) {
  const t = useTranslations("report");
  const { approval, signatures = [] } = report;
  const outstanding = outstandingOf(signatures, approval);
  const isDone = signatures.length > 0 && outstanding.length === 0 && approval !== "rejected";
  return (
    <span className="flex flex-col gap-0.5">
      {approval === "unsigned" ? (
        <span className="text-muted-foreground text-sm">{t(`approval.${approval}`)}</span>
      ) : (
        <StateBadge plain tone={isDone ? "normal" : APPROVAL_TONE[approval]}>
          {t(`approval.${isDone && approval === "made" ? "signed" : approval}`)}
        </StateBadge>
      )}
      {outstanding.length > 0 && (
        <span className="text-pretty text-muted-foreground text-xs">
          {t("detail.outstanding", { meanings: outstanding.map((one) => t(`signature.${one}`)).join(", ") })}
        </span>
      )}
    </span>
  );
}
