import { loadDeviceList } from "@/features/device/calibration/due.service";
import { DeviceScreen } from "@/features/device/components/device-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/device/base",
  messages: ["printDialog", "carrier", "common", "device", "device-import", "error"],
  render: async (ctx) => <DeviceScreen {...(await loadDeviceList(ctx, "base"))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
