import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { type SwitchWord, wordOf } from "../switch.rules";
import type { DeviceSwitchDto } from "../switch.schema";

const TONES: Record<SwitchWord, Tone> = {
  waiting: "warning",
  eligible: "normal",
  automatic: "normal",
  confirmed: "normal",
  regardless: "normal",
  direct: "normal",
  stopped: "paused",
  expired: "offline",
};

type ResultBadgeProps = { of: Pick<DeviceSwitchDto, "standing" | "result" | "type">; plain?: boolean };

/** State of a replacement, or how it ended. */
export function ResultBadge({ of, plain = false }: ResultBadgeProps) {
  const t = useTranslations("mounting.switch.word");
  const word = wordOf(of);
  return (
    <StateBadge tone={TONES[word]} plain={plain}>
      {t(word)}
    </StateBadge>
  );
}
