import "server-only";
import { readPassRate } from "@/features/carrier/pass-rate/operations";
import { settleDevices } from "@/features/device/state/operations";
import { sightOf } from "@/lib/auth/sight";
import { dayKey, startOfDay } from "@/lib/datetime/zone";
import { holds } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { countByDay, countOnline } from "./data";
import { type HomeStatisticsDto, StatisticsQuery } from "./schema";

/** Exceptions by day, the pass rate and how many devices are online, for the account's scope. */
export const getHomeStatistics = defineOperation({
  name: "home.statistics",
  kind: "query",
  permission: "viewMonitorPointRealTime",
  input: StatisticsQuery,
  async run(ctx, { days }): Promise<HomeStatisticsDto> {
    const { db, scope, now, actor } = ctx;
    const timeZone = actor.type === "user" ? actor.principal.customer.timeZone : "UTC";
    const from = startOfDay(now, timeZone, 1 - days);
    const before = startOfDay(now, timeZone, 1 - 2 * days);
    const { kinds } = sightOf(ctx);
    const [pass, exceptions, devices] = await Promise.all([
      readPassRate(ctx, from, timeZone),
      holds(ctx, "viewEx") ? countByDay(db, scope, { before, from, timeZone }) : null,
      kinds.length > 0 ? settleDevices(db, scope, now).then(() => countOnline(db, scope, kinds)) : null,
    ]);
    return {
      days,
      dayKeys: Array.from({ length: days }, (_, day) => dayKey(startOfDay(now, timeZone, 1 - days + day), timeZone)),
      pass,
      exceptions: exceptions && {
        ...exceptions,
        total: exceptions.byDay.reduce((sum, { total }) => sum + total, 0),
      },
      devices,
    };
  },
});
