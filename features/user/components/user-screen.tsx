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
  /** The roles to search by, where the list is of one customer. */
  roles: readonly NamedPlace[];
  /** The customer that the list is narrowed to. */
  customer: NamedPlace | null;
  /** The customer whose data the account works on. */
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
};

/** The accounts within reach: the criteria, the rows, and what may be done to them. */
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
