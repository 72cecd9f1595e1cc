import { redirect } from "next/navigation";
import { findFirstPath } from "@/features/user/profile/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/home",
  messages: [],
  render: async (ctx) => redirect(`/${ctx.locale}${await findFirstPath(ctx)}`),
});

export const generateMetadata = page.metadata;
export default page.Page;
