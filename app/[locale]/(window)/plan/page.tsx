import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { PlanScreen } from "@/features/scene/floor-plan/components/plan-screen";
import { loadPlan } from "@/features/scene/floor-plan/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/plan",
  messages: ["common", "error", "monitoring", "scene"],
  name: async (ctx) => (await loadPlan(ctx, listMonitoringPoints.call)).plan?.name,
  render: async (ctx) => <PlanScreen {...(await loadPlan(ctx, listMonitoringPoints.call))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
