import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ShareScreen } from "@/features/share-code/components/share-screen";
import { loadShareScreen } from "@/features/share-code/share.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/code/findCode",
  messages: ["common", "error", "share"],
  skeleton: <ListSkeleton criteria={3} columns={9} />,
  render: async (ctx) => <ShareScreen {...(await loadShareScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
