import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { RoleScreen } from "@/features/role/components/role-screen";
import { loadRoleScreen } from "@/features/role/role.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/user/userLimits",
  messages: ["common", "error", "permission", "role"],
  skeleton: <ListSkeleton criteria={3} columns={7} />,
  render: async (ctx) => <RoleScreen {...(await loadRoleScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
