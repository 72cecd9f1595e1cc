import "server-only";
import type { Principal } from "@/lib/auth/principal";
import { hashToken } from "@/lib/auth/token";
import { type TourStop, tourStops } from "./rules";

const MARK_LENGTH = 16;

/** The stops, and a mark of the session that the browser stores, so that the tour runs once per login. */
export type TourView = { stops: TourStop[]; mark: string };

/** The tour of an account; null if it is disabled or has no stops. */
export function loadTour({ sessionId, user, permissions }: Principal): TourView | null {
  const stops = user.isGuideOn ? tourStops(permissions) : [];
  return stops.length > 0 ? { stops, mark: hashToken(sessionId).slice(0, MARK_LENGTH) } : null;
}
