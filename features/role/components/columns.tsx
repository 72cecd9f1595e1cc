"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { OpenLink } from "@/components/data-table/open-link";
import { Badge } from "@/components/ui/badge";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { formatNumber } from "@/lib/units/format";
import { SCOPE_KEYS } from "../catalogue.rules";
import type { Verb } from "../role.client";
import type { RoleDto } from "../role.schema";
import { type Rights, RowMenu } from "./row-menu";

type ColumnOptions = {
  now: number;
  timeZone: string;
  rights: Rights;
  /** Whether the list contains roles of several customers. */
  isWide: boolean;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
  onAsk: (verb: Verb, rows: readonly RoleDto[]) => void;
};

export function useColumns({ now, timeZone, isWide, hrefOf, ...menu }: ColumnOptions): Column<RoleDto>[] {
  const t = useTranslations("role");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const customer: Column<RoleDto> = {
    ...column("customerName"),
    sortable: true,
    cell: (row) => <span className="line-clamp-2 sm:max-w-64">{row.customerName}</span>,
  };
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <NameCell row={row} href={hrefOf(row.id)} onOpen={menu.onOpen} />,
    },
    {
      ...column("scopeType"),
      sortable: true,
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {t(`accountType.${SCOPE_KEYS[row.scopeType]}`)}
          {row.isDelegable && <Badge>{t("mark.delegable")}</Badge>}
        </span>
      ),
    },
    ...(isWide ? [customer] : []),
    {
      ...column("userCount"),
      sortable: true,
      align: "right",
      cell: (row) => formatNumber(row.userCount, locale),
    },
    { ...column("codeCount"), align: "right", cell: (row) => formatNumber(row.codeCount, locale) },
    { ...column("status"), sortable: true, cell: (row) => <StatusCell row={row} /> },
    {
      ...column("createdAt"),
      sortable: true,
      priority: 3,
      cell: (row) => (
        <Instant at={Date.parse(row.createdAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    { ...column("operation"), kind: "operation", cell: (row) => <RowMenu row={row} {...menu} /> },
  ];
}

/** The name opens the editor; badges show special properties of the role. */
function NameCell({ row, href, onOpen }: { row: RoleDto; href: string; onOpen: (id: number) => void }) {
  const t = useTranslations("role.mark");
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 sm:min-w-40">
      <OpenLink rowId={row.id} href={href} onOpen={() => onOpen(row.id)}>
        {row.name}
      </OpenLink>
      {row.isDefault && <Badge tone="primary">{t("default")}</Badge>}
      {row.isOwn && <Badge>{t("own")}</Badge>}
    </span>
  );
}

function StatusCell({ row }: { row: RoleDto }) {
  const t = useTranslations("role.status");
  return (
    <span className="flex flex-col">
      <StateBadge plain tone={row.status === "active" ? "normal" : "offline"}>
        {t(row.status)}
      </StateBadge>
      {row.cancelledWith && <span className="text-faint-foreground text-xs">{t("withCustomer")}</span>}
    </span>
  );
}
