import { BoardScreen } from "@/features/device/board/components/board-screen";
import { BoardSkeleton } from "@/features/device/board/components/board-skeleton";
import { loadBoardScreen } from "@/features/device/board/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/databoard/deviceMonitor",
  messages: ["carrier", "common", "device", "deviceBoard", "error"],
  skeleton: <BoardSkeleton />,
  render: async (ctx) => <BoardScreen {...(await loadBoardScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
