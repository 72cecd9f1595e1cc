import { TransportSlip } from "@/features/transport/components/slip-screen";
import { loadSlip, nameOfTransport } from "@/features/transport/file.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/transportSlip",
  messages: ["printDialog", "common", "error", "transportFile"],
  name: nameOfTransport,
  render: async (ctx) => <TransportSlip {...(await loadSlip(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
