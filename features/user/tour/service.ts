import "server-only";
import type { Principal } from "@/lib/auth/principal";
import { hashToken } from "@/lib/auth/token";
import { type TourStop, tourStops } from "./rules";

const MARK_LENGTH = 16;

/** What the tour shows, and a mark of the session: the browser keeps it, so that the tour comes once for each sign-in. */
export type TourView = { stops: TourStop[]; mark: string };

/** The tour of an account; null where it is switched off or has nothing to show. */
export function loadTour({ sessionId, user, permissions }: Principal): TourView | null {
  const stops = user.isGuideOn ? tourStops(permissions) : [];
  return stops.length > 0 ? { stops, mark: hashToken(sessionId).slice(0, MARK_LENGTH) } : null;
}
