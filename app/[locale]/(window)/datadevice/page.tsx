import { SourceScreen } from "@/features/telemetry/source/components/source-screen";
import { loadSources } from "@/features/telemetry/source/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/datadevice",
  messages: ["common", "history"],
  render: async (ctx) => <SourceScreen {...(await loadSources(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
