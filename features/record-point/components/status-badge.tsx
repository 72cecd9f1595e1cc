import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { RecordSheetStatus } from "@/db/enums";

/** An open sheet is in nobody's way: it has no colour. */
const TONE: Record<Exclude<RecordSheetStatus, "open">, Tone> = {
  submitted: "warning",
  reviewed: "warning",
  approved: "normal",
  rejected: "critical",
};

/** The status of a version of a sheet. */
export function SheetStatusBadge({ status, plain }: { status: RecordSheetStatus; plain?: boolean }) {
  const t = useTranslations("record.status");
  if (status === "open")
    return <Badge className={plain ? "border-transparent bg-transparent px-0" : "h-6"}>{t(status)}</Badge>;
  return (
    <StateBadge tone={TONE[status]} plain={plain ?? false}>
      {t(status)}
    </StateBadge>
  );
}
