import { DeviceWindow } from "@/features/device/detail/components/device-window";
import { loadPlacedWindow } from "@/features/device/placement/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/RelayDetail",
  messages: ["audit", "calibration", "carrier", "common", "configuration", "device", "error", "mounting"],
  render: async (ctx) => <DeviceWindow {...(await loadPlacedWindow(ctx, "relay"))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
