import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ReportScreen } from "@/features/report/components/report-screen";
import { loadReportScreen } from "@/features/report/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/count/dataReport",
  messages: ["common", "error", "lot", "report", "report-button", "signature", "transportFile"],
  skeleton: <ListSkeleton criteria={4} columns={9} />,
  render: async (ctx) => <ReportScreen {...(await loadReportScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
