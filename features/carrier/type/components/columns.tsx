"use client";

import { useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import type { Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import { CARRIER_TYPE_PATH } from "../client";
import type { CarrierTypeDto } from "../schema";

export function useColumns({ edit }: Rights): Column<CarrierTypeDto>[] {
  const t = useTranslations("catalogue");
  const tBase = useTranslations("carrier.type");
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <TitleCell>{row.name}</TitleCell>,
    },
    {
      ...column("code"),
      sortable: true,
      cell: (row) => <span className="wrap-anywhere sm:block sm:min-w-24 sm:max-w-60">{row.code}</span>,
    },
    { ...column("base"), sortable: true, cell: (row) => tBase(row.base) },
    {
      ...column("description"),
      cell: (row) => <TextCell text={row.description} />,
    },
    {
      ...column("isShipped"),
      cell: ({ isShipped }) => (
        <Badge tone={isShipped ? undefined : "primary"}>{t(`origin.${isShipped ? "shipped" : "own"}`)}</Badge>
      ),
    },
    {
      ...column("isEnabled"),
      align: "center",
      cell: (row) => (
        <RowSwitch
          path={`${CARRIER_TYPE_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          name={row.name}
          disabled={!edit}
        />
      ),
    },
  ];
}
