import { redirect } from "next/navigation";
import { definePage } from "@/lib/page/define-page";
import { menuOf } from "@/lib/page/menu";

const page = definePage({
  path: "/home",
  messages: [],
  render: async ({ locale, principal }) =>
    redirect(`/${locale}${menuOf(principal.permissions)[0]?.screens[0]?.path ?? "/no-access"}`),
});

export const generateMetadata = page.metadata;
export default page.Page;
