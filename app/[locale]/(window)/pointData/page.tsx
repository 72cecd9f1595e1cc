import { RecordWindow } from "@/features/carrier/record-window/components/record-window";
import { loadRecordWindow } from "@/features/carrier/record-window/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/pointData",
  messages: ["common", "error", "carrier", "carrier-detail", "monitoring"],
  render: async (ctx) => <RecordWindow {...(await loadRecordWindow(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
