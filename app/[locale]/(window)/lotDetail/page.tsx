import { LotDetail } from "@/features/lot/components/lot-detail-screen";
import { loadLotDetail } from "@/features/lot/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/lotDetail",
  messages: ["common", "error", "lot", "product", "signature"],
  render: async (ctx) => <LotDetail view={await loadLotDetail(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
