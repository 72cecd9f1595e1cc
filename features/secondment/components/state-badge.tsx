import { ArrowLeftRight, Ban, CalendarClock, CircleCheck, Hourglass, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconBadge, type StepLook } from "@/components/value/icon-badge";
import type { SecondmentState } from "@/db/secondment-enums";

const LOOKS: Record<SecondmentState, StepLook> = {
  requested: { icon: Hourglass, tone: "warning" },
  planned: { icon: CalendarClock, tone: "primary" },
  current: { icon: ArrowLeftRight, tone: "primary" },
  transferred: { icon: CircleCheck, tone: "normal" },
  revoked: { icon: Undo2, tone: "offline" },
  returned: { icon: Undo2, tone: "offline" },
  ended: { icon: CircleCheck, tone: "offline" },
  declined: { icon: Ban, tone: "offline" },
};

/** Where a secondment is in its life. */
export function StateBadge({ state }: { state: SecondmentState }) {
  const t = useTranslations("secondment.state");
  return <IconBadge look={LOOKS[state]}>{t(state)}</IconBadge>;
}
