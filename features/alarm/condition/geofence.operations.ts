import "server-only";
import type { CrossingChange } from "@/features/geofence/crossing.schema";
import { passagesOf } from "@/features/geofence/crossing.service";
import { AppError } from "@/lib/errors";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { CLOCK_GRACE_MS, LATE_AFTER_MS } from "../evaluation/evaluation.rules";
import type { ExceptionChange } from "../evaluation/evaluation.schema";
import type { JudgedSpan } from "../evaluation/machine.rules";
import type { Finding } from "../evaluation/record.rules";
import { recordFindings } from "../evaluation/record.service";
import { mayRaise } from "../evaluation/suppression.rules";
import { GroupReachQuery, type TriggerGeofenceDto } from "../trigger/trigger.schema";
import { isWithinCalendar } from "./calendar.rules";
import type { ConditionInput } from "./condition.schema";
import {
  endCrossings,
  findGeofences,
  findOrphaned,
  findWatched,
  lockConditions,
  lockFree,
  lockGeofences,
  type WatchedCarrier,
} from "./geofence.data";
import { type GeofenceRule, judgeNow, judgeTouched } from "./geofence.rules";

/** Initial look-back for crossings; it grows until the whole stay that they changed is loaded. */
const LOOK_BACK_MS = 3 * 86_400_000;

/**
 * Evaluates the geofence conditions for crossings found or disproved, in the caller's transaction and under its lock of
 * the carriers. Part of the intake of positions, not an operation.
 */
export async function judgeCrossings(
  tx: Db,
  changes: readonly CrossingChange[],
  now: number,
): Promise<ExceptionChange[]> {
  if (changes.length === 0) return [];
  const byCarrier = grouped(changes, ({ carrierId }) => carrierId);
  const findings: Finding[] = [];
  for (const watched of await heldWatches(tx, [...byCarrier.keys()])) {
    const { rule, carrierId } = watched.watch;
    const ats = (byCarrier.get(carrierId) ?? [])
      .filter(({ geofenceId }) => rule.geofenceId === null || rule.geofenceId === geofenceId)
      .map(({ at }) => at);
    if (ats.length > 0) findings.push(await find(tx, watched, ats, now));
  }
  return recordFindings(tx, findings, now);
}

async function heldWatches(tx: Db, carrierIds: readonly number[]): Promise<WatchedCarrier[]> {
  const watched = await findWatched(tx, carrierIds);
  if (watched.length === 0) return [];
  const held = await lockConditions(
    tx,
    watched.map(({ watch }) => watch.conditionId),
  );
  return watched.filter(({ watch }) => held.has(watch.conditionId));
}

/** The last crossing of one geofence bounds a stay in it; a stay in any may have begun earlier in another one. */
const isWithin = ({ from }: JudgedSpan, fromAt: number, { geofenceId }: GeofenceRule): boolean =>
  geofenceId !== null || from >= fromAt || fromAt === 0;

async function find(tx: Db, { watch }: WatchedCarrier, ats: readonly number[], now: number): Promise<Finding> {
  const touched = { earliest: Math.min(...ats), latest: Math.max(...ats) };
  const until = Math.max(touched.latest, now - CLOCK_GRACE_MS);
  for (let span = LOOK_BACK_MS; ; span *= 8) {
    const fromAt = Math.max(0, touched.earliest - span);
    const passages = (await passagesOf(tx, [{ carrierId: watch.carrierId, fromAt }])).get(watch.carrierId) ?? [];
    const judged = judgeTouched(watch.rule, passages, touched, until, fromAt === 0);
    if (isWithin(judged, fromAt, watch.rule)) return { watch, ...judged };
  }
}

/**
 * The carriers that the sweep must evaluate: those whose delay is over, and those where conditions, geofences or what
 * they cover changed. Each is one step of `judgeCarriers`.
 */
