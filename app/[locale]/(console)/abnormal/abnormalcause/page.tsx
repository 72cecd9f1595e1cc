import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ReasonScreen } from "@/features/exception/reason/components/reason-screen";
import { loadReasonScreen } from "@/features/exception/reason/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/abnormal/abnormalcause",
  messages: ["common", "error", "exceptionReason"],
  skeleton: <ListSkeleton criteria={2} columns={4} />,
  render: async (ctx) => <ReasonScreen {...(await loadReasonScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
