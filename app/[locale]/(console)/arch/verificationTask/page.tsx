import { TaskScreen } from "@/features/verification/components/task-screen";
import { loadTaskScreen } from "@/features/verification/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/verificationTask",
  messages: ["common", "error", "verification", "workOrder"],
  render: async (ctx) => <TaskScreen {...(await loadTaskScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