export async function findCarriersToJudge(db: Db, now: number): Promise<number[]> {
  const watched = await findWatched(db, null);
  const passages = await lastPassages(db, watched);
  const clock = { until: now - CLOCK_GRACE_MS, now };
  const unsettled = watched.filter(({ watch, openId }) => {
    const { rule, hold, calendar, timeZone, carrierId } = watch;
    // Suppressed carriers are checked once the suppression ends; a silence is queried only when raising.
    const mayOpen =
      mayRaise({ ...hold, side: null, silencedUntil: null }, now) && isWithinCalendar(calendar, now, timeZone);
    if (openId === null && !mayOpen) return false;
    return judgeNow(rule, passages.get(carrierId) ?? [], openId !== null, clock, false) !== null;
  });
  const orphaned = await findOrphaned(
    db,
    watched.flatMap(({ openId }) => openId ?? []),
  );
  return [
    ...new Set([...unsettled.map(({ watch }) => watch.carrierId), ...orphaned.map(({ carrierId }) => carrierId)]),
  ];
}

/** The last crossing of each geofence shows where a carrier is, but not since when it has been in any of them. */
const lastPassages = (db: Db, watched: readonly WatchedCarrier[]) =>
  passagesOf(
    db,
    [...new Set(watched.map(({ watch }) => watch.carrierId))].map((carrierId) => ({ carrierId, fromAt: FOREVER })),
  );

const FOREVER = Date.UTC(9999, 0, 1);

/** Updates the open exceptions of carriers as of now, in the caller's transaction; skips carriers locked elsewhere. */
export async function judgeCarriers(tx: Db, carrierIds: readonly number[], now: number): Promise<ExceptionChange[]> {
  const free = await lockFree(tx, carrierIds);
  const watched = await heldWatches(tx, free);
  const followed = watched.flatMap(({ openId }) => openId ?? []);
  const orphaned = (await findOrphaned(tx, followed)).filter(({ carrierId }) => free.includes(carrierId));
  const ended = await endCrossings(
    tx,
    orphaned.map(({ id }) => id),
    now,
  );
  const clock = { until: now - CLOCK_GRACE_MS, now };
  const findings: Finding[] = [];
  for (const { watch, openId } of watched) {
    for (let span = LOOK_BACK_MS; ; span *= 8) {
      const fromAt = Math.max(0, now - span);
      const passages = (await passagesOf(tx, [{ carrierId: watch.carrierId, fromAt }])).get(watch.carrierId) ?? [];
      const judged = judgeNow(watch.rule, passages, openId !== null, clock, fromAt === 0);
      if (judged && !isWithin(judged, fromAt, watch.rule)) continue;
      const raisedAt = judged?.excursions[0]?.raisedAt ?? now;
      // Due long ago but not raised, so it just came into force or was suppressed: notifiable from now on.
      const openBefore = now - raisedAt > LATE_AFTER_MS ? now : null;
      if (judged) findings.push({ watch, ...judged, openBefore });
      break;
    }
  }
  return [...ended, ...(await recordFindings(tx, findings, now))];
}

/** Locks the geofences that conditions refer to. Throws NOT_FOUND with the path of one that the customer lacks. */
export async function assertGeofences(
  tx: Db,
  customerId: number,
  conditions: readonly ConditionInput[],
): Promise<void> {
  const named = conditions.flatMap((one, index) =>
    one.kind === "geofence" && one.geofenceId !== null
      ? [{ id: one.geofenceId, path: `conditions.${index}.geofenceId` }]
      : [],
  );
  if (named.length === 0) return;
  const known = await lockGeofences(
    tx,
    customerId,
    named.map(({ id }) => id),
  );
  const lost = named.find(({ id }) => !known.has(id));
  if (!lost) return;
  const issue = { path: lost.path, rule: "reference", message: "refers to a record that does not exist" };
  throw new AppError("NOT_FOUND", `${lost.path}: geofence not found`, { issues: [issue] });
}

/** The geofences that the conditions of a customer's triggers can refer to. */
export const listTriggerGeofences = defineOperation({
  name: "alarmTrigger.geofences",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: GroupReachQuery,
  run: (ctx, input): Promise<TriggerGeofenceDto[]> => findGeofences(ctx.db, resolveWriteTarget(ctx, input).customerId),
});
