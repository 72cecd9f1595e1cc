import { RecordScreen } from "@/features/exception/components/record-screen";
import { loadExceptionRecord } from "@/features/exception/record.service";
import { ConcernedLots } from "@/features/lot/components/concerned-lots";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/exRecord",
  messages: ["common", "error", "exception", "notice-log", "signature", "lot"],
  render: async (ctx) => <RecordScreen Lots={ConcernedLots} {...(await loadExceptionRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
