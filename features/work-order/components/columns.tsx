"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Instant } from "@/components/value/instant";
import { StateBadge as ToneBadge } from "@/components/value/state-badge";
import { Link } from "@/lib/i18n/navigation";
import type { WorkOrderDto } from "../order.schema";
import { Stars } from "./stars";
import { StateBadge } from "./state-badge";

/** The number of an order, which opens its window. */
export function OrderLink({ order }: { order: Pick<WorkOrderDto, "id" | "number"> }) {
  return (
    <Link
      href={`/workOrderDetail?id=${order.id}`}
      prefetch={false}
      className="whitespace-nowrap font-medium hover:text-primary hover:underline"
    >
      {order.number}
    </Link>
  );
}

/** Where the order is, in words: nodes, then the carrier or device. */
export function usePlace(): (order: Pick<WorkOrderDto, "path" | "carrier" | "device">) => string {
  const t = useTranslations("common.unseen");
  return ({ path, carrier, device }) => {
    const subject = carrier ? (carrier.name ?? t("carrier")) : device ? (device.name ?? t("device")) : "";
    return [path.join(" / "), subject].filter(Boolean).join(" · ");
  };
}

/** Who submitted the order: a person, a rule or a monitor task, by name as far as it is still known. */
export function useOrderer(): (
  order: Pick<WorkOrderDto, "orderer" | "isByRule" | "cause" | "ruleName" | "task">,
) => string {
  const t = useTranslations("workOrder");
  return ({ orderer, isByRule, cause, ruleName, task }) => {
    if (!isByRule) return orderer?.name ?? "–";
    return cause === "task" ? t("byTask", { name: task?.name ?? "" }) : (ruleName ?? t("byRule"));
  };
}

type DueProps = { order: Pick<WorkOrderDto, "dueAt" | "isOverdue">; now: number; timeZone: string };

/** The due time; an overdue one says so. */
export function Due({ order: { dueAt, isOverdue }, now, timeZone }: DueProps) {
  const t = useTranslations("workOrder");
  if (dueAt === null) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Instant at={dueAt} now={now} timeZone={timeZone} />
      {isOverdue && (
        <ToneBadge tone="critical" plain>
          {t("overdue")}
        </ToneBadge>
      )}
    </span>
  );
}

/** Who has it: whoever accepted it, else whom it is assigned to. */
export const holderOf = ({ acceptor, assignee, group }: WorkOrderDto): string =>
  acceptor?.name ?? assignee?.name ?? group?.name ?? "–";

type Options = { showsCustomers: boolean; timeZone: string; now: number };

/** The columns of work orders. */
export function useColumns({ showsCustomers, timeZone, now }: Options): Column<WorkOrderDto>[] {
  const t = useTranslations("workOrder");
  const placeOf = usePlace();
  const ordererOf = useOrderer();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const instant = (at: number | null) => (at === null ? "–" : <Instant at={at} now={now} timeZone={timeZone} />);
  return [
    { ...column("number"), sortable: true, priority: 1, cell: (row) => <OrderLink order={row} /> },
    { ...column("state"), cell: ({ state }) => <StateBadge state={state} /> },
    { ...column("title"), width: "12rem", cell: ({ title }) => <span className="wrap-anywhere">{title}</span> },
    { ...column("type"), cell: ({ type }) => t(`type.${type}`) },
    {
      ...column("place"),
      sortable: true,
      width: "13rem",
      cell: (row) => <span className="wrap-anywhere sm:block sm:min-w-28">{placeOf(row) || "–"}</span>,
    },
    { ...column("holder"), cell: holderOf },
    { ...column("dueAt"), sortable: true, cell: (row) => <Due order={row} {...{ now, timeZone }} /> },
    { ...column("createdAt"), sortable: true, cell: ({ createdAt }) => instant(createdAt) },
    {
      ...column("orderer"),
      hidden: true,
      cell: ordererOf,
    },
    { ...column("acceptedAt"), hidden: true, cell: ({ acceptedAt }) => instant(acceptedAt) },
    { ...column("processedAt"), hidden: true, cell: ({ processedAt }) => instant(processedAt) },
    { ...column("stars"), priority: 3, cell: ({ stars }) => (stars === null ? "–" : <Stars stars={stars} />) },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: WorkOrderDto) => row.customerName }] : []),
  ];
}
