import { RecordScreen } from "@/features/secondment/alarm-record/components/record-screen";
import { loadAlarmRecord } from "@/features/secondment/alarm-record/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/alarmRecord",
  messages: ["common", "error", "exception", "secondment", "device"],
  render: async (ctx) => <RecordScreen {...(await loadAlarmRecord(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
