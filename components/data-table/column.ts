import type { ReactNode } from "react";

export type SortDirection = "asc" | "desc";

export type Column<Row> = {
  /** Names the column in the address, in the column chooser and in the markup; equals the sort key. */
  id: string;
  header: ReactNode;
  /** The header in plain text, where `header` is not text. */
  label?: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: "left" | "center" | "right";
  /** A CSS width; without one the content decides. */
  width?: string;
  /** On a phone: 1 is the card's title, 2 (default) a named line, 3 is left out. */
  priority?: 1 | 2 | 3;
  /** `operation` columns are centred, cannot be hidden and end the card. */
  kind?: "data" | "operation";
  /** Hidden until chosen. */
  hidden?: boolean;
};

/** What the address says of a list; the names are those of the list calls. */
export type ListState = {
  /** Path without the locale. */
  path: string;
  /** The current query, filters included. */
  query: Record<string, string | string[] | undefined>;
  start: number;
  length: number;
  total: number;
  sort?: string;
  dir?: SortDirection;
};

/** The column's name in plain text. */
export const columnLabel = <Row>(column: Column<Row>): string =>
  column.label ?? (typeof column.header === "string" ? column.header : column.id);
