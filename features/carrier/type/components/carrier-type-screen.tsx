import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { selectOf } from "@/components/search-bar/criterion";
import { CARRIER_TYPES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { CarrierTypeDto } from "../schema";
import { CarrierTypeTable } from "./carrier-type-table";

/** Carrier types: criteria and rows. */
export function CarrierTypeScreen({ rights, ...view }: ListView<CarrierTypeDto> & { rights: Rights }) {
  const t = useTranslations("catalogue");
  const tBase = useTranslations("carrier.type");
  return (
    <ListScreen
      path="/sys/carrierType"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.type") },
        selectOf("base", t("field.base"), CARRIER_TYPES, (value) => tBase(value)),
        selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
      ]}
    >
      {(table) => <CarrierTypeTable {...table} rights={rights} />}
    </ListScreen>
  );
}
