import { PlanScreen } from "@/features/verification/components/plan-screen";
import { loadTaskPlan, nameOfTask } from "@/features/verification/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/verificationPlan",
  messages: ["common", "error", "verification"],
  name: nameOfTask,
  render: async (ctx) => <PlanScreen {...(await loadTaskPlan(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
