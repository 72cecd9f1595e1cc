import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import type { Rights } from "@/components/data-table/record-list";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { FORWARD_TYPES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { ForwardRowDto } from "../forward.schema";
import { ForwardTable } from "./forward-table";

type ForwardScreenProps = ListView<ForwardRowDto> & {
  rights: Rights;
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** Forwarding targets: criteria and rows. */
export function ForwardScreen({ rights, customers, customerId, ...view }: ForwardScreenProps) {
  const t = useTranslations("forward");
  return (
    <ListScreen
      path="/sys/forwarding"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.placeholder") },
        selectOf("type", t("field.type"), FORWARD_TYPES, (value) => t(`type.${value}`)),
        selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
        ...(customers.length > 1 ? [recordOf("customerId", t("field.customer"), customers)] : []),
      ]}
    >
      {(table) => (
        <ForwardTable
          {...table}
          rights={rights}
          customers={customers}
          customerId={customerId}
          now={view.now}
          timeZone={view.timeZone}
        />
      )}
    </ListScreen>
  );
}
