import { PushCard } from "@/features/notice/push/components/push-card";
import { MaterialScreen } from "@/features/user/profile/components/material-screen";
import { loadProfileScreen } from "@/features/user/profile/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/personal/material",
  messages: ["common", "error", "profile", "push", "notice-log"],
  render: async (ctx) => <MaterialScreen {...(await loadProfileScreen(ctx))} PushCard={PushCard} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
