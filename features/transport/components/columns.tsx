"use client";

import { QrCode } from "lucide-react";
import { useTranslations } from "next-intl";
import { TextCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Instant } from "@/components/value/instant";
import { Link } from "@/lib/i18n/navigation";
import type { TransportDto } from "../transport.schema";
import { StateBadge } from "./state-badge";

type Options = { showsCustomers: boolean; timeZone: string; now: number };

/** The number of a transport, which opens its window. */
export function TransportLink({ transport }: { transport: Pick<TransportDto, "id" | "number"> }) {
  return (
    <Link
      href={`/transportDetail?id=${transport.id}`}
      prefetch={false}
      className="font-medium hover:text-primary hover:underline"
    >
      {transport.number}
    </Link>
  );
}

/** `From → to` of a transport; a destination that nobody has entered yet is said to be open. */
export function useRoute(): (transport: Pick<TransportDto, "stops">) => string {
  const t = useTranslations("transport");
  return ({ stops }) => {
    const [from, to] = [stops[0]?.name, stops.at(-1)?.name];
    const via = stops.length - 2;
    const route = t("route", { from: from || t("openPlace"), to: to || t("openPlace") });
    return via > 0 ? `${route} ${t("via", { count: via })}` : route;
  };
}

/** The columns of transports. */
export function useColumns({ showsCustomers, timeZone, now }: Options): Column<TransportDto>[] {
  const t = useTranslations("transport");
  const routeOf = useRoute();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const instant = (at: number | null | undefined) =>
    at == null ? <span className="text-muted-foreground">–</span> : <Instant at={at} now={now} timeZone={timeZone} />;
  return [
    {
      ...column("number"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <span className="flex items-center gap-1 whitespace-nowrap">
          <TransportLink transport={row} />
          <Link
            href={`/transportSlip?id=${row.id}`}
            target="_blank"
            prefetch={false}
            aria-label={t("slipOf", { number: row.number })}
            title={t("slipOf", { number: row.number })}
            data-guide="transportCode"
            className="row-action shrink-0"
          >
            <QrCode aria-hidden="true" className="size-4" />
          </Link>
        </span>
      ),
    },
    { ...column("state"), cell: ({ state }) => <StateBadge state={state} /> },
    { ...column("route"), width: "16rem", cell: (row) => <span className="wrap-anywhere">{routeOf(row)}</span> },
    {
      ...column("carrier"),
      cell: ({ carrier }) => carrier.name ?? <span className="text-muted-foreground">{t("hidden")}</span>,
    },
    { ...column("departAt"), hidden: true, cell: ({ stops }) => instant(stops[0]?.plannedDepartAt) },
    { ...column("departedAt"), hidden: true, cell: ({ stops }) => instant(stops[0]?.departedAt) },
    { ...column("arriveAt"), sortable: true, cell: ({ stops }) => instant(stops.at(-1)?.plannedArriveAt) },
    { ...column("arrivedAt"), cell: ({ stops }) => instant(stops.at(-1)?.arrivedAt) },
    { ...column("lots"), align: "right", cell: ({ lots }) => (lots.length === 0 ? "–" : lots.length) },
    { ...column("consignee"), cell: ({ consignee }) => <TextCell text={consignee} /> },
    { ...column("how"), hidden: true, priority: 3, cell: ({ how }) => t(`how.${how}`) },
    { ...column("reference"), hidden: true, cell: ({ reference }) => <TextCell text={reference ?? ""} /> },
    { ...column("createdAt"), sortable: true, hidden: true, cell: ({ createdAt }) => instant(createdAt) },
    { ...column("note"), hidden: true, cell: ({ note }) => <TextCell text={note} /> },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: TransportDto) => row.customerName }] : []),
  ];
}
