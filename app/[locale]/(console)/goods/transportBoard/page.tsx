import { BoardScreen } from "@/features/transport/components/board-screen";
import { BoardSkeleton } from "@/features/transport/components/board-skeleton";
import { loadBoard } from "@/features/transport/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/goods/transportBoard",
  messages: ["common", "error", "transport"],
  skeleton: <BoardSkeleton />,
  render: async (ctx) => <BoardScreen {...(await loadBoard(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
