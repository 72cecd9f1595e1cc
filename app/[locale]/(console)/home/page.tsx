import { MapBoard, MonitoringBoard } from "@/features/carrier/components/home-boards";
import { HomeScreen, HomeSkeleton } from "@/features/home/components/home-screen";
import { loadHome } from "@/features/home/home.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/home",
  messages: ["common", "error", "carrier", "carrierMap", "monitoring", "exception", "acknowledge", "home", "testAlarm"],
  skeleton: <HomeSkeleton />,
  render: async (ctx) => <HomeScreen {...(await loadHome(ctx))} Board={MonitoringBoard} WorldMap={MapBoard} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
