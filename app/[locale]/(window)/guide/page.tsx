import { GuideScreen } from "@/features/guide/components/guide-screen";
import { loadGuideWindow } from "@/features/guide/search.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/guide",
  messages: ["common", "guide"],
  render: async (ctx) => <GuideScreen {...(await loadGuideWindow(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
