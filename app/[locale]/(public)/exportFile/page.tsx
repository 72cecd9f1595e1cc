import { BusyExportLink, ExportLinkScreen } from "@/features/export-task/components/link-screen";
import { getLinkedExport } from "@/features/export-task/link.operations";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/exportFile",
  render: async (ctx, key) => <ExportLinkScreen file={await getLinkedExport.call(ctx, { key })} linkKey={key} />,
  busy: BusyExportLink,
});

export const generateMetadata = page.metadata;
export default page.Page;
