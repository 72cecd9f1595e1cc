import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { NoticeLogScreen } from "@/features/notice/log/components/notice-log-screen";
import { loadNoticeLogScreen } from "@/features/notice/log/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/noti/notification",
  messages: ["common", "error", "notice-log"],
  skeleton: <ListSkeleton criteria={6} columns={8} />,
  render: async (ctx) => <NoticeLogScreen {...(await loadNoticeLogScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
