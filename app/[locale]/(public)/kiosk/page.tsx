import { KioskPage } from "@/features/share-code/components/kiosk-page";
import { PublicBusy } from "@/features/share-code/components/public-gate";
import { loadKiosk } from "@/features/share-code/public.operations";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/kiosk",
  render: async (ctx, key) => <KioskPage {...(await loadKiosk(ctx, key))} codeKey={key} />,
  busy: (key) => <PublicBusy path="/kiosk" codeKey={key} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
