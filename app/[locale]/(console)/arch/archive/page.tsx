import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { loadArchiveScreen } from "@/features/archive/archive.operations";
import { ArchiveScreen } from "@/features/archive/components/archive-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/archive",
  messages: ["common", "error", "archive"],
  skeleton: <ListSkeleton criteria={2} columns={8} />,
  render: async (ctx) => <ArchiveScreen {...(await loadArchiveScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
