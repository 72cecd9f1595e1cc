import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { GeofenceScreen } from "@/features/geofence/components/geofence-screen";
import { loadGeofenceScreen } from "@/features/geofence/geofence.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/databoard/geofence",
  messages: ["common", "error", "geofence"],
  skeleton: <ListSkeleton criteria={3} columns={7} />,
  render: async (ctx) => <GeofenceScreen {...(await loadGeofenceScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
