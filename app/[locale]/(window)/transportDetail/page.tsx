import { TransportReport } from "@/features/report/components/one-click";
import { TransportFile } from "@/features/transport/components/file-screen";
import { FILE_MESSAGES, loadTransportFile, nameOfTransport } from "@/features/transport/file.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/transportDetail",
  messages: FILE_MESSAGES,
  name: nameOfTransport,
  render: async (ctx) => <TransportFile Report={TransportReport} view={await loadTransportFile(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
