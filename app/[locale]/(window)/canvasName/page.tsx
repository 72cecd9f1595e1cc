import { EditorScreen } from "@/features/scene/floor-plan/components/editor-screen";
import { loadPlan } from "@/features/scene/floor-plan/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/canvasName",
  messages: ["common", "error", "scene"],
  name: async (ctx) => (await loadPlan(ctx)).plan?.name,
  render: async (ctx) => <EditorScreen plan={(await loadPlan(ctx)).plan} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
