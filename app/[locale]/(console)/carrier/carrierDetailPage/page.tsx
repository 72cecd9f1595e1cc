import { CarrierDetail } from "@/features/carrier/detail/components/carrier-detail-screen";
import { loadDetail } from "@/features/carrier/detail/operations";
import { ReplaceDevice } from "@/features/device/switch/components/replace-device";
import { HistoryScreen } from "@/features/telemetry/history/components/history-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/carrier/carrierDetailPage",
  messages: ["common", "error", "carrier", "carrier-detail", "mounting", "monitoring", "history", "exception", "audit"],
  render: async (ctx) => <CarrierDetail view={await loadDetail(ctx, "page")} {...{ HistoryScreen, ReplaceDevice }} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
