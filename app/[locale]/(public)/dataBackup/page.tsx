import { BusyArchive, LinkedArchive } from "@/features/archive/components/linked-archive";
import { getLinkedArchive } from "@/features/archive/link.operations";
import { defineLinkPage } from "@/lib/page/define-link-page";

const page = defineLinkPage({
  path: "/dataBackup",
  render: async (ctx, key) => (
    <LinkedArchive archive={await getLinkedArchive.call(ctx, { key })} linkKey={key} locale={ctx.locale} />
  ),
  busy: BusyArchive,
});

export const generateMetadata = page.metadata;
export default page.Page;
