import { RecordScreen } from "@/features/exception/components/record-screen";
import { loadExceptionRecord } from "@/features/exception/record.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/exRecord",
  messages: ["common", "error", "exception", "notice-log", "signature", "lot"],
  render: async (ctx) => <RecordScreen {...(await loadExceptionRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
