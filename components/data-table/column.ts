import type { ReactNode } from "react";

export type SortDirection = "asc" | "desc";

export type Column<Row> = {
  /** Identifies the column in the address, the column chooser and the markup; equals the sort key. */
  id: string;
  header: ReactNode;
  /** The header in plain text, if `header` is not text. */
  label?: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: "left" | "center" | "right";
  /** A CSS width; by default the content decides. */
  width?: string;
  /** On a phone: 1 is the card's title, 2 (default) a labelled line, 3 is omitted. */
  priority?: 1 | 2 | 3;
  /** `operation` columns are centred, cannot be hidden and are at the end of the card. */
  kind?: "data" | "operation";
  /** Hidden by default. */
  hidden?: boolean;
};

/** The state of a list in the address; the names are those of the list calls. */
export type ListState = {
  /** Path without the locale. */
  path: string;
  /** The current query, including filters. */
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
