import "server-only";
import { listExceptions } from "@/features/exception/exception.operations";
import { notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { mayDo } from "../access.service";
import { getMonitoringPoint } from "../monitoring/monitoring.operations";
import { getPlace } from "../record-time/data";
import { chartOf } from "./detail.operations";
import { OPEN_SHOWN } from "./detail.rules";
import { hoursOf } from "./realtime.rules";

export const REAL_TIME_MESSAGES = [
  ...(["common", "error", "carrier", "carrier-detail", "monitoring"] as const),
  ...(["history", "exception", "acknowledge", "live"] as const),
];

/** The name of the carrier in the URL. Throws NOT_FOUND outside the scope. */
export async function nameOfPoint(ctx: PageContext): Promise<string> {
  const { id } = ById.parse({ id: ctx.search.id });
  return (await getPlace(ctx.db, ctx.scope, id)).name;
}

/** Loads the current values of a carrier, the chart of the last hours, and open exceptions. */
export async function loadRealTime(ctx: PageContext) {
  const asked = ById.safeParse({ id: ctx.search.id });
  if (!asked.success) throw notFound("carrier", String(ctx.search.id ?? ""));
  const { id } = asked.data;
  const hours = hoursOf(ctx.search.hours);
  const point = await getMonitoringPoint.call(ctx, { id });
  const rights = {
    carrier: mayDo(ctx, "view", point.type),
    history: holds(ctx, "viewHistory"),
    exceptions: holds(ctx, "viewEx"),
    acknowledge: holds(ctx, "acknowledgeEx"),
    record: holds(ctx, "viewRecordPoint") && mayDo(ctx, "view", point.type),
  };
  const [chart, open] = await Promise.all([
    rights.history ? chartOf(ctx, id, hours) : null,
    rights.exceptions ? listExceptions.call(ctx, { carrierId: id, state: "open", iDisplayLength: OPEN_SHOWN }) : null,
  ]);
  return { point, hours, chart, open, rights, timeZone: ctx.principal.customer.timeZone, now: ctx.now.getTime() };
}

export type RealTimeView = Awaited<ReturnType<typeof loadRealTime>>;
