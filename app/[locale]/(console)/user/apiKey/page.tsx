import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ApiKeyScreen } from "@/features/customer/api-key/components/api-key-screen";
import { loadApiKeyScreen } from "@/features/customer/api-key/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/user/apiKey",
  messages: ["common", "error", "permission", "apiKey"],
  skeleton: <ListSkeleton criteria={2} columns={8} />,
  render: async (ctx) => <ApiKeyScreen {...(await loadApiKeyScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
