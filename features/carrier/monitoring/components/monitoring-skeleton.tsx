import { ListSkeleton } from "@/components/data-table/list-skeleton";

const COUNTS = { count: 7, className: "grid-cols-4 xl:grid-cols-7 max-xl:[&>:first-child]:col-span-2" };

/** Placeholder of the monitoring list: counts, criteria, rows. */
export const MonitoringSkeleton = () => <ListSkeleton counts={COUNTS} criteria={4} columns={6} rows={12} />;
