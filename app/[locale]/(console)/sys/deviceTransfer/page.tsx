import { SecondmentScreen } from "@/features/secondment/components/secondment-screen";
import { loadSecondmentScreen } from "@/features/secondment/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/deviceTransfer",
  messages: ["common", "error", "secondment"],
  render: async (ctx) => <SecondmentScreen {...(await loadSecondmentScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
