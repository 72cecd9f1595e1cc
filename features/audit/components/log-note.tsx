import { useTranslations } from "next-intl";
import { COUNT_LIMIT } from "../schema";

type LogNoteProps = { isCapped: boolean; hasBeginning: boolean; days: number };

/** What the list leaves out: older rows by the setting, or those beyond what is counted. */
export function LogNote({ isCapped, hasBeginning, days }: LogNoteProps) {
  const t = useTranslations("audit");
  if (!isCapped && hasBeginning) return null;
  return (
    <p className="min-w-0 text-muted-foreground text-xs">
      {isCapped ? t("more", { count: COUNT_LIMIT }) : t("reach", { days })}
    </p>
  );
}
