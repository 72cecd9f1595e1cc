import { StatisticScreen } from "@/features/work-order/components/statistic-screen";
import { loadStatistic } from "@/features/work-order/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/order/workOrderStatistic",
  messages: ["common", "error", "workOrder"],
  render: async (ctx) => <StatisticScreen {...(await loadStatistic(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
