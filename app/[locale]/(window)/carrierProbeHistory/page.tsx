import { HistoryScreen } from "@/features/telemetry/history/components/history-screen";
import { loadCarrierHistory } from "@/features/telemetry/history/history.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/carrierProbeHistory",
  messages: ["common", "error", "history"],
  render: async (ctx) => <HistoryScreen view={await loadCarrierHistory(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
