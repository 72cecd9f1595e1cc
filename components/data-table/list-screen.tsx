import type { ReactNode } from "react";
import type { Criterion } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import type { ListView, Page } from "@/lib/resource/list-query";
import type { ListState } from "./column";
import { PAGING } from "./list-href";

const PAGING_NAMES = new Set<string>(Object.values(PAGING));

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
  children: (table: ListTable<Row>) => ReactNode;
};

/** A list screen: the criteria with the rows below. */
export function ListScreen<Row>({ path, criteria, view, children }: ListScreenProps<Row>) {
  const { page, values, order, timeZone, now } = view;
  return (
    <PageBody fill>
      <SearchBar path={path} criteria={criteria} values={values} timeZone={timeZone} now={now} />
      {children({
        page,
        list: { path, query: values, ...order },
        isFiltered: Object.keys(values).some((name) => !PAGING_NAMES.has(name)),
      })}
    </PageBody>
  );
}
