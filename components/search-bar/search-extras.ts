import { type ComponentType, createContext } from "react";

export type SearchExtrasProps = {
  /** Path of the list without the locale. */
  path: string;
  /** The current criteria and order as a query, without the page. */
  query: string;
};

/** What a layout adds to every search bar, such as saved views; none by default. */
export const SearchExtras = createContext<ComponentType<SearchExtrasProps> | null>(null);
