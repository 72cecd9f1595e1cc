import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { SheetListScreen } from "@/features/record-point/components/sheet-list-screen";
import { loadSheetList } from "@/features/record-point/sheet.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/temprecord",
  messages: ["common", "error", "carrier", "record", "signature"],
  skeleton: <ListSkeleton criteria={5} columns={9} />,
  render: async (ctx) => <SheetListScreen {...(await loadSheetList(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
