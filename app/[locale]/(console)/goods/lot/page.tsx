import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { LotScreen } from "@/features/lot/components/lot-screen";
import { loadLotScreen } from "@/features/lot/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/goods/lot",
  messages: ["printDialog", "common", "error", "lot"],
  skeleton: <ListSkeleton criteria={3} columns={8} />,
  render: async (ctx) => <LotScreen {...(await loadLotScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
