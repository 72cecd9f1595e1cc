import { BaseHistoryScreen } from "@/features/device/binding/components/base-history-screen";
import { loadBaseHistory } from "@/features/device/binding/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/baseHistory",
  messages: ["common", "mounting"],
  render: async (ctx) => <BaseHistoryScreen {...(await loadBaseHistory(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
