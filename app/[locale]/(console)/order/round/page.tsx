import { RoundScreen } from "@/features/work-order/components/round-screen";
import { loadRound } from "@/features/work-order/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/order/round",
  messages: ["common", "error", "workOrder"],
  render: async (ctx) => <RoundScreen {...(await loadRound(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
