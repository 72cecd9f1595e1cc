import { useTranslations } from "next-intl";
import { PageBody } from "@/components/shell/page-body";
import { EmptyState } from "@/components/ui/empty-state";
import type { PlanDto } from "../schema";
import { LivePlan, type LivePlanProps } from "./live-plan";
import { PlanEditor } from "./plan-editor";

function NoPlan() {
  const t = useTranslations("scene.plan");
  return <EmptyState title={t("choose")}>{t("chooseHint")}</EmptyState>;
}

/** The window of a floor plan as it is now. */
export function PlanScreen({ plan, ...rest }: Omit<LivePlanProps, "plan"> & { plan: PlanDto | null }) {
  return <PageBody fill>{plan ? <LivePlan plan={plan} {...rest} /> : <NoPlan />}</PageBody>;
}

/** The window in which a floor plan is drawn. */
export function EditorScreen({ plan }: { plan: PlanDto | null }) {
  return <PageBody fill>{plan ? <PlanEditor key={plan.id} plan={plan} /> : <NoPlan />}</PageBody>;
}
