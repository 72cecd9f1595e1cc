import { PageBody } from "@/components/shell/page-body";
import type { PlanDto } from "../schema";
import { NoPlan } from "./no-plan";
import { PlanEditor } from "./plan-editor";

/** The window of the floor plan editor. */
export function EditorScreen({ plan }: { plan: PlanDto | null }) {
  return <PageBody fill>{plan ? <PlanEditor key={plan.id} plan={plan} /> : <NoPlan />}</PageBody>;
}
