import { PageBody } from "@/components/shell/page-body";
import type { PlanDto } from "../schema";
import { LivePlan, type LivePlanProps } from "./live-plan";
import { NoPlan } from "./no-plan";

/** The window of a live floor plan. */
export function PlanScreen({ plan, ...rest }: Omit<LivePlanProps, "plan"> & { plan: PlanDto | null }) {
  return <PageBody fill>{plan ? <LivePlan plan={plan} {...rest} /> : <NoPlan />}</PageBody>;
}
