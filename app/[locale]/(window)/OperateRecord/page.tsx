import { RecordScreen } from "@/features/audit/components/record-screen";
import { loadOperationRecord } from "@/features/audit/record.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/OperateRecord",
  messages: ["audit", "common", "error"],
  name: async (ctx) => (await loadOperationRecord(ctx)).subject.name,
  render: async (ctx) => <RecordScreen {...(await loadOperationRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
