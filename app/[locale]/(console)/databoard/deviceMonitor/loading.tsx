import { BoardSkeleton } from "@/features/device/board/components/board-skeleton";

export default BoardSkeleton;
