import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function Loading() {
  return <ListSkeleton criteria={6} columns={8} />;
}
