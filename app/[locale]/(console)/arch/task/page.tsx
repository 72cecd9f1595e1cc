import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { TaskScreen } from "@/features/monitor-task/components/task-screen";
import { loadTaskScreen } from "@/features/monitor-task/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/task",
  messages: ["common", "error", "monitorTask", "workOrder"],
  skeleton: <ListSkeleton criteria={4} columns={8} />,
  render: async (ctx) => <TaskScreen {...(await loadTaskScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
