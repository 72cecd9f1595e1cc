import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { type Column, columnLabel } from "./column";

type TableRowsProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowClassName?: (row: Row) => string | undefined;
  selector?: (row: Row) => ReactNode;
};

const ALIGN = { left: "text-left", center: "text-center", right: "text-right" } as const;

// On a phone the same markup is a card: title on top, named lines in two columns, operations last.
const cardRow =
  "max-sm:relative max-sm:mb-2 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:rounded-md max-sm:border max-sm:bg-card max-sm:p-3";
const cardCell = {
  1: "max-sm:col-span-2 max-sm:text-base max-sm:font-semibold max-sm:pr-8",
  2: "max-sm:before:block max-sm:before:mb-0.5 max-sm:before:text-faint-foreground max-sm:before:text-xs max-sm:before:font-normal max-sm:before:content-[attr(data-label)]",
  3: "max-sm:hidden",
} as const;

/** The body of the table; column order is the order of the card on a phone. */
export function TableRows<Row>({ columns, rows, rowId, rowClassName, selector }: TableRowsProps<Row>) {
  return (
    <tbody className="max-sm:block [&>tr:last-child>td]:border-b-0">
      {rows.map((row) => (
        <tr
          key={rowId(row)}
          className={cn(
            "group/row transition-colors has-[[data-select]:checked]:bg-row-selected sm:hover:bg-row-hover",
            cardRow,
            rowClassName?.(row),
          )}
        >
          {selector && (
            <td className="h-row w-10 border-b text-center align-middle max-sm:absolute max-sm:top-2.5 max-sm:right-3 max-sm:h-auto max-sm:w-auto max-sm:border-0">
              {selector(row)}
            </td>
          )}
          {columns.map((column) => {
            const operation = column.kind === "operation";
            return (
              <td
                key={column.id}
                data-column={column.id}
                data-label={columnLabel(column)}
                className={cn(
                  "h-row border-b px-3 py-1.5 align-middle compact:py-0.5 max-sm:h-auto max-sm:min-w-0 max-sm:border-0 max-sm:p-0",
                  ALIGN[column.align ?? (operation ? "center" : "left")],
                  "max-sm:text-left",
                  operation
                    ? "whitespace-nowrap max-sm:col-span-2 max-sm:-mx-3 max-sm:-mb-3 max-sm:border-t max-sm:px-3 max-sm:py-2"
                    : cardCell[column.priority ?? 2],
                )}
              >
                {column.cell(row)}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
