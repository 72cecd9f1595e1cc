import { SheetScreen } from "@/features/record-point/components/sheet-screen";
import { loadSheet } from "@/features/record-point/sheet.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/recordSheet",
  messages: ["common", "error", "carrier", "record", "signature"],
  render: async (ctx) => {
    const { sheet } = await loadSheet(ctx);
    return <SheetScreen key={sheet.id} sheet={sheet} />;
  },
});

export const generateMetadata = page.metadata;
export default page.Page;
