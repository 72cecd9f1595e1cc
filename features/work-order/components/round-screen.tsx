"use client";

import { Route } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefresh } from "@/components/data-table/use-refresh";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { useOrderRefresh } from "../order.client";
import { roundOf } from "../order.rules";
import type { WorkOrderDto } from "../order.schema";
import { ActButtons } from "./act-buttons";
import { OrderLine } from "./order-lines";

type RoundProps = { orders: readonly WorkOrderDto[]; now: number; timeZone: string };

/** What the reader has to do, by site and node: the round of an engineer. */
export function RoundScreen({ orders, now, timeZone }: RoundProps) {
  const t = useTranslations("workOrder.round");
  const refresh = useRefresh();
  useOrderRefresh(refresh);
  return (
    <PageBody>
      {orders.length === 0 && (
        <EmptyState icon={<Route aria-hidden="true" />} title={t("empty")}>
          {t("emptyHint")}
        </EmptyState>
      )}
      {roundOf(orders, t("elsewhere")).map(({ site, nodes }) => (
        <Card key={site}>
          <CardHeader>
            <CardTitle>{site}</CardTitle>
          </CardHeader>
          {nodes.map(({ name, rows }) => (
            <section key={name} aria-label={name || site}>
              {name && <h3 className="bg-muted px-4 py-1.5 font-medium text-muted-foreground text-sm">{name}</h3>}
              <ul className="flex flex-col divide-y">
                {rows.map((order) => (
                  <li key={order.id} className="flex flex-col gap-1 pb-3">
                    <ul>
                      <OrderLine order={order} now={now} timeZone={timeZone} />
                    </ul>
                    <div className="flex flex-wrap gap-2 px-4">
                      <ActButtons order={order} onDone={refresh} />
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Card>
      ))}
    </PageBody>
  );
}
