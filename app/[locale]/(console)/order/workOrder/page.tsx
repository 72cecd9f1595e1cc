import { OrderScreen } from "@/features/work-order/components/order-screen";
import { loadOrderScreen } from "@/features/work-order/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/order/workOrder",
  messages: ["common", "error", "workOrder"],
  render: async (ctx) => <OrderScreen {...(await loadOrderScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
