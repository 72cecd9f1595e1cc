import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import type { Rights } from "@/components/data-table/record-list";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { CARRIER_TYPES } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import type { CarrierTypeDto } from "../schema";
import { CarrierTypeTable } from "./carrier-type-table";

const PATH = "/sys/carrierType";
const PAGING_NAMES = new Set<string>(Object.values(PAGING));

export type CarrierTypeScreenProps = {
  page: Page<CarrierTypeDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights;
  timeZone: string;
  now: number;
};

/** Types of carriers: the criteria and the rows. */
export function CarrierTypeScreen({ page, values, order, rights, timeZone, now }: CarrierTypeScreenProps) {
  const t = useTranslations("catalogue");
  const tBase = useTranslations("carrier.type");
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.type") },
          {
            kind: "select",
            name: "base",
            label: t("field.base"),
            options: CARRIER_TYPES.map((value) => ({ value, label: tBase(value) })),
          },
          {
            kind: "select",
            name: "isEnabled",
            label: t("field.isEnabled"),
            options: ["true", "false"].map((value) => ({ value, label: t(`enabled.${value}`) })),
          },
        ]}
      />
      <CarrierTypeTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING_NAMES.has(name))}
        rights={rights}
      />
    </PageBody>
  );
}
