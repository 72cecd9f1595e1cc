import { useTranslations } from "next-intl";
import { COUNT_LIMIT } from "@/lib/resource/log-page";

/** States that a log contains more rows than are counted. */
export function CappedNote() {
  const t = useTranslations("common.table");
  return <p className="min-w-0 text-muted-foreground text-xs">{t("capped", { count: COUNT_LIMIT })}</p>;
}
