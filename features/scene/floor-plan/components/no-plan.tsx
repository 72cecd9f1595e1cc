import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/layout/empty-state";

/** Shown if the URL does not name a floor plan. */
export function NoPlan() {
  const t = useTranslations("scene.plan");
  return <EmptyState title={t("choose")}>{t("chooseHint")}</EmptyState>;
}
