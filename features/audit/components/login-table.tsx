"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { listHref } from "@/components/data-table/list-href";
import { NoMatch } from "@/components/data-table/no-match";
import { EmptyState } from "@/components/layout/empty-state";
import { Stamp } from "@/components/value/stamp";
import { StateBadge } from "@/components/value/state-badge";
import { ExportMenu } from "@/features/file/components/export-menu";
import { browserText } from "../audit.rules";
import type { LoginLogDto } from "../audit.schema";
import { Reason } from "./labels";
import { LogNote } from "./log-note";
import type { LogTableProps } from "./sys-log-table";

function useColumns(timeZone: string, isForSeveral: boolean): Column<LoginLogDto>[] {
  const t = useTranslations("audit");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const end = (row: LoginLogDto) => {
    if (row.kind === "refused") return row.reason ? <Reason text={row.reason} /> : "–";
    if (row.endedAt === null || row.endReason === null)
      return (
        <StateBadge tone="normal" plain className="align-middle">
          {t("end.live")}
        </StateBadge>
      );
    return (
      <span>
        {t(`end.${row.endReason}`)}
        <Stamp at={row.endedAt} timeZone={timeZone} className="ml-2 whitespace-nowrap text-muted-foreground text-xs" />
      </span>
    );
  };
  return [
    {
      ...column("at"),
      priority: 1,
      cell: (row) => <Stamp at={row.at} timeZone={timeZone} className="whitespace-nowrap font-medium" />,
    },
    {
      ...column("account"),
      cell: (row) => (
        <span className="wrap-anywhere sm:block sm:min-w-28">
          {row.username}
          {row.name && row.name !== row.username && <span className="ml-2 text-muted-foreground">{row.name}</span>}
        </span>
      ),
    },
    {
      ...column("result"),
      cell: (row) => (
        <StateBadge tone={row.kind === "refused" ? "critical" : "normal"} plain className="align-middle">
          {t(`kind.${row.kind}`)}
        </StateBadge>
      ),
    },
    { ...column("address"), cell: (row) => row.address || "–" },
    {
      ...column("device"),
      cell: (row) => (
        <span title={row.device} className="line-clamp-1 break-all">
          {browserText(row.device) || "–"}
        </span>
      ),
    },
    { ...column("end"), cell: end },
    ...(isForSeveral ? [{ ...column("customer"), cell: (row: LoginLogDto) => row.customerName }] : []),
  ];
}

/** Logins with their end, and refused attempts. */
export function LoginTable(props: LogTableProps<LoginLogDto>) {
  const { page, list, criteria, customers, days, timeZone } = props;
  const t = useTranslations("audit");
  const columns = useColumns(timeZone, customers.length > 1);
  const reset = listHref({ path: list.path, query: {} }, { view: "logins" });
  return (
    <DataTable
      id="login-log"
      caption={t("loginCaption")}
      columns={columns}
      rows={page.items}
      rowId={(row) => row.key}
      rowLabel={(row) => row.username}
      list={{ ...list, total: page.total }}
      toolbar={
        <>
          <ExportMenu kind="loginLog" query={criteria} />
          <LogNote isCapped={page.isCapped} hasBeginning={Boolean(criteria.from)} days={days} />
        </>
      }
      empty={
        Object.keys(criteria).length > 0 || page.total > 0 ? (
          <NoMatch resetHref={reset} />
        ) : (
          <EmptyState title={t("empty.title")}>{t("empty.loginHint")}</EmptyState>
        )
      }
    />
  );
}
