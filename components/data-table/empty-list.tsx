import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { BeyondLast } from "./beyond-last";
import type { ListState } from "./column";
import { listHref } from "./list-href";
import { NoMatch } from "./no-match";

type EmptyListProps = {
  list: ListState;
  /** Whether any criterion narrows the list. */
  isFiltered: boolean;
  /** What to say where there is nothing at all. */
  title: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
};

/**
 * Why a list shows no rows: the page lies past the last one, nothing matches the search, or there is nothing yet.
 * What would fill it stands in the toolbar above, as it does over rows.
 */
export function EmptyList({ list, isFiltered, title, hint, icon }: EmptyListProps) {
  if (list.total > 0) return <BeyondLast firstHref={listHref(list, {})} />;
  if (isFiltered) return <NoMatch resetHref={list.path} />;
  return (
    <EmptyState icon={icon} title={title} className="min-h-64">
      {hint}
    </EmptyState>
  );
}
