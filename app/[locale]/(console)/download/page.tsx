import { loadDownloadScreen } from "@/features/download/download.operations";
import { DownloadScreen } from "@/features/file/components/download-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/download",
  messages: ["common", "error", "download"],
  render: async (ctx) => <DownloadScreen path="/download" {...(await loadDownloadScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
