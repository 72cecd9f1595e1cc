import { BrokenChannels } from "@/features/alarm/trigger/components/broken-channels";
import { WizardScreen } from "@/features/setup-wizard/components/wizard-screen";
import { loadWizardScreen } from "@/features/setup-wizard/page.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/setupWizard",
  messages: ["common", "error", "carrier", "wizard", "testAlarm"],
  render: async (ctx) => <WizardScreen {...(await loadWizardScreen(ctx))} BrokenChannels={BrokenChannels} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
