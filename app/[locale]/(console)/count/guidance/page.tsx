import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { GuidanceScreen } from "@/features/statistics/guidance/components/guidance-screen";
import { loadGuidanceScreen } from "@/features/statistics/guidance/guidance.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/count/guidance",
  messages: ["common", "error", "carrier", "exception", "guidance"],
  skeleton: <ListSkeleton criteria={4} columns={4} />,
  render: async (ctx) => <GuidanceScreen {...(await loadGuidanceScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
