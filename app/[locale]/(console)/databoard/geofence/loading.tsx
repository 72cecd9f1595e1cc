import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function Loading() {
  return <ListSkeleton criteria={3} columns={7} />;
}
