import { MenuScreen } from "@/features/menu/components/menu-screen";
import { MenuSkeleton } from "@/features/menu/components/menu-skeleton";
import { loadMenuScreen } from "@/features/menu/menu.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/resource",
  messages: ["common", "error", "menu", "permission"],
  skeleton: <MenuSkeleton />,
  render: async (ctx) => <MenuScreen {...(await loadMenuScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
