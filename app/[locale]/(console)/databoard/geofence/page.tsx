import { GeofenceScreen } from "@/features/geofence/components/geofence-screen";
import { loadGeofenceScreen } from "@/features/geofence/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/databoard/geofence",
  messages: ["common", "error", "geofence"],
  render: async (ctx) => <GeofenceScreen {...(await loadGeofenceScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
