import { RealTimeScreen } from "@/features/carrier/detail/components/realtime-screen";
import { loadRealTime, nameOfPoint, REAL_TIME_MESSAGES } from "@/features/carrier/detail/realtime.service";
import { LiveIndicator } from "@/features/telemetry/live/components/live-indicator";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/monitorPointRealTime",
  messages: REAL_TIME_MESSAGES,
  name: nameOfPoint,
  render: async (ctx) => <RealTimeScreen {...(await loadRealTime(ctx))} status={<LiveIndicator />} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
