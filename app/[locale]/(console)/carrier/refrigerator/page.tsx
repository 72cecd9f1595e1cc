import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { CarrierScreen } from "@/features/carrier/components/carrier-screen";
import { loadCarrierScreen } from "@/features/carrier/list.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/carrier/refrigerator",
  messages: ["printDialog", "common", "error", "carrier", "monitoring"],
  skeleton: <ListSkeleton criteria={10} columns={10} />,
  render: async (ctx) => <CarrierScreen {...(await loadCarrierScreen(ctx, "refrigerator"))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
