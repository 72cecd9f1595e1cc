import "server-only";
import { isAnythingMonitored } from "@/features/carrier/monitoring/monitoring.operations";
import { listTransports } from "@/features/transport/transport.operations";
import type { Principal } from "@/lib/auth/principal";
import type { OperationContext } from "@/lib/operation/context";
import { type TourStop, tourStops } from "./rules";

export type TourView = { stops: TourStop[] };

/** Whether the page of a stop has what the stop is about. */
async function hasSubject(ctx: OperationContext, { topic }: TourStop): Promise<boolean> {
  if (topic !== "transportCode") return true;
  return (await listTransports.call(ctx, { iDisplayLength: 15 })).total > 0;
}

/** The tour of an account; null if it is disabled, has no stops, or nothing is monitored that it could explain. */
export async function loadTour(
  ctx: OperationContext,
  { user, permissions }: Pick<Principal, "user" | "permissions">,
): Promise<TourView | null> {
  const wanted = user.isGuideOn ? tourStops(permissions) : [];
  if (wanted.length === 0 || !(await isAnythingMonitored(ctx))) return null;
  const known = await Promise.all(wanted.map((stop) => hasSubject(ctx, stop)));
  const stops = wanted.filter((_, index) => known[index]);
  return stops.length > 0 ? { stops } : null;
}
