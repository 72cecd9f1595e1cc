"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Instant } from "@/components/value/instant";
import { ordersAboutQuery } from "../order.client";
import type { WorkOrderDto } from "../order.schema";
import { Due, holderOf, OrderLink } from "./columns";
import { StateBadge } from "./state-badge";

type Clock = { now: number; timeZone: string };

/** The orders of a carrier over time. */
export const CarrierOrders = ({ carrierId, ...clock }: Clock & { carrierId: number }) => (
  <OrderLines about={{ carrierId }} {...clock} />
);

/** The orders of a device over time. */
export const DeviceOrders = ({ deviceId, ...clock }: Clock & { deviceId: number }) => (
  <OrderLines about={{ deviceId }} {...clock} />
);

function OrderLines({ about, ...clock }: Clock & { about: Parameters<typeof ordersAboutQuery>[0] }) {
  const t = useTranslations("workOrder");
  const { data, isError } = useQuery(ordersAboutQuery(about));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("caption")}</CardTitle>
      </CardHeader>
      {isError ? (
        <p className="p-4 text-muted-foreground text-sm">{t("failed")}</p>
      ) : !data ? (
        <Skeleton className="m-4 h-16 rounded-md" />
      ) : data.length === 0 ? (
        <p className="p-4 text-muted-foreground text-sm">{t("empty")}</p>
      ) : (
        <ul className="flex flex-col divide-y">
          {data.map((order) => (
            <OrderLine key={order.id} order={order} {...clock} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** An order in short. */
export function OrderLine({ order, now, timeZone }: Clock & { order: WorkOrderDto }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block break-words">
          <OrderLink order={order} /> · {order.title}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
          <Instant at={order.createdAt} now={now} timeZone={timeZone} />
          <span>{holderOf(order)}</span>
          {order.dueAt !== null && <Due order={order} now={now} timeZone={timeZone} />}
        </span>
      </span>
      <StateBadge state={order.state} />
    </li>
  );
}
