import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { ACTIVATION_STATUSES } from "@/db/enums";
import type { ListView } from "@/lib/resource/list-query";
import type { NamedPlace, UserDto } from "../user.schema";
import { CustomerCriterion } from "./customer-criterion";
import type { Rights } from "./row-actions";
import { UserTable } from "./user-table";

const PATH = "/user/userinfo";

export type UserScreenProps = ListView<UserDto> & {
  /** The roles to filter by, if the list shows one customer. */
  roles: readonly NamedPlace[];
  /** The customer filter. */
  customer: NamedPlace | null;
  /** The customer that the user works for. */
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
};

/** The list of accounts with filters and actions. */
export function UserScreen({ roles, customer, home, isManyCustomers, rights, ...view }: UserScreenProps) {
  const t = useTranslations("user");
  const customerCriterion = {
    kind: "custom" as const,
    name: "customerId",
    label: t("filter.customerId"),
    control: <CustomerCriterion chosen={customer} />,
  };
  return (
    <ListScreen
      path={PATH}
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        ...(isManyCustomers ? [customerCriterion] : []),
        ...(roles.length > 0 ? [recordOf("roleId", t("filter.roleId"), roles)] : []),
        selectOf("status", t("filter.status"), ACTIVATION_STATUSES, (value) => t(`status.${value}`)),
        selectOf("gender", t("filter.gender"), ["1", "0"], (value) => t(`gender.${value}`)),
      ]}
    >
      {(table) => (
        <UserTable
          {...table}
          home={home}
          isManyCustomers={isManyCustomers}
          rights={rights}
          timeZone={view.timeZone}
          now={view.now}
        />
      )}
    </ListScreen>
  );
}
