import { loadSysLogScreen } from "@/features/audit/audit.operations";
import { SysLogScreen } from "@/features/audit/components/sys-log-screen";
import { SysLogSkeleton } from "@/features/audit/components/sys-log-skeleton";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/noti/sysLog",
  messages: ["common", "error", "audit"],
  skeleton: <SysLogSkeleton />,
  render: async (ctx) => <SysLogScreen {...(await loadSysLogScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
