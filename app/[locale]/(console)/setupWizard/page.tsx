import { WizardScreen } from "@/features/setup-wizard/components/wizard-screen";
import { loadWizardScreen } from "@/features/setup-wizard/page/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/setupWizard",
  messages: ["common", "error", "carrier", "wizard"],
  render: async (ctx) => <WizardScreen {...(await loadWizardScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
