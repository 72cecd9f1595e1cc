import { Ban, CircleAlert, CircleCheck, CircleHelp, Clock, Printer, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconBadge, type StepLook } from "@/components/value/icon-badge";
import type { PrintState } from "@/db/print-enums";

const LOOKS: Record<PrintState, StepLook> = {
  waiting: { icon: Clock, tone: "warning" },
  sending: { icon: Send, tone: "primary" },
  atPrinter: { icon: Printer, tone: "primary" },
  printed: { icon: CircleCheck, tone: "normal" },
  failed: { icon: CircleAlert, tone: "critical" },
  unclear: { icon: CircleHelp, tone: "warning" },
  cancelled: { icon: Ban, tone: "offline" },
};

/** Where a job is in its life. */
export function StateBadge({ state }: { state: PrintState }) {
  const t = useTranslations("print.job.state");
  return <IconBadge look={LOOKS[state]}>{t(state)}</IconBadge>;
}
