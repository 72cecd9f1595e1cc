"use client";

import { useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { StateBadge } from "@/components/value/state-badge";
import { Link } from "@/lib/i18n/navigation";
import { formatRange } from "@/lib/units/format-range";
import { CustomerUnit, useValueLocales } from "@/lib/units/units-context";
import type { ProductRowDto } from "../product.schema";
import { AllowedList } from "./allowed-list";

type Options = { showsCustomers: boolean; mayLots: boolean };

/** The columns of products. */
export function useColumns({ showsCustomers, mayLots }: Options): Column<ProductRowDto>[] {
  const t = useTranslations("product");
  const localeOf = useValueLocales();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    { ...column("name"), sortable: true, priority: 1, cell: ({ name }) => <TitleCell>{name}</TitleCell> },
    { ...column("code"), sortable: true, cell: ({ code }) => code },
    {
      ...column("range"),
      cell: ({ customerId, minimum, maximum }) => (
        <span className="whitespace-nowrap tabular-nums">
          {formatRange({ measure: "temperature", minimum, maximum }, localeOf(customerId))}
        </span>
      ),
    },
    {
      ...column("budget"),
      cell: (row) => (
        <CustomerUnit customerId={row.customerId}>
          <AllowedList product={row} />
        </CustomerUnit>
      ),
    },
    { ...column("source"), cell: ({ source }) => <TextCell text={source} /> },
    {
      ...column("lots"),
      align: "right",
      cell: ({ id, name, lotCount }) =>
        mayLots && lotCount > 0 ? (
          <Link
            href={`/goods/lot?productId=${id}`}
            prefetch={false}
            className="text-primary tabular-nums underline-offset-2 hover:underline touch:-my-3 touch:inline-grid touch:min-h-11 touch:min-w-11 touch:place-items-center max-sm:justify-items-start"
            aria-label={t("hint.lots", { name })}
          >
            {lotCount}
          </Link>
        ) : (
          <span className="text-muted-foreground tabular-nums">{lotCount}</span>
        ),
    },
    {
      ...column("isEnabled"),
      cell: ({ isEnabled }) => (
        <StateBadge plain tone={isEnabled ? "normal" : "offline"}>
          {t(`enabled.${isEnabled}`)}
        </StateBadge>
      ),
    },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: ProductRowDto) => row.customerName }] : []),
  ];
}
