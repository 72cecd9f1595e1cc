import { RecordScreen } from "@/features/audit/components/record-screen";
import { loadOperationRecord } from "@/features/audit/record.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/OperateRecord",
  messages: ["audit", "common", "error"],
  render: async (ctx) => <RecordScreen {...(await loadOperationRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
