import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { LOT_STATUSES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { LotRowDto } from "../lot.schema";
import { LotTable, type LotTableProps } from "./lot-table";

type LotScreenProps = Omit<LotTableProps, "timeZone" | "now"> & { view: ListView<LotRowDto> };

/** Lots with the answer to whether they may be used: the criteria and the rows. */
export function LotScreen({ view, ...props }: LotScreenProps) {
  const t = useTranslations("lot");
  const { timeZone, now } = view;
  return (
    <ListScreen
      path="/goods/lot"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.hint") },
        recordOf("productId", t("field.product"), props.products),
        selectOf("status", t("field.status"), LOT_STATUSES, (value) => t(`status.${value}`)),
      ]}
    >
      {(table) => <LotTable {...table} {...props} timeZone={timeZone} now={now} />}
    </ListScreen>
  );
}
