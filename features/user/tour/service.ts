import "server-only";
import { listTransports } from "@/features/transport/transport.operations";
import type { Principal } from "@/lib/auth/principal";
import { hashToken } from "@/lib/auth/token";
import type { OperationContext } from "@/lib/operation/context";
import { type TourStop, tourStops } from "./rules";

const MARK_LENGTH = 16;

/** The stops, and a mark of the session that the browser stores, so that the tour runs once per login. */
export type TourView = { stops: TourStop[]; mark: string };

/** Whether the page of a stop has what the stop is about. */
async function hasSubject(ctx: OperationContext, { topic }: TourStop): Promise<boolean> {
  if (topic !== "transportCode") return true;
  return (await listTransports.call(ctx, { iDisplayLength: 15 })).total > 0;
}

/** The tour of an account; null if it is disabled or has no stops. */
export async function loadTour(
  ctx: OperationContext,
  { sessionId, user, permissions }: Principal,
): Promise<TourView | null> {
  const wanted = user.isGuideOn ? tourStops(permissions) : [];
  const known = await Promise.all(wanted.map((stop) => hasSubject(ctx, stop)));
  const stops = wanted.filter((_, index) => known[index]);
  return stops.length > 0 ? { stops, mark: hashToken(sessionId).slice(0, MARK_LENGTH) } : null;
}
