import { RecordScreen } from "@/features/exception/record/components/record-screen";
import { loadExceptionRecord } from "@/features/exception/record/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/exRecord",
  messages: ["common", "error", "exception"],
  render: async (ctx) => <RecordScreen {...(await loadExceptionRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
