import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ShareState } from "../share.schema";

const TONES: Record<ShareState, Tone> = {
  active: "normal",
  expired: "paused",
  usedUp: "paused",
  revoked: "paused",
  gone: "warning",
};

/** What has become of a code. */
export function StateCell({ state }: { state: ShareState }) {
  const t = useTranslations("share");
  return (
    <StateBadge plain tone={TONES[state]}>
      {t(`state.${state}`)}
    </StateBadge>
  );
}
