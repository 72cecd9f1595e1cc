import { SheetScreen } from "@/features/record-point/components/sheet-screen";
import { loadSheet, nameOfSheet } from "@/features/record-point/sheet.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/recordSheet",
  messages: ["common", "error", "carrier", "record", "signature"],
  name: nameOfSheet,
  render: (ctx) => loadSheet(ctx).then(({ sheet }) => <SheetScreen key={sheet.id} sheet={sheet} />),
});

export const generateMetadata = page.metadata;
export default page.Page;
