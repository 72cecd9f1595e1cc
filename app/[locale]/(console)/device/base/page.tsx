import { DeviceScreen } from "@/features/device/components/device-screen";
import { loadDeviceList } from "@/features/device/due/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/device/base",
  messages: ["carrier", "common", "device", "device-import", "error"],
  render: async (ctx) => <DeviceScreen {...(await loadDeviceList(ctx, "base"))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
