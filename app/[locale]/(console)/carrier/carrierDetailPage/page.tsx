import { DETAIL_MESSAGES, loadDetail, nameOfCarrier } from "@/features/carrier/detail/detail.operations";
import { CarrierPage } from "@/features/report/components/carrier-page";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/carrier/carrierDetailPage",
  messages: DETAIL_MESSAGES,
  name: nameOfCarrier,
  render: async (ctx) => <CarrierPage view={await loadDetail(ctx, "page")} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
