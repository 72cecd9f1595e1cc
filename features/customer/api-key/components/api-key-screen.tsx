import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import type { Page } from "@/lib/resource/list-query";
import { API_KEY_STATES, type ApiKeyDto } from "../schema";
import type { KeyFormProps } from "./key-form";
import { type KeyRights, KeyTable } from "./key-table";

const PATH = "/user/apiKey";
const PAGING_NAMES = new Set<string>(Object.values(PAGING));

export type ApiKeyScreenProps = KeyFormProps & {
  page: Page<ApiKeyDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: KeyRights;
};

/** API keys: the criteria, the rows, what may be done with them. */
export function ApiKeyScreen({ page, values, order, rights, ...form }: ApiKeyScreenProps) {
  const t = useTranslations("apiKey");
  const { customers, timeZone, now } = form;
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          {
            kind: "select",
            name: "state",
            label: t("filter.state"),
            options: API_KEY_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          },
          ...(customers
            ? [
                {
                  kind: "select" as const,
                  name: "customerId",
                  label: t("filter.customerId"),
                  options: customers.map(({ id, name }) => ({ value: String(id), label: name })),
                },
              ]
            : []),
        ]}
      />
      <KeyTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING_NAMES.has(name))}
        rights={rights}
        {...form}
      />
    </PageBody>
  );
}
