import { LotDetail } from "@/features/lot/components/lot-detail-screen";
import { loadLotDetail } from "@/features/lot/screen.service";
import { LotReport } from "@/features/report/components/one-click";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/lotDetail",
  messages: ["printDialog", "common", "error", "lot", "product", "report-button", "signature"],
  name: async (ctx) => (await loadLotDetail(ctx)).answer.lot.number,
  render: async (ctx) => <LotDetail Report={LotReport} view={await loadLotDetail(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
