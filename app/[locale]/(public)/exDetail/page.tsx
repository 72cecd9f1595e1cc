import { BusyLink, LinkScreen } from "@/features/exception/link/components/link-screen";
import { loadLinkScreen } from "@/features/notice/delivery/next.service";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/exDetail",
  render: async (ctx, key) => (
    <LinkScreen {...(await loadLinkScreen(ctx, key))} linkKey={key} locale={ctx.locale} now={ctx.now} />
  ),
  busy: BusyLink,
});

export const generateMetadata = page.metadata;
export default page.Page;
