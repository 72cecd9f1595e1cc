import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function Loading() {
  return <ListSkeleton criteria={4} columns={9} />;
}
