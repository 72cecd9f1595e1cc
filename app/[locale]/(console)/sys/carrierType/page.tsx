import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { CarrierTypeScreen } from "@/features/carrier/type/components/carrier-type-screen";
import { loadCarrierTypeScreen } from "@/features/carrier/type/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/carrierType",
  messages: ["common", "error", "carrier", "catalogue"],
  skeleton: <ListSkeleton criteria={3} columns={6} />,
  render: async (ctx) => <CarrierTypeScreen {...(await loadCarrierTypeScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
