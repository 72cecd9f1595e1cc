import { TransportFile } from "@/features/transport/components/file-screen";
import { loadTransportFile } from "@/features/transport/file.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/transportDetail",
  messages: ["common", "error", "history", "signature", "track", "transport", "transportFile"],
  render: async (ctx) => <TransportFile view={await loadTransportFile(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
