import { PlatformScreen } from "@/features/forward/state/components/platform-screen";
import { loadPlatform } from "@/features/forward/state/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/platInfer",
  messages: ["common", "error", "forward"],
  name: async (ctx) => (await loadPlatform(ctx)).platform.target.name,
  render: async (ctx) => <PlatformScreen {...(await loadPlatform(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
