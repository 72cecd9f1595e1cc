import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { LotVerdict } from "@/db/enums";
import type { Outcome } from "../lot.schema";

export const OUTCOME_TONE: Record<LotVerdict, Tone> = {
  usable: "normal",
  quarantine: "warning",
  notUsable: "critical",
};

/** Whether a lot may be used, with the first reason below. */
export function OutcomeBadge({ outcome, hasReason = true }: { outcome: Outcome; hasReason?: boolean }) {
  const t = useTranslations("lot");
  const [reason] = outcome.reasons;
  return (
    <span className="flex flex-col items-start gap-1">
      <StateBadge tone={OUTCOME_TONE[outcome.state]}>{t(`state.${outcome.state}`)}</StateBadge>
      {hasReason && reason && (
        <span className="wrap-anywhere text-pretty text-muted-foreground text-xs sm:max-w-64">
          {t(`reason.${reason}`)}
        </span>
      )}
    </span>
  );
}
