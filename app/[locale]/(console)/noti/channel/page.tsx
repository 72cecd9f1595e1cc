import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ChannelScreen } from "@/features/notice/health/components/channel-screen";
import { loadChannelScreen } from "@/features/notice/health/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/noti/channel",
  messages: ["common", "error", "notice-log", "noticeChannel"],
  skeleton: <ListSkeleton criteria={0} columns={4} />,
  render: async (ctx) => <ChannelScreen {...(await loadChannelScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
