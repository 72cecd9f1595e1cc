import type { ReactNode } from "react";
import type { Criterion } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import type { ListView, Page } from "@/lib/resource/list-query";
import type { ListState } from "./column";
import { PAGING } from "./list-href";

const UNFILTERED = new Set<string>([...Object.values(PAGING), "tab"]);
const KEPT = ["sort", "dir", "iDisplayLength", "tab"];

/** What a list screen passes to its table. */
export type ListTable<Row> = {
  page: Page<Row>;
  list: Omit<ListState, "total"> & { query: Readonly<Record<string, string>> };
  /** Whether a criterion filters the list. */
  isFiltered: boolean;
};

type ListScreenProps<Row> = {
  /** Path without the locale. */
  path: string;
  criteria: readonly Criterion[];
  view: ListView<Row>;
  /** The tabs of a screen with several lists, and the one whose list this is, as in the address; none: the first. */
  tabs?: ReactNode;
  tab?: string;
  children: (table: ListTable<Row>) => ReactNode;
};

/** A list screen: the criteria with the rows below. */
export function ListScreen<Row>({ path, criteria, view, tabs, tab, children }: ListScreenProps<Row>) {
  const { page, order, timeZone, now } = view;
  const values = tab ? { ...view.values, tab } : view.values;
  return (
    <PageBody fill>
      {tabs}
      <SearchBar path={path} criteria={criteria} values={values} keep={KEPT} timeZone={timeZone} now={now} />
      {children({
        page,
        list: { path, query: values, ...order },
        isFiltered: Object.keys(values).some((name) => !UNFILTERED.has(name)),
      })}
    </PageBody>
  );
}
