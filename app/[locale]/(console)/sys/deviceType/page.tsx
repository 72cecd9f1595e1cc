import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { DeviceTypeScreen } from "@/features/device/type/components/device-type-screen";
import { loadDeviceTypeScreen } from "@/features/device/type/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/deviceType",
  messages: ["common", "error", "carrier", "catalogue"],
  skeleton: <ListSkeleton criteria={3} columns={8} />,
  render: async (ctx) => <DeviceTypeScreen {...(await loadDeviceTypeScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
