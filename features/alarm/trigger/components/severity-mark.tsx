import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Tone } from "@/components/value/tone";
import type { Severity } from "@/db/enums";

const TONE: Record<Severity, Tone | undefined> = {
  critical: "critical",
  major: "warning",
  minor: undefined,
  warning: undefined,
};

export function SeverityMark({ severity }: { severity: Severity }) {
  const t = useTranslations("trigger.severity");
  const tone = TONE[severity];
  return <Badge {...(tone && { tone })}>{t(severity)}</Badge>;
}
