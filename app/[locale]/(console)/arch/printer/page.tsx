import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { PrinterScreen } from "@/features/printer/components/printer-screen";
import { loadPrinterScreen } from "@/features/printer/printer.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/printer",
  messages: ["common", "error", "carrier-detail", "print", "printDialog"],
  skeleton: <ListSkeleton criteria={3} columns={8} />,
  render: async (ctx) => <PrinterScreen {...(await loadPrinterScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
