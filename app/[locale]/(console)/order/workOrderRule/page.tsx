import { RuleScreen } from "@/features/work-order/rule/components/rule-screen";
import { loadRuleScreen } from "@/features/work-order/rule/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/order/workOrderRule",
  messages: ["common", "error", "workOrder", "workOrderRule"],
  render: async (ctx) => <RuleScreen {...(await loadRuleScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
