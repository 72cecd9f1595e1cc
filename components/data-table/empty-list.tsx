import type { ReactNode } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { BeyondLast } from "./beyond-last";
import type { ListState } from "./column";
import { listHref } from "./list-href";
import { NoMatch } from "./no-match";

type EmptyListProps = {
  list: ListState;
  /** Whether a criterion filters the list. */
  isFiltered: boolean;
  /** The text for a list without any records. */
  title: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
};

/**
 * Explains why a list has no rows: the page is past the last one, nothing matches the search, or there are no records
 * yet. The action to create a record is in the toolbar above.
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
