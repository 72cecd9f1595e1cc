import { OrderDetail } from "@/features/work-order/components/detail-screen";
import { loadOrderDetail, nameOfOrder } from "@/features/work-order/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/workOrderDetail",
  messages: ["common", "error", "workOrder"],
  name: nameOfOrder,
  render: async (ctx) => <OrderDetail {...(await loadOrderDetail(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
