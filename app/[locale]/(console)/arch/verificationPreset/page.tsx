import { PresetScreen } from "@/features/verification/preset/components/preset-screen";
import { loadPresetScreen } from "@/features/verification/preset/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/verificationPreset",
  messages: ["common", "error", "verification"],
  render: async (ctx) => <PresetScreen {...(await loadPresetScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
