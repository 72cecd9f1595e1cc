import { ContactScreen } from "@/features/notice/contact/components/contact-screen";
import { ContactSkeleton } from "@/features/notice/contact/components/contact-skeleton";
import { loadContactScreen } from "@/features/notice/contact/group.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/contacts",
  messages: ["common", "error", "contact", "push", "notice-log", "noticeChannel"],
  skeleton: <ContactSkeleton />,
  render: async (ctx) => <ContactScreen {...(await loadContactScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
