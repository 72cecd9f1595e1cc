import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { InvalidRuleScreen } from "@/features/telemetry/correction/components/invalid-rule-screen";
import { loadInvalidRuleScreen } from "@/features/telemetry/correction/invalid.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/abnormal/invalidRule",
  messages: ["common", "error", "carrier", "invalidRule"],
  skeleton: <ListSkeleton criteria={4} columns={9} />,
  render: async (ctx) => <InvalidRuleScreen {...(await loadInvalidRuleScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
