import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { selectOf } from "@/components/search-bar/criterion";
import { MEASURES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { UnitDto } from "../schema";
import { UnitTable } from "./unit-table";

/** Units of measure: criteria and rows. */
export function UnitScreen({ rights, ...view }: ListView<UnitDto> & { rights: Rights }) {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  return (
    <ListScreen
      path="/sys/unitMeasurement"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.unit") },
        selectOf("measure", t("field.measure"), MEASURES, (value) => tMeasure(value)),
      ]}
    >
      {(table) => <UnitTable {...table} rights={rights} />}
    </ListScreen>
  );
}
