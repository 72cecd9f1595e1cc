import { RecordWindow } from "@/features/carrier/detail/components/record-window";
import { loadRecordWindow } from "@/features/carrier/detail/record-window.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/pointData",
  messages: ["common", "error", "carrier", "carrier-detail", "monitoring"],
  render: async (ctx) => <RecordWindow {...(await loadRecordWindow(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
