import { SourceScreen } from "@/features/telemetry/history/components/source-screen";
import { loadSources } from "@/features/telemetry/history/source.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/datadevice",
  messages: ["common", "history"],
  render: async (ctx) => <SourceScreen {...(await loadSources(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
