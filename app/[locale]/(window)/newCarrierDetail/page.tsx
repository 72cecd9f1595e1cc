import { BrokenChannels } from "@/features/alarm/trigger/components/broken-channels";
import { CarrierDetail } from "@/features/carrier/detail/components/carrier-detail-screen";
import { loadDetail } from "@/features/carrier/detail/detail.operations";
import { ReplaceDevice } from "@/features/device/replacement/components/replace-device";
import { HistoryTab } from "@/features/telemetry/history/components/history-tab";
import { definePage } from "@/lib/page/define-page";

const PARTS = { HistoryTab, ReplaceDevice, BrokenChannels };
const page = definePage({
  path: "/newCarrierDetail",
  messages: [
    "common",
    "error",
    "carrier",
    "carrier-detail",
    "mounting",
    "monitoring",
    "history",
    "exception",
    "audit",
    "lot",
  ],
  render: async (ctx) => <CarrierDetail view={await loadDetail(ctx, "window")} {...PARTS} />,
});
export const generateMetadata = page.metadata;
export default page.Page;
