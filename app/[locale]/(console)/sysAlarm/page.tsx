import { TriggerScreen } from "@/features/alarm/trigger/components/trigger-screen";
import { loadTriggerScreen } from "@/features/alarm/trigger/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sysAlarm",
  messages: ["common", "error", "carrier", "trigger"],
  render: async (ctx) => <TriggerScreen {...(await loadTriggerScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
