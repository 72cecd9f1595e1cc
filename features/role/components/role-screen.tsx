import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { ACTIVATION_STATUSES, SCOPE_TYPES, type ScopeType } from "@/db/enums";
import type { Page } from "@/lib/resource/list-query";
import { SCOPE_KEYS } from "../catalogue/rules";
import type { RoleChoiceDto } from "../catalogue/schema";
import { isOfPlatform } from "../rules";
import type { Named, RoleDto } from "../schema";
import { RoleTable } from "./role-table";
import type { Rights } from "./row-menu";

const PATH = "/user/userLimits";
const PAGING_NAMES = new Set<string>(Object.values(PAGING));

export type RoleScreenProps = {
  page: Page<RoleDto>;
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  rights: Rights;
  /** Null for those who work for one customer. */
  customers: RoleChoiceDto["customers"] | null;
  own: Named;
  types: readonly ScopeType[];
  timeZone: string;
  now: number;
};

/** Roles: the criteria, the rows, what may be done with them. */
export function RoleScreen({ page, values, order, timeZone, now, ...actor }: RoleScreenProps) {
  const t = useTranslations("role");
  const { customers } = actor;
  const types = SCOPE_TYPES.filter((type) => customers !== null || !isOfPlatform(type));
  const select = (name: string, options: { value: string; label: string }[]) => ({
    kind: "select" as const,
    name,
    label: t(`filter.${name}`),
    options,
  });
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
          select(
            "scopeType",
            types.map((type) => ({ value: String(type), label: t(`accountType.${SCOPE_KEYS[type]}`) })),
          ),
          select(
            "status",
            ACTIVATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          ),
          ...(customers
            ? [
                select(
                  "customerId",
                  customers.map(({ id, name }) => ({ value: String(id), label: name })),
                ),
              ]
            : []),
        ]}
      />
      <RoleTable
        page={page}
        list={{ path: PATH, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !PAGING_NAMES.has(name))}
        timeZone={timeZone}
        now={now}
        {...actor}
      />
    </PageBody>
  );
}
