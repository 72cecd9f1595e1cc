import { ParameterScreen } from "@/features/parameter/components/parameter-screen";
import { ParameterSkeleton } from "@/features/parameter/components/parameter-skeleton";
import { loadParameterScreen } from "@/features/parameter/parameter.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/paramsetup",
  messages: ["common", "error", "parameter"],
  skeleton: <ParameterSkeleton />,
  render: async (ctx) => <ParameterScreen {...(await loadParameterScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
