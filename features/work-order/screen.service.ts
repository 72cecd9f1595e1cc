import "server-only";
import { cache } from "react";
import { notFound } from "@/lib/errors";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { understoodOf } from "@/lib/resource/list-query";
import { getWorkOrder, listWorkOrders } from "./order.operations";
import { getWorkOrderStatistic } from "./statistic.operations";
import { StatisticQuery } from "./statistic.schema";

const clockOf = ({ principal, now }: PageContext) => ({ timeZone: principal.customer.timeZone, now: now.getTime() });

/** Loads the list page: the orders, and the account's rights. */
export async function loadOrderScreen(ctx: PageContext) {
  const { customerIds } = ctx.scope;
  return {
    view: await loadList(ctx, listWorkOrders),
    rights: recordRights(ctx, "WorkOrder"),
    // The customer's name is shown only if the scope spans several customers.
    showsCustomers: customerIds === "all" || customerIds.length > 1,
  };
}

/** Loads the order of the address. Throws NOT_FOUND. */
export const loadOrderDetail = cache(async (ctx: PageContext) => {
  const asked = ById.safeParse({ id: ctx.search.id });
  if (!asked.success) throw notFound("workOrder", String(ctx.search.id ?? ""));
  return {
    order: await getWorkOrder.call(ctx, asked.data),
    mayEx: ctx.principal.permissions.has("viewEx"),
    mayTask: ctx.principal.permissions.has("viewDetectionTask"),
    ...clockOf(ctx),
  };
});

/** The number and title of the order of the address. */
export async function nameOfOrder(ctx: PageContext): Promise<string> {
  const { number, title } = (await loadOrderDetail(ctx)).order;
  return `${number} · ${title}`;
}

/** Loads the open orders of the account by place. */
export async function loadRound(ctx: PageContext) {
  const query = { phase: "open", mine: "true", sort: "place", dir: "asc", iDisplayLength: 100 } as const;
  const { items } = await listWorkOrders.call(ctx, query);
  // What is done waits for others.
  return { orders: items.filter(({ state }) => state !== "processed"), ...clockOf(ctx) };
}

/** Loads the figures for the criteria of the address. */
export async function loadStatistic(ctx: PageContext) {
  const values = understoodOf(StatisticQuery, ctx.search);
  return { figures: await getWorkOrderStatistic.call(ctx, values as never), values, ...clockOf(ctx) };
}
