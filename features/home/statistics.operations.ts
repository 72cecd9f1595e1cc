import "server-only";
import { readPassRate } from "@/features/carrier/monitoring/pass-rate.service";
import { refreshDevices } from "@/features/device/status/state.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { dayKey, startOfDay } from "@/lib/datetime/zone";
import { holds } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { countByDay, countOnline } from "./statistics.data";
import { type HomeStatisticsDto, StatisticsQuery } from "./statistics.schema";

/** Returns exceptions by day, the pass rate, and the number of devices online, for the account's scope. */
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
    const { kinds } = visibilityOf(ctx);
    const [pass, exceptions, devices] = await Promise.all([
      readPassRate(ctx, from, timeZone),
      holds(ctx, "viewEx") ? countByDay(db, scope, { before, from, timeZone }) : null,
      kinds.length > 0 ? refreshDevices(db, scope, now).then(() => countOnline(db, scope, kinds)) : null,
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
