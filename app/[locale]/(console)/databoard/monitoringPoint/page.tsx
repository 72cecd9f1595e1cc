import { MonitoringScreen } from "@/features/carrier/monitoring/components/monitoring-screen";
import { MonitoringSkeleton } from "@/features/carrier/monitoring/components/monitoring-skeleton";
import { loadMonitoringScreen } from "@/features/carrier/monitoring/monitoring.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/databoard/monitoringPoint",
  messages: ["common", "error", "carrier", "monitoring"],
  skeleton: <MonitoringSkeleton />,
  render: async (ctx) => <MonitoringScreen {...(await loadMonitoringScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
