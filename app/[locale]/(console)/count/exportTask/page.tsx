import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { TaskScreen } from "@/features/export-task/components/task-screen";
import { loadTaskScreen } from "@/features/export-task/task.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/count/exportTask",
  messages: ["common", "error", "exportTask", "download", "notice-log"],
  skeleton: <ListSkeleton criteria={3} columns={8} />,
  render: async (ctx) => <TaskScreen {...(await loadTaskScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
