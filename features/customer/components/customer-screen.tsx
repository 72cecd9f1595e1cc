import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { ACTIVATION_STATUSES, CUSTOMER_TYPES, ORGANISATION_TYPES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { Deputy, Rights } from "../customer.rules";
import type { CustomerRowDto } from "../customer.schema";
import { CustomerTable } from "./customer-table";

const PATH = "/sys/customer";

export type CustomerScreenProps = ListView<CustomerRowDto> & {
  rights: Rights;
  deputy: Deputy;
};

/** The list of customers with filters and actions. */
export function CustomerScreen({ rights, deputy, ...view }: CustomerScreenProps) {
  const t = useTranslations("customer");
  const choice = (name: string, all: readonly string[]) =>
    selectOf(name, t(`filter.${name}`), all, (value) => t(`${name}.${value}`));
  return (
    <ListScreen
      path={PATH}
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        choice("status", ACTIVATION_STATUSES),
        choice("type", CUSTOMER_TYPES),
        choice("organisationType", ORGANISATION_TYPES),
        { kind: "text", name: "area", label: t("filter.area"), placeholder: t("filter.areaHint") },
      ]}
    >
      {(table) => <CustomerTable {...table} rights={rights} deputy={deputy} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}
