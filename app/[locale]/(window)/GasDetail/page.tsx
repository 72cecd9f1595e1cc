import { FieldsCard } from "@/features/adapter/mapping/components/fields-card";
import { DeviceWindow } from "@/features/device/components/device-window";
import { loadPlacedWindow } from "@/features/device/placement.service";
import { DeviceOrders } from "@/features/work-order/components/order-lines";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/GasDetail",
  messages: ["audit", "calibration", "carrier", "common", "configuration", "device", "error", "mounting", "workOrder"],
  render: async (ctx) => (
    <DeviceWindow Orders={DeviceOrders} {...(await loadPlacedWindow(ctx, "gas"))} fields={<FieldsCard />} />
  ),
});

export const generateMetadata = page.metadata;
export default page.Page;
