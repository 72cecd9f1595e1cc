import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { FindingScreen } from "@/features/monitor-task/components/finding-screen";
import { loadFindingScreen } from "@/features/monitor-task/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/taskFinding",
  messages: ["common", "error", "monitorTask"],
  skeleton: <ListSkeleton criteria={4} columns={8} />,
  render: async (ctx) => <FindingScreen {...(await loadFindingScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
