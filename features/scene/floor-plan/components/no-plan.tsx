import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";

/** Stands where the address names no floor plan. */
export function NoPlan() {
  const t = useTranslations("scene.plan");
  return <EmptyState title={t("choose")}>{t("chooseHint")}</EmptyState>;
}
