import { ArchitectureScreen } from "@/features/scene/components/architecture-screen";
import { loadArchitectureScreen } from "@/features/scene/scene.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/architecture",
  messages: ["common", "error", "carrier", "monitoring", "scene"],
  render: async (ctx) => <ArchitectureScreen {...(await loadArchitectureScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
