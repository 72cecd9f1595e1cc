import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { ACTIVATION_STATUSES, CUSTOMER_TYPES, ORGANISATION_TYPES } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import type { Deputy, Rights } from "../rules";
import type { CustomerRowDto } from "../schema";
import { CustomerTable } from "./customer-table";

const PATH = "/sys/customer";
const PAGING_NAMES = new Set<string>(Object.values(PAGING));

export type CustomerScreenProps = {
  page: Page<CustomerRowDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights;
  deputy: Deputy;
  timeZone: string;
  now: number;
};

/** Customers: the criteria, the rows, what may be done with them. */
export function CustomerScreen({ page, values, order, timeZone, now, ...actor }: CustomerScreenProps) {
  const t = useTranslations("customer");
  const choice = (name: string, all: readonly string[]) => ({
    kind: "select" as const,
    name,
    label: t(`filter.${name}`),
    options: all.map((value) => ({ value, label: t(`${name}.${value}`) })),
  });
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          choice("status", ACTIVATION_STATUSES),
          choice("type", CUSTOMER_TYPES),
          choice("organisationType", ORGANISATION_TYPES),
          { kind: "text", name: "area", label: t("filter.area"), placeholder: t("filter.areaHint") },
        ]}
      />
      <CustomerTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING_NAMES.has(name))}
        timeZone={timeZone}
        now={now}
        {...actor}
      />
    </PageBody>
  );
}
