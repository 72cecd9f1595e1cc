import { ClosedPage, PublicBusy } from "@/features/share-code/components/public-gate";
import { PublicScreen } from "@/features/share-code/components/public-screen";
import { loadPublicPage } from "@/features/share-code/public.operations";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/queryCode",
  render: async (ctx, key, request) => <PublicScreen {...(await loadPublicPage(ctx, key, request))} />,
  closed: (key, { search }) => <ClosedPage codeKey={key} search={search} />,
  busy: (key) => <PublicBusy path="/queryCode" codeKey={key} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
