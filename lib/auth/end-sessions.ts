import "server-only";
import { and, inArray, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { SessionEndReason } from "@/db/enums";
import { session } from "@/db/schema";
import { liveBus } from "@/lib/live/live";
import type { LiveEvent } from "../live/bus";
import { endDevicesOf } from "./end-push-devices";

/**
 * Ends the live sessions of these accounts and returns their ids, for `publishSessionsEnded` after the commit. A
 * cancelled account's push subscriptions end too, and do not resume when it is activated again.
 */
export async function endSessionsOf(
  tx: Db,
  userIds: readonly number[],
  reason: SessionEndReason,
  now: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  if (reason === "cancelled") await endDevicesOf(tx, userIds, "cancelled", now);
  const ended = await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(inArray(session.userId, [...userIds]), isNull(session.endedAt)))
    .returning({ id: session.id });
  return ended.map(({ id }) => id);
}

/** Limited by the size of a bus message. */
const SESSIONS_PER_EVENT = 100;

/**
 * Closes the open pages of ended sessions: their live streams end, and the browser goes to the login with the reason.
 * Call it in `afterCommit`: a page of a session that is not durably over would be opened again.
 */
export async function publishSessionsEnded(sessionIds: readonly string[], reason: SessionEndReason): Promise<void> {
  const events: LiveEvent[] = [];
  for (let from = 0; from < sessionIds.length; from += SESSIONS_PER_EVENT) {
    const data = { sessionIds: sessionIds.slice(from, from + SESSIONS_PER_EVENT), reason };
    events.push({ type: "session", customerId: 0, carrierId: null, data });
  }
  if (events.length > 0) await liveBus().publish(events);
}
