import { BrokenChannels } from "@/features/alarm/trigger/components/broken-channels";
import { CarrierDetail } from "@/features/carrier/detail/components/carrier-detail-screen";
import { DETAIL_MESSAGES, loadDetail } from "@/features/carrier/detail/detail.operations";
import { ReplaceDevice } from "@/features/device/replacement/components/replace-device";
import { GoodsTab } from "@/features/lot/components/goods-tab";
import { HistoryTab } from "@/features/telemetry/history/components/history-tab";
import { definePage } from "@/lib/page/define-page";
const PARTS = { HistoryTab, GoodsTab, ReplaceDevice, BrokenChannels };
const page = definePage({
  path: "/carrier/carrierDetailPage",
  messages: DETAIL_MESSAGES,
  render: async (ctx) => <CarrierDetail view={await loadDetail(ctx, "page")} {...PARTS} />,
});
export const generateMetadata = page.metadata;
export default page.Page;
