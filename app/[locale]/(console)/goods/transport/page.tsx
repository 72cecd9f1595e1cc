import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { TransportScreen } from "@/features/transport/components/transport-screen";
import { loadTransportScreen } from "@/features/transport/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/goods/transport",
  messages: ["common", "error", "transport", "lot"],
  skeleton: <ListSkeleton criteria={3} columns={9} />,
  render: async (ctx) => <TransportScreen {...(await loadTransportScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
