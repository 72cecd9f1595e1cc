import "server-only";
import { planNotices } from "@/features/notice/notice.service";
import type { Db } from "@/lib/operation/context";
import { findUpSince } from "@/lib/queue/uptime";
import { publishExceptions } from "../evaluation/evaluation.service";
import { lockWorking, openSilences } from "../evaluation/watch.data";
import { countWatched, findDevicesOf, findOff, type OffDevice, type Watched } from "./off.data";

export type { OffDevice, Watched } from "./off.data";

/** The devices among these that are off at `now`, by their refreshed states, and how many were looked at. */
export async function lookForOff(
  db: Db,
  asked: Watched,
  now: Date,
): Promise<{ off: readonly OffDevice[]; checked: number }> {
  const upSince = await findUpSince(db);
  return { off: await findOff(db, asked, { now, upSince }), checked: await countWatched(db, asked) };
}

export type Raised = { exceptionIds: ReadonlyMap<number, number>; publish: () => Promise<void> };

/**
 * Opens a no-data exception for each of these devices that has none, unless its alarms are suppressed, and plans its
 * notices: what the connection watch does by itself where it is switched on. In the caller's transaction, which has
 * locked the customer; `publish` is for after its commit. Like any other, the exception ends when the device is heard.
 */
export async function raiseOff(tx: Db, off: readonly OffDevice[], now: Date): Promise<Raised> {
  const due = off.filter(({ exceptionId, isSuppressed }) => exceptionId === null && !isSuppressed);
  const working = await lockWorking(
    tx,
    due.map(({ deviceId }) => deviceId),
  );
  const rows = due
    .filter(({ deviceId }) => working.has(deviceId))
    .map(({ silentFrom, lastSeenAt, ...device }) => ({
      ...{ ...device, probeId: null, conditionId: null, measure: null },
      ...{ startedAt: silentFrom, heardAt: lastSeenAt, affected: [], isUnnotified: false },
    }));
  const opened = await openSilences(tx, rows, now.getTime());
  await planNotices(
    tx,
    opened.map(({ id }) => id),
  );
  return {
    exceptionIds: await findDevicesOf(
      tx,
      opened.map(({ id }) => id),
    ),
    publish: () => publishExceptions(opened),
  };
}
