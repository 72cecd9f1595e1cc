import "server-only";
import { and, eq, inArray, isNull, ne, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { PushEndReason } from "@/db/enums";
import { pushSubscription } from "@/db/schema";

async function end(tx: Db, which: SQL | undefined, reason: PushEndReason, now: Date) {
  return tx
    .update(pushSubscription)
    .set({ endedAt: now, endReason: reason })
    .where(and(which, isNull(pushSubscription.endedAt)))
    .returning({ id: pushSubscription.id, userId: pushSubscription.userId, label: pushSubscription.label });
}

/** Ends the push subscriptions of these accounts; the rows stay, so that the list of devices shows the reason. */
export async function endDevicesOf(
  tx: Db,
  userIds: readonly number[],
  reason: PushEndReason,
  now: Date,
): Promise<void> {
  if (userIds.length > 0) await end(tx, inArray(pushSubscription.userId, [...userIds]), reason, now);
}

/** Ends other accounts' subscriptions in the browser with this device token hash: another account uses it now. */
export const endDevicesOfOthers = (tx: Db, deviceHash: string, userId: number, now: Date) =>
  end(tx, and(eq(pushSubscription.deviceHash, deviceHash), ne(pushSubscription.userId, userId)), "otherAccount", now);
