import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { StatisticScreen } from "@/features/statistics/components/statistic-screen";
import { loadStatisticScreen } from "@/features/statistics/statistic.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/count/statistic",
  messages: ["common", "error", "carrier", "statistics"],
  skeleton: <ListSkeleton criteria={5} columns={9} />,
  render: async (ctx) => <StatisticScreen {...(await loadStatisticScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
