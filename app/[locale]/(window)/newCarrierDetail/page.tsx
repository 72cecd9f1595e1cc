import { DETAIL_MESSAGES, loadDetail, nameOfCarrier } from "@/features/carrier/detail/detail.operations";
import { CarrierPage } from "@/features/report/components/carrier-page";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/newCarrierDetail",
  messages: DETAIL_MESSAGES,
  name: nameOfCarrier,
  render: async (ctx) => <CarrierPage view={await loadDetail(ctx, "window")} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
