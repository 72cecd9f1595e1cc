import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ForwardScreen } from "@/features/forward/components/forward-screen";
import { loadForwardScreen } from "@/features/forward/forward.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/forwarding",
  messages: ["common", "error", "forward"],
  skeleton: <ListSkeleton criteria={3} columns={8} />,
  render: async (ctx) => <ForwardScreen {...(await loadForwardScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
