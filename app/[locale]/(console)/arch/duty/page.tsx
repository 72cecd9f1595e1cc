import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { DutyScreen } from "@/features/notice/duty/components/duty-screen";
import { loadDutyScreen } from "@/features/notice/duty/duty.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/duty",
  messages: ["common", "error", "duty"],
  skeleton: <ListSkeleton criteria={1} columns={7} />,
  render: async (ctx) => <DutyScreen {...(await loadDutyScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
