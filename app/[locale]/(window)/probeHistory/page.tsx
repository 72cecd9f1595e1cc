import { HistoryScreen } from "@/features/telemetry/history/components/history-screen";
import { loadProbeHistory, nameOf } from "@/features/telemetry/history/history.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/probeHistory",
  messages: ["common", "error", "history"],
  name: async (ctx) => nameOf(await loadProbeHistory(ctx)),
  render: async (ctx) => <HistoryScreen view={await loadProbeHistory(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
