import "server-only";
import { and, eq, gt } from "drizzle-orm";
import { cookies } from "next/headers";
import { db } from "@/db/client";
import type { SessionEndReason } from "@/db/enums";
import { session } from "@/db/schema";
import { openSession, sessionCookieName } from "./session-token";

/** After this time the reason is no longer of interest. */
const RECENT_MS = 15 * 60_000;

/** Why the session of this browser's cookie ended recently; null if it did not, or there is none. */
export async function recentEnd(now: Date): Promise<SessionEndReason | null> {
  const token = (await cookies()).get(sessionCookieName())?.value;
  const sessionId = token ? await openSession(token) : null;
  if (!sessionId) return null;
  const [row] = await db()
    .select({ reason: session.endReason })
    .from(session)
    .where(and(eq(session.id, sessionId), gt(session.endedAt, new Date(now.getTime() - RECENT_MS))));
  return row?.reason ?? null;
}
