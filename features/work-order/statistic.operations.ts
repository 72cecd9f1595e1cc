import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { readerOf } from "./order.operations";
import { findStatistic } from "./statistic.data";
import { type StatisticDto, StatisticQuery } from "./statistic.schema";

/** How many orders are in which state, who did them how fast, and how they were rated. */
export const getWorkOrderStatistic = defineOperation({
  name: "workOrder.statistics",
  kind: "query",
  permission: "viewWorkOrder",
  input: StatisticQuery,
  run: (ctx, query): Promise<StatisticDto> => findStatistic(ctx.db, readerOf(ctx), query),
});
