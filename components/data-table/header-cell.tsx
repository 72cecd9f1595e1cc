import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import type { Column, ListState } from "./column";
import { sortHref } from "./list-href";

const ALIGN = { left: "text-left", center: "text-center", right: "text-right" } as const;
const JUSTIFY = { left: "", center: "justify-center", right: "justify-end" } as const;

/** The header of a column; if sortable, a link that reverses the order. */
export function HeaderCell<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const align = column.align ?? (column.kind === "operation" ? "center" : "left");
  const sorted = list.sort === column.id ? (list.dir ?? "asc") : undefined;
  const SortIcon = sorted === undefined ? ChevronsUpDown : sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      data-column={column.id}
      style={{ width: column.width }}
      aria-sort={sorted && (sorted === "asc" ? "ascending" : "descending")}
      className={cn(
        "h-header whitespace-nowrap p-0 font-medium text-xs",
        ALIGN[align],
        column.kind === "operation" && "header-operation",
      )}
    >
      {column.sortable ? (
        <Link
          href={sortHref(list, column.id)}
          scroll={false}
          prefetch={false}
          className={cn(
            "group/sort flex h-header items-center gap-1 px-3 transition-colors sm:@max-5xl:px-2 hover:bg-table-header-hover focus-visible:-outline-offset-2 focus-visible:outline-sidebar-ring",
            JUSTIFY[align],
          )}
        >
          {column.header}
          <SortIcon
            aria-hidden="true"
            className={cn("size-3.5 shrink-0", sorted === undefined && "opacity-45 group-hover/sort:opacity-100")}
          />
        </Link>
      ) : (
        <span className="px-3 sm:@max-5xl:px-2">{column.header}</span>
      )}
    </th>
  );
}
