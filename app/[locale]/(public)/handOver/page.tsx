import { BusyCode, HandoverScreen } from "@/features/transport/components/handover-screen";
import { getLinkedTransport } from "@/features/transport/handover.operations";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/handOver",
  render: async (ctx, key) => (
    <HandoverScreen transport={await getLinkedTransport.call(ctx, { key })} codeKey={key} now={ctx.now} />
  ),
  busy: BusyCode,
});

export const generateMetadata = page.metadata;
export default page.Page;
