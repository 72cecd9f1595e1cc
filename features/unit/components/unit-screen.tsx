import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import type { Rights } from "@/components/data-table/record-list";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { MEASURES } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import type { UnitDto } from "../schema";
import { UnitTable } from "./unit-table";

const PATH = "/sys/unitMeasurement";
const PAGING_NAMES = new Set<string>(Object.values(PAGING));

export type UnitScreenProps = {
  page: Page<UnitDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights;
  timeZone: string;
  now: number;
};

/** Units of measure: the criteria and the rows. */
export function UnitScreen({ page, values, order, rights, timeZone, now }: UnitScreenProps) {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.unit") },
          {
            kind: "select",
            name: "measure",
            label: t("field.measure"),
            options: MEASURES.map((value) => ({ value, label: tMeasure(value) })),
          },
        ]}
      />
      <UnitTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING_NAMES.has(name))}
        rights={rights}
      />
    </PageBody>
  );
}
