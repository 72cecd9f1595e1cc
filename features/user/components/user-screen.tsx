import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { ACTIVATION_STATUSES } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import type { NamedPlace, UserDto } from "../schema";
import { CustomerCriterion } from "./customer-criterion";
import { UserTable } from "./user-table";

const PATH = "/user/userinfo";
const PAGING = new Set(["iDisplayStart", "iDisplayLength", "sort", "dir"]);

/** What the account may do here; on each row the server has the last word. */
export type Rights = { create: boolean; edit: boolean; remove: boolean; reset: boolean; sync: boolean; ownId: number };

export type UserScreenProps = {
  page: Page<UserDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  /** The roles to search by, where the list is of one customer. */
  roles: readonly NamedPlace[];
  /** The customer that the list is narrowed to. */
  customer: NamedPlace | null;
  /** The customer whose data the account works on. */
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
  timeZone: string;
  now: number;
};

/** The accounts within reach: the criteria, the rows, and what may be done to them. */
export function UserScreen(props: UserScreenProps) {
  const { page, values, order, roles, customer, home, isManyCustomers, rights, timeZone, now } = props;
  const t = useTranslations("user");
  const roleCriterion = {
    kind: "select" as const,
    name: "roleId",
    label: t("filter.roleId"),
    options: roles.map(({ id, name }) => ({ value: String(id), label: name })),
  };
  const customerCriterion = {
    kind: "custom" as const,
    name: "customerId",
    label: t("filter.customerId"),
    control: <CustomerCriterion chosen={customer} />,
  };
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          ...(isManyCustomers ? [customerCriterion] : []),
          ...(roles.length > 0 ? [roleCriterion] : []),
          {
            kind: "select",
            name: "status",
            label: t("filter.status"),
            options: ACTIVATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          },
          {
            kind: "select",
            name: "gender",
            label: t("filter.gender"),
            options: (["1", "0"] as const).map((value) => ({ value, label: t(`gender.${value}`) })),
          },
        ]}
      />
      <UserTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING.has(name))}
        home={home}
        isManyCustomers={isManyCustomers}
        rights={rights}
        timeZone={timeZone}
        now={now}
      />
    </PageBody>
  );
}
