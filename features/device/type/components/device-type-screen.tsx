import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import type { Rights } from "@/components/data-table/record-list";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { DEVICE_KINDS } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import type { DeviceTypeDto } from "../schema";
import { DeviceTypeTable } from "./device-type-table";

const PATH = "/sys/deviceType";
const PAGING_NAMES = new Set<string>(Object.values(PAGING));

export type DeviceTypeScreenProps = {
  page: Page<DeviceTypeDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights;
  timeZone: string;
  now: number;
};

/** Types of devices: the criteria and the rows. */
export function DeviceTypeScreen({ page, values, order, rights, timeZone, now }: DeviceTypeScreenProps) {
  const t = useTranslations("catalogue");
  const tBase = useTranslations("catalogue.kind");
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
            name: "kind",
            label: t("field.kind"),
            options: DEVICE_KINDS.map((value) => ({ value, label: tBase(value) })),
          },
          {
            kind: "select",
            name: "isEnabled",
            label: t("field.isEnabled"),
            options: ["true", "false"].map((value) => ({ value, label: t(`enabled.${value}`) })),
          },
        ]}
      />
      <DeviceTypeTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING_NAMES.has(name))}
        rights={rights}
      />
    </PageBody>
  );
}
