import { TraceScreen } from "@/features/track/components/trace-screen";
import { loadTrace } from "@/features/track/track.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/traceDetail",
  messages: ["common", "error", "history", "track"],
  name: async (ctx) => (await loadTrace(ctx)).carrier?.name,
  render: async (ctx) => <TraceScreen view={await loadTrace(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
