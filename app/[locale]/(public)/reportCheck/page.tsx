import { loadChecked } from "@/features/report/check.operations";
import { BusyCheck, CheckScreen } from "@/features/report/components/check-screen";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/reportCheck",
  render: async (ctx, key) => <CheckScreen report={await loadChecked(ctx, key)} linkKey={key} />,
  busy: BusyCheck,
});

export const generateMetadata = page.metadata;
export default page.Page;
