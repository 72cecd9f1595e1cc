import "server-only";
import { and, inArray, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { SessionEndReason } from "@/db/enums";
import { session } from "@/db/schema";

/** Ends the live sessions of these accounts; returns their ids, so that their open pages can be told after the commit. */
export async function endSessionsOf(
  tx: Db,
  userIds: readonly number[],
  reason: SessionEndReason,
  now: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const ended = await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(inArray(session.userId, [...userIds]), isNull(session.endedAt)))
    .returning({ id: session.id });
  return ended.map(({ id }) => id);
}
