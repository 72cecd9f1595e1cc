import "server-only";
import type { Db, OperationContext } from "@/lib/operation/context";
import { permit } from "../access.service";
import { lockOne } from "../carrier.data";
import { getPlace, type Place } from "./data";
import {
  findPoint,
  insertPending,
  lockDuePoints,
  lockPoint,
  type RecordPoint,
  setPlanned,
  storePlan,
} from "./plan.data";
import { plannedBetween, type RecordPlan } from "./plan.rules";

/** Records planned per carrier and step: a day at intervals of five minutes. */
const MOST_AT_ONCE = 288;

/** The record point of a carrier that the caller has opened. */
export const pointOf = (db: Db, carrierId: number): Promise<RecordPoint | undefined> => findPoint(db, carrierId);

/** Locks a carrier whose type the actor may view. Throws NOT_FOUND or FORBIDDEN. */
export async function lockPlace(ctx: OperationContext, id: number): Promise<Place> {
  const { type } = await lockOne(ctx.db, ctx.scope, id);
  permit(ctx, "view", type);
  return getPlace(ctx.db, ctx.scope, id);
}

/**
 * Inserts the records of a locked point that have come due until `now` (epoch ms), pending, for every probe mounted at
 * their instant. Returns whether more remain.
 */
async function planRecords(tx: Db, point: RecordPoint, now: number): Promise<boolean> {
  const span = { after: point.plannedUntil, until: now };
  const due = point.isActive ? plannedBetween(point, point.timeZone, span, MOST_AT_ONCE) : [];
  if (due.length > 0) await insertPending(tx, point, due);
  const isMore = due.length >= MOST_AT_ONCE;
  await setPlanned(tx, point, isMore ? (due.at(-1)?.at ?? now) : Math.max(now, point.plannedUntil));
  return isMore;
}

/** Plans one step of at most `most` points whose records are due, except those of another worker. Returns their number. */
export async function planDuePoints(tx: Db, now: number, most: number): Promise<number> {
  const points = await lockDuePoints(tx, now, most);
  for (const point of points) await planRecords(tx, point, now);
  return points.length;
}

/** Plans all that is due of a carrier, and locks its point against the job until the transaction ends. */
export async function planCarrier(tx: Db, carrierId: number, now: number): Promise<void> {
  let point = await lockPoint(tx, carrierId);
  while (point && (await planRecords(tx, point, now))) point = await lockPoint(tx, carrierId);
}

/**
 * Stores when the values of a carrier go on record, from `now` on; what came due before is planned first. Without times
 * and interval the carrier is no record point; its sheets remain.
 */
export async function savePlan(
  tx: Db,
  place: Pick<RecordPoint, "carrierId" | "customerId" | "timeZone">,
  plan: RecordPlan,
  now: number,
): Promise<void> {
  await planCarrier(tx, place.carrierId, now);
  const isPoint = await storePlan(tx, place, plan);
  if (isPoint) await setPlanned(tx, { ...plan, ...place }, now);
}
