import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { LinkTabs } from "@/components/layout/link-tabs";
import type { Criterion } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import type { LogPage } from "@/lib/resource/log-page";
import { entityText, type Look, operationText } from "../audit.rules";
import type { LoginLogDto, SysLogDto } from "../audit.schema";
import { LoginTable } from "./login-table";
import { type Rights, SysLogTable } from "./sys-log-table";

const PATH = "/noti/sysLog";
const KEPT = ["sort", "dir", "iDisplayLength"];
const UNFILTERED = new Set<string>([...Object.values(PAGING), "view"]);

type View = { view: "changes"; page: LogPage<SysLogDto> } | { view: "logins"; page: LogPage<LoginLogDto> };

export type SysLogScreenProps = {
  shown: View;
  /** The URL parameters that the list recognised. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  /** Modules and operations of the newest rows, for the choices. */
  names: { entities: string[]; operations: string[] };
  customers: { id: number; name: string }[];
  customerId: number;
  days: number;
  rights: Rights;
  timeZone: string;
  now: number;
};

/** The system log: the changes, and the logins in a separate tab. */
export function SysLogScreen({ shown, values, order, names, rights, timeZone, now, ...rest }: SysLogScreenProps) {
  const t = useTranslations("audit");
  const look = t as unknown as Look;
  const criteria = Object.fromEntries(Object.entries(values).filter(([name]) => !UNFILTERED.has(name)));
  const options = (all: readonly string[], wordOf: (name: string) => string, chosen: string | undefined) =>
    [...new Set([...all, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: wordOf(value) }));
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
  const text = (name: string, placeholder?: string): Criterion => ({
    kind: "text",
    name,
    label: t(`filter.${name}`),
    ...(placeholder && { placeholder }),
  });
  const time: Criterion = {
    kind: "datetimerange",
    name: "at",
    label: t("filter.at"),
    presets: ["week", "month", "quarter"],
  };
  const customer: Criterion[] =
    rest.customers.length > 1
      ? [
          {
            kind: "select",
            name: "customerId",
            label: t("filter.customerId"),
            options: rest.customers.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : [];
  const ofChanges: Criterion[] = [
    text("q", t("filter.qHint")),
    time,
    text("operator"),
    {
      kind: "select",
      name: "entity",
      label: t("filter.entity"),
      options: options(names.entities, (name) => entityText(look, name), values.entity).sort(byLabel),
    },
    {
      kind: "select",
      name: "operation",
      label: t("filter.operation"),
      options: options(names.operations, (name) => labelOf(look, name), values.operation).sort(byLabel),
    },
    text("entityId"),
    text("address"),
    ...customer,
  ];
  const ofLogins: Criterion[] = [
    { kind: "text", name: "q", label: t("filter.account") },
    time,
    {
      kind: "select",
      name: "kind",
      label: t("filter.kind"),
      options: (["login", "refused"] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    text("address"),
    ...customer,
  ];
  const isLogins = shown.view === "logins";
  const table = { list: { path: PATH, query: values, ...order }, criteria, timeZone, ...rest };
  return (
    <PageBody fill>
      {rights.logins && (
        <LinkTabs
          className="shrink-0"
          label={t("tabs.label")}
          tabs={[
            { href: PATH, label: t("tabs.changes"), current: !isLogins },
            { href: `${PATH}?view=logins`, label: t("tabs.logins"), current: isLogins },
          ]}
        />
      )}
      <SearchBar
        path={PATH}
        values={values}
        keep={[...KEPT, "view"]}
        timeZone={timeZone}
        now={now}
        criteria={isLogins ? ofLogins : ofChanges}
      />
      {shown.view === "logins" ? (
        <LoginTable {...table} page={shown.page} />
      ) : (
        <SysLogTable
          {...table}
          page={shown.page}
          home={PATH}
          isFiltered={Object.keys(criteria).length > 0}
          rights={rights}
        />
      )}
    </PageBody>
  );
}

/** Refusals are operations of their own: `session.login.refused`. */
function labelOf(look: Look, operation: string): string {
  const label = operationText(look, operation);
  return operation.endsWith(".refused") ? `${label} (${look("result.refused")})` : label;
}
