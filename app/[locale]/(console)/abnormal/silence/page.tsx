import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { SilenceScreen } from "@/features/alarm/silence/components/silence-screen";
import { loadSilenceScreen } from "@/features/alarm/silence/silence.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/abnormal/silence",
  messages: ["common", "error", "silence"],
  skeleton: <ListSkeleton criteria={3} columns={7} />,
  render: async (ctx) => <SilenceScreen {...(await loadSilenceScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
