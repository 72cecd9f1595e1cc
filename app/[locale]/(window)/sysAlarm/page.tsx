import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { TriggerScreen } from "@/features/alarm/trigger/components/trigger-screen";
import { loadTriggerScreen } from "@/features/alarm/trigger/trigger.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sysAlarm",
  messages: ["common", "error", "carrier", "trigger"],
  skeleton: <ListSkeleton criteria={5} columns={8} />,
  render: async (ctx) => <TriggerScreen path="/sysAlarm" {...(await loadTriggerScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
