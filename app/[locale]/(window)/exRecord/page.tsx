import { RecordScreen } from "@/features/exception/components/record-screen";
import { EXCEPTION_MESSAGES } from "@/features/exception/exception.operations";
import { loadExceptionRecord } from "@/features/exception/record.service";
import { EXCEPTION_PARTS } from "@/features/report/components/exception-parts";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/exRecord",
  messages: EXCEPTION_MESSAGES,
  name: async (ctx) => (await loadExceptionRecord(ctx)).subject.name,
  render: async (ctx) => <RecordScreen {...EXCEPTION_PARTS} {...(await loadExceptionRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
