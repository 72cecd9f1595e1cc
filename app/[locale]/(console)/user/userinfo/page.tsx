import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { UserScreen } from "@/features/user/components/user-screen";
import { loadUserScreen } from "@/features/user/user.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/user/userinfo",
  messages: ["common", "error", "user"],
  skeleton: <ListSkeleton criteria={4} columns={8} />,
  render: async (ctx) => <UserScreen {...(await loadUserScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
