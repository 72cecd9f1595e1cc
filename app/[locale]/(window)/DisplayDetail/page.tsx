import { FieldsCard } from "@/features/adapter/mapping/components/fields-card";
import { loadPlacedWindow, WINDOW_MESSAGES } from "@/features/device/placement.service";
import { DeviceWithOrders } from "@/features/work-order/components/device-with-orders";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/DisplayDetail",
  messages: WINDOW_MESSAGES,
  name: async (ctx) => (await loadPlacedWindow(ctx, "display")).detail.device.name,
  render: async (ctx) => <DeviceWithOrders {...(await loadPlacedWindow(ctx, "display"))} fields={<FieldsCard />} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
