import { DetailScreen } from "@/features/statistics/detail/components/detail-screen";
import { loadDetailScreen } from "@/features/statistics/detail/detail.operations";
import { HistorySkeleton } from "@/features/telemetry/history/components/history-skeleton";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/count/detailData",
  messages: ["common", "error", "history", "detail"],
  skeleton: <HistorySkeleton />,
  render: async (ctx) => <DetailScreen view={await loadDetailScreen(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
