import { MapScreen } from "@/features/carrier/map/components/map-screen";
import { MapSkeleton } from "@/features/carrier/map/components/map-skeleton";
import { loadMapScreen } from "@/features/carrier/map/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/databoard/monitorMap",
  messages: ["common", "error", "carrier", "monitoring", "carrierMap"],
  skeleton: <MapSkeleton />,
  render: async (ctx) => <MapScreen {...(await loadMapScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
