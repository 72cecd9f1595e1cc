import { HistoryScreen } from "@/features/telemetry/history/components/history-screen";
import { HistorySkeleton } from "@/features/telemetry/history/components/history-skeleton";
import { checkView, getView } from "@/features/telemetry/history/history.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/historyData",
  messages: ["common", "error", "history"],
  check: checkView,
  skeleton: <HistorySkeleton />,
  render: async (ctx) => <HistoryScreen view={await getView.call(ctx, ctx.search)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
