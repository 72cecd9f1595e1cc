import { useTranslations } from "next-intl";
import { CappedNote } from "@/components/data-table/capped-note";

type LogNoteProps = { isCapped: boolean; hasBeginning: boolean; days: number };

const YEAR_DAYS = 365.25;

/** The number of whole years in these days, allowing for leap days; 0 if they are not whole years. */
function wholeYears(days: number): number {
  const years = Math.round(days / YEAR_DAYS);
  return Math.abs(days - years * YEAR_DAYS) <= 1 ? years : 0;
}

/** What the list omits: older rows by the setting, or those beyond the count limit. */
export function LogNote({ isCapped, hasBeginning, days }: LogNoteProps) {
  const t = useTranslations("audit");
  if (isCapped) return <CappedNote />;
  if (hasBeginning) return null;
  const years = wholeYears(days);
  return (
    <p className="min-w-0 text-muted-foreground text-xs">{years ? t("reachYears", { years }) : t("reach", { days })}</p>
  );
}
