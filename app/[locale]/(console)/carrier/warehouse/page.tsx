import { CarrierScreen } from "@/features/carrier/components/carrier-screen";
import { loadCarrierScreen } from "@/features/carrier/list/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/carrier/warehouse",
  messages: ["common", "error", "carrier", "monitoring"],
  render: async (ctx) => <CarrierScreen {...(await loadCarrierScreen(ctx, "warehouse"))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
