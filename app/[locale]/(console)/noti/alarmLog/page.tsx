import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { SwitchLogScreen } from "@/features/alarm/switch-log/components/switch-log-screen";
import { loadSwitchLogScreen } from "@/features/alarm/switch-log/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/noti/alarmLog",
  messages: ["common", "error", "alarm-log"],
  skeleton: <ListSkeleton criteria={4} columns={6} />,
  render: async (ctx) => <SwitchLogScreen {...(await loadSwitchLogScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
