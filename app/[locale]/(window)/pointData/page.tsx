import { PointScreen } from "@/features/record-point/components/point-screen";
import { loadRecordPoint } from "@/features/record-point/point.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/pointData",
  messages: ["common", "error", "carrier", "carrier-detail", "monitoring", "record"],
  name: async (ctx) => (await loadRecordPoint(ctx)).point.name,
  render: async (ctx) => <PointScreen {...(await loadRecordPoint(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
