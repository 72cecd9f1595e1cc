import { MonitoringScreen } from "@/features/carrier/monitoring/components/monitoring-screen";
import { loadMonitoringScreen } from "@/features/carrier/monitoring/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/databoard/monitoringPoint",
  messages: ["common", "error", "carrier", "monitoring"],
  render: async (ctx) => <MonitoringScreen {...(await loadMonitoringScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
