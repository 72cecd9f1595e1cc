import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { type Column, columnLabel, type ListState } from "./column";
import { ColumnChooser } from "./column-chooser";
import { DensityToggle } from "./density-toggle";
import { HeaderCell } from "./header-cell";
import { sortHref } from "./list-href";
import { NavSelect } from "./nav-select";
import { Pagination } from "./pagination";
import { AllCheckbox, BatchBar, RowCheckbox, SelectionProvider } from "./selection";
import { TableRows } from "./table-rows";

type DataTableProps<Row> = {
  /** Identifies the table in stored settings; unique per screen. */
  id: string;
  /** The content of the list, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row's name in the label of its checkbox. */
  rowLabel: (row: Row) => string;
  list: ListState;
  /** Shown at the left of the toolbar. */
  toolbar?: ReactNode;
  /** Batch actions make rows selectable; they read the ids with `useSelection`. */
  batchActions?: ReactNode;
  /** Shown instead of the rows if there are none. */
  empty: ReactNode;
  /** The class of the row's state, shown as a bar at its left edge. */
  rowClassName?: (row: Row) => string | undefined;
};

/** A list whose state is in the address: sorting and paging are links, and the server renders the rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, caption, columns, rows, rowId, rowLabel, list, toolbar, batchActions, empty, rowClassName } = props;
  const t = useTranslations("common.table");
  const selectable = batchActions !== undefined;
  // Rows without a control can be scrolled by keyboard only if the frame is focusable.
  const isPlain = !selectable && columns.every((column) => column.kind !== "operation");
  const rowIds = rows.map(rowId);
  const choosable = columns
    .filter((column) => column.kind !== "operation")
    .map((column) => ({ id: column.id, label: columnLabel(column), hidden: column.hidden ?? false }));
  const sorts = columns
    .filter((column) => column.sortable)
    .flatMap((column) =>
      (["asc", "desc"] as const).map((dir) => ({
        href: sortHref(list, column.id, dir),
        label: `${dir === "asc" ? "↑" : "↓"} ${columnLabel(column)}`,
        current: list.sort === column.id && (list.dir ?? "asc") === dir,
      })),
    );
  return (
    <SelectionProvider rowIds={rowIds}>
      <div className="flex min-h-0 grow flex-col gap-2 max-sm:has-[[data-batch-bar]]:pb-14">
        <div data-print="hide" className="relative flex shrink-0 flex-wrap items-center gap-2 sm:min-h-control">
          {toolbar}
          {sorts.length > 0 && list.total > 0 && (
            <NavSelect
              label={t("sort")}
              className="w-auto min-w-40 flex-1 sm:hidden"
              value={sorts.find((sort) => sort.current)?.href ?? ""}
              options={sorts}
            />
          )}
          <span className="ml-auto flex items-center gap-1 max-sm:hidden">
            <DensityToggle />
            <ColumnChooser tableId={id} columns={choosable} />
          </span>
          {selectable && <BatchBar>{batchActions}</BatchBar>}
        </div>
        <div
          {...(isPlain && { role: "region", "aria-label": caption, tabIndex: 0 })}
          className="@container min-h-0 rounded-md sm:scroll-pr-28 sm:overflow-auto sm:border sm:bg-card"
        >
          <table data-table={id} className="w-full border-separate border-spacing-0 text-sm tabular-nums max-sm:block">
            <caption className="sr-only">{caption}</caption>
            <thead className="sticky top-0 z-10 bg-table-header text-table-header-foreground max-sm:sr-only">
              <tr>
                {selectable && (
                  <th scope="col" className="w-10 p-0 text-center">
                    <AllCheckbox rowIds={rowIds} label={t("selectAll")} />
                  </th>
                )}
                {columns.map((column) => (
                  <HeaderCell key={column.id} column={column} list={list} />
                ))}
              </tr>
            </thead>
            <TableRows
              columns={columns}
              rows={rows}
              rowId={rowId}
              rowClassName={rowClassName}
              selector={
                selectable
                  ? (row) => <RowCheckbox id={rowId(row)} label={t("selectRow", { name: rowLabel(row) })} />
                  : undefined
              }
            />
          </table>
          {rows.length === 0 && <div className={cn("max-sm:rounded-md max-sm:border max-sm:bg-card")}>{empty}</div>}
        </div>
        <Pagination list={list} name={caption} />
      </div>
    </SelectionProvider>
  );
}
