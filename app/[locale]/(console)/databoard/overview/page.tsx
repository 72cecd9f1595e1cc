import { WallScreen } from "@/features/carrier/overview/components/wall-screen";
import { loadWallScreen } from "@/features/carrier/overview/operations";
import { definePage } from "@/lib/page/define-page";
import { readPreference } from "@/lib/preference/read-preferences";

const page = definePage({
  path: "/databoard/overview",
  messages: ["carrier", "common", "monitoring", "overview"],
  render: async (ctx) => <WallScreen {...(await loadWallScreen(ctx))} appearance={await readPreference("wall")} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
