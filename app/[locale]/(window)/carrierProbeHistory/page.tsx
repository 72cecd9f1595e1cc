import { HistoryScreen } from "@/features/telemetry/history/components/history-screen";
import { loadCarrierHistory, nameOf } from "@/features/telemetry/history/history.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/carrierProbeHistory",
  messages: ["common", "error", "history"],
  name: async (ctx) => nameOf(await loadCarrierHistory(ctx)),
  render: async (ctx) => <HistoryScreen view={await loadCarrierHistory(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
