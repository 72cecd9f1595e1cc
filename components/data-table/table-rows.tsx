"use client";

import { type ReactNode, useDeferredValue } from "react";
import { cn } from "@/components/ui/cn";
import { type Column, columnLabel } from "./column";

type TableRowsProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowClassName?: (row: Row) => string | undefined;
  selector?: (row: Row) => ReactNode;
};

const ALIGN = { left: "text-left", center: "sm:text-center", right: "sm:text-right" } as const;

const BY_PRIORITY = { 1: "data-cell-title", 2: "data-cell-line", 3: "max-sm:hidden" } as const;

function cellClass<Row>({ kind, align, priority = 2 }: Column<Row>): string {
  const isOperation = kind === "operation";
  const place = ALIGN[align ?? (isOperation ? "center" : "left")];
  return cn("data-cell", place, isOperation ? "data-cell-operation" : BY_PRIORITY[priority]);
}

/** As many rows as a tall window shows at once. */
const FIRST_ROWS = 20;

/**
 * The body of the table. The server renders only the first rows and the browser adds the others before the user scrolls
 * to them, because a long page would delay its own first row. The column order is the order within the card on a phone.
 */
export function TableRows<Row>({ columns, rows, rowId, rowClassName, selector }: TableRowsProps<Row>) {
  const shown = useDeferredValue(rows, rows.slice(0, FIRST_ROWS));
  const cells = columns.map((column) => ({ column, label: columnLabel(column), className: cellClass(column) }));
  return (
    <tbody className="max-sm:block [&>tr:last-child>td]:border-b-0">
      {shown.map((row) => (
        <tr key={rowId(row)} className={cn("data-row", rowClassName?.(row))}>
          {selector && <td className="data-cell-select">{selector(row)}</td>}
          {cells.map(({ column, label, className }) => (
            <td key={column.id} data-column={column.id} data-label={label} className={className}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
