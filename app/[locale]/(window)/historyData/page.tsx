import { HistoryScreen } from "@/features/telemetry/history/components/history-screen";
import { HistorySkeleton } from "@/features/telemetry/history/components/history-skeleton";
import { HISTORY_WINDOW, loadHistory } from "@/features/telemetry/history/history.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/historyData",
  ...HISTORY_WINDOW,
  skeleton: <HistorySkeleton />,
  render: async (ctx) => <HistoryScreen view={await loadHistory(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
