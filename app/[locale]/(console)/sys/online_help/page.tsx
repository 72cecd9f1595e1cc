import { AdministrationScreen } from "@/features/guide/components/administration-screen";
import { AdministrationSkeleton } from "@/features/guide/components/administration-skeleton";
import { loadGuideScreen } from "@/features/guide/guide.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/online_help",
  messages: ["common", "error", "shell", "guide"],
  skeleton: <AdministrationSkeleton />,
  render: async (ctx) => <AdministrationScreen {...(await loadGuideScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
