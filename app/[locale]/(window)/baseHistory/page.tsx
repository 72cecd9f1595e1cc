import { loadBaseHistory } from "@/features/device/replacement/binding.operations";
import { BaseHistoryScreen } from "@/features/device/replacement/components/base-history-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/baseHistory",
  messages: ["common", "mounting"],
  name: async (ctx) => (await loadBaseHistory(ctx)).base.name,
  render: async (ctx) => <BaseHistoryScreen {...(await loadBaseHistory(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
