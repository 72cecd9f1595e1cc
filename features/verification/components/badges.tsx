"use client";

import { CalendarClock, CircleCheck, CircleDot, GitCompareArrows, RadioTower } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconBadge, type StepLook } from "@/components/value/icon-badge";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { VerificationState, VerificationVerdict } from "@/db/verification-enums";
import type { DueState } from "../due.rules";

const LOOKS: Record<VerificationState, StepLook> = {
  toBeStarted: { icon: CalendarClock, tone: "offline" },
  inProgress: { icon: RadioTower, tone: "warning" },
  recording: { icon: CircleDot, tone: "primary" },
  comparing: { icon: GitCompareArrows, tone: "primary" },
  terminated: { icon: CircleCheck, tone: "normal" },
};

/** Where a verification is in its life. */
export function TaskState({ state }: { state: VerificationState }) {
  const t = useTranslations("verification.state");
  return <IconBadge look={LOOKS[state]}>{t(state)}</IconBadge>;
}

const VERDICT_TONES: Record<VerificationVerdict, Tone> = { passed: "normal", failed: "critical", refused: "warning" };

export function VerdictBadge({ verdict, plain = false }: { verdict: VerificationVerdict; plain?: boolean }) {
  const t = useTranslations("verification.verdict");
  return (
    <StateBadge tone={VERDICT_TONES[verdict]} plain={plain}>
      {t(verdict)}
    </StateBadge>
  );
}

const DUE_TONES: Record<DueState, Tone> = {
  ...{ failed: "critical", overdue: "critical", soon: "warning", never: "warning", planned: "paused", valid: "normal" },
};

export function DueBadge({ state }: { state: DueState }) {
  const t = useTranslations("verification.dueState");
  return <StateBadge tone={DUE_TONES[state]}>{t(state)}</StateBadge>;
}
