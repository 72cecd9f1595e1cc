import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ForwardCondition } from "../state/rules";

const TONES: Record<ForwardCondition, Tone> = {
  off: "paused",
  failing: "critical",
  behind: "warning",
  replaying: "normal",
  sending: "normal",
  idle: "offline",
};

/** Condition of a target as a badge. */
export function ConditionBadge({ condition, plain = false }: { condition: ForwardCondition; plain?: boolean }) {
  const t = useTranslations("forward.condition");
  return (
    <StateBadge tone={TONES[condition]} plain={plain}>
      {t(condition)}
    </StateBadge>
  );
}
