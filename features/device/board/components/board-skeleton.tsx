import { ListSkeleton } from "@/components/data-table/list-skeleton";

const COUNTS = { count: 9, className: "grid-cols-3 sm:grid-cols-5 xl:grid-cols-9" };

/** Loading state of the board: counts, criteria, rows. */
export const BoardSkeleton = () => <ListSkeleton counts={COUNTS} criteria={2} columns={6} rows={12} />;
