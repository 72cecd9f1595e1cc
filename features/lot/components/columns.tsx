"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Instant } from "@/components/value/instant";
import { formatDate } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { LotRowDto } from "../lot.schema";
import { OutcomeBadge } from "./outcome-badge";

type Options = { showsCustomers: boolean; timeZone: string; now: number };

/** The number of a lot, which opens its window. */
export function LotLink({ lot }: { lot: Pick<LotRowDto, "id" | "number"> }) {
  return (
    <Link
      href={`/lotDetail?id=${lot.id}`}
      prefetch={false}
      className="wrap-anywhere font-medium hover:text-primary hover:underline"
    >
      {lot.number}
    </Link>
  );
}

/** The columns of lots. */
export function useColumns({ showsCustomers, timeZone, now }: Options): Column<LotRowDto>[] {
  const t = useTranslations("lot");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    { ...column("number"), sortable: true, priority: 1, cell: (row) => <LotLink lot={row} /> },
    { ...column("product"), sortable: true, cell: ({ productName }) => productName },
    { ...column("verdict"), cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    {
      ...column("carrier"),
      cell: ({ carrier }) =>
        carrier ? (
          (carrier.name ?? <span className="text-muted-foreground">{t("detail.hidden")}</span>)
        ) : (
          <span className="text-muted-foreground">–</span>
        ),
    },
    {
      ...column("placedAt"),
      cell: ({ placedAt }) => (placedAt === null ? "–" : <Instant at={placedAt} now={now} timeZone={timeZone} />),
    },
    {
      ...column("expiresOn"),
      sortable: true,
      cell: ({ expiresOn }) => (
        <span className="whitespace-nowrap tabular-nums">
          {expiresOn === null ? "–" : formatDate(expiresOn, new Date(now), { locale, timeZone })}
        </span>
      ),
    },
    {
      ...column("quantity"),
      align: "right",
      cell: ({ quantity, unit }) => (
        <span className="whitespace-nowrap tabular-nums">
          {quantity === null ? "–" : `${formatNumber(quantity, locale, 0, 3)} ${unit}`.trim()}
        </span>
      ),
    },
    { ...column("status"), cell: ({ status }) => t(`status.${status}`) },
    { ...column("note"), hidden: true, cell: ({ note }) => <TextCell text={note} /> },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: LotRowDto) => row.customerName }] : []),
  ];
}
