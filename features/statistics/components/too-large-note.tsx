import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

/** Says how much smaller a selection has to be. */
export function TooLargeNote({ limit, rule }: { limit: number; rule: "selectionDays" | "tooManyProbes" }) {
  const t = useTranslations("error.rule");
  return <Alert tone="warning">{t(rule, { limit })}</Alert>;
}
