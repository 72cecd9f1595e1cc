import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { ACTIVATION_STATUSES, SCOPE_TYPES, type ScopeType } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import { SCOPE_KEYS } from "../catalogue.rules";
import type { RoleChoiceDto } from "../catalogue.schema";
import { isOfPlatform } from "../role.rules";
import type { Named, RoleDto } from "../role.schema";
import { RoleTable } from "./role-table";
import type { Rights } from "./row-menu";

const PATH = "/user/userLimits";

export type RoleScreenProps = ListView<RoleDto> & {
  rights: Rights;
  /** Null for users who manage only one customer. */
  customers: RoleChoiceDto["customers"] | null;
  own: Named;
  types: readonly ScopeType[];
};

/** The list of roles with filters and actions. */
export function RoleScreen({ rights, customers, own, types, ...view }: RoleScreenProps) {
  const t = useTranslations("role");
  const shownTypes = SCOPE_TYPES.filter((type) => customers !== null || !isOfPlatform(type));
  return (
    <ListScreen
      path={PATH}
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        {
          kind: "select",
          name: "scopeType",
          label: t("filter.scopeType"),
          options: shownTypes.map((type) => ({ value: String(type), label: t(`accountType.${SCOPE_KEYS[type]}`) })),
        },
        selectOf("status", t("filter.status"), ACTIVATION_STATUSES, (value) => t(`status.${value}`)),
        ...(customers ? [recordOf("customerId", t("filter.customerId"), customers)] : []),
      ]}
    >
      {(table) => (
        <RoleTable
          {...table}
          rights={rights}
          customers={customers}
          own={own}
          types={types}
          timeZone={view.timeZone}
          now={view.now}
        />
      )}
    </ListScreen>
  );
}
