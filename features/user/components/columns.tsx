"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Instant } from "@/components/value/instant";
import type { Action } from "../user.client";
import { SCOPE_NAME } from "../user.rules";
import type { UserDto } from "../user.schema";
import { ContactCell, LastLoginCell, PersonCell, SecondFactorCell, StatusBadge } from "./cells";
import { type Rights, RowActions } from "./row-actions";

type ColumnOptions = {
  now: number;
  timeZone: string;
  /** Whether the list can contain accounts of several customers. */
  isManyCustomers: boolean;
  rights: Rights;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
  onAction: (action: Action, row: UserDto) => void;
};

export function useColumns(options: ColumnOptions): Column<UserDto>[] {
  const { now, timeZone, isManyCustomers, rights, hrefOf, onOpen, onAction } = options;
  const t = useTranslations("user");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const customer: Column<UserDto> = {
    ...column("customerName"),
    sortable: true,
    cell: (row) => (
      <span className="wrap-anywhere line-clamp-2 sm:min-w-28" title={row.customerName}>
        {row.customerName}
      </span>
    ),
  };
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <PersonCell row={row} href={hrefOf(row.id)} onOpen={onOpen} />,
    },
    {
      ...column("roleName"),
      sortable: true,
      cell: (row) => (
        <span className="block min-w-0 sm:min-w-24">
          <span className="wrap-anywhere line-clamp-2 sm:line-clamp-1 sm:break-all" title={row.roleName}>
            {row.roleName}
          </span>
          <span className="whitespace-nowrap text-faint-foreground text-xs">
            {t(`scopeType.${SCOPE_NAME[row.scopeType]}`)}
          </span>
        </span>
      ),
    },
    ...(isManyCustomers ? [customer] : []),
    { ...column("contact"), cell: (row) => <ContactCell row={row} /> },
    { ...column("status"), sortable: true, cell: (row) => <StatusBadge row={row} /> },
    { ...column("secondFactor"), cell: (row) => <SecondFactorCell isOn={row.hasSecondFactor} /> },
    { ...column("lastLoginAt"), cell: (row) => <LastLoginCell row={row} now={now} timeZone={timeZone} /> },
    {
      ...column("createdAt"),
      sortable: true,
      priority: 3,
      // There is no room for this column and that of the customer.
      hidden: isManyCustomers,
      cell: (row) => (
        <Instant at={Date.parse(row.createdAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    {
      id: "operation",
      header: t("column.operation"),
      kind: "operation",
      cell: (row) => <RowActions row={row} rights={rights} onOpen={onOpen} onAction={onAction} />,
    },
  ];
}
