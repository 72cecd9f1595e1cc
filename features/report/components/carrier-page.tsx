import { BrokenChannels } from "@/features/alarm/trigger/components/broken-channels";
import { CarrierDetail } from "@/features/carrier/detail/components/carrier-detail-screen";
import type { CarrierDetailView } from "@/features/carrier/detail/detail.schema";
import { ReplaceDevice } from "@/features/device/replacement/components/replace-device";
import { GoodsTab } from "@/features/lot/components/goods-tab";
import { HistoryTab } from "@/features/telemetry/history/components/history-tab";
import { CarrierOrders } from "@/features/work-order/components/order-lines";
import { CarrierReport } from "./one-click";

const PARTS = { HistoryTab, GoodsTab, OrdersTab: CarrierOrders, ReplaceDevice, BrokenChannels, Report: CarrierReport };

/** One carrier with the parts of the features that know of carriers: reports are at the end of that chain. */
export const CarrierPage = ({ view }: { view: CarrierDetailView }) => <CarrierDetail view={view} {...PARTS} />;
