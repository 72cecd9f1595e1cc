import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { selectOf } from "@/components/search-bar/criterion";
import { DEVICE_KINDS } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { DeviceTypeDto } from "../schema";
import { DeviceTypeTable } from "./device-type-table";

/** Device types: criteria and rows. */
export function DeviceTypeScreen({ rights, ...view }: ListView<DeviceTypeDto> & { rights: Rights }) {
  const t = useTranslations("catalogue");
  return (
    <ListScreen
      path="/sys/deviceType"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.type") },
        selectOf("kind", t("field.kind"), DEVICE_KINDS, (value) => t(`kind.${value}`)),
        selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
      ]}
    >
      {(table) => <DeviceTypeTable {...table} rights={rights} />}
    </ListScreen>
  );
}
