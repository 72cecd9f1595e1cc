import { TrafficScreen } from "@/features/device/status/components/traffic-screen";
import { loadTraffic } from "@/features/device/status/traffic.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/transHistory",
  messages: ["common", "device", "history"],
  name: async (ctx) => (await loadTraffic(ctx)).device.name,
  render: async (ctx) => <TrafficScreen {...(await loadTraffic(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
