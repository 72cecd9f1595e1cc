import { VerificationReport } from "@/features/report/components/one-click";
import { TaskDetail } from "@/features/verification/components/detail-screen";
import { loadTaskDetail, nameOfTask } from "@/features/verification/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/verificationDetail",
  messages: ["common", "error", "report-button", "verification"],
  name: nameOfTask,
  render: async (ctx) => <TaskDetail {...(await loadTaskDetail(ctx))} Report={VerificationReport} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
