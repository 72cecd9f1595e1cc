import { DueScreen } from "@/features/verification/components/due-screen";
import { loadDueScreen } from "@/features/verification/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/verificationDue",
  messages: ["common", "error", "verification"],
  render: async (ctx) => <DueScreen {...(await loadDueScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
