import { UnknownScreen } from "@/features/telemetry/unknown/components/unknown-screen";
import { loadUnknownScreen } from "@/features/telemetry/unknown/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/device/unknown",
  messages: ["common", "error", "unknown-device"],
  render: async (ctx) => <UnknownScreen {...(await loadUnknownScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
