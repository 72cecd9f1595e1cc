import "server-only";
import { planNotices, replanNotices } from "@/features/notice/notice.service";
import { writeAuditOfEach, writeAudits } from "@/lib/audit/write-audit";
import { lockActiveCustomer, lockCustomers } from "@/lib/auth/lock-customer";
import { AppError, notFound } from "@/lib/errors";
import { grouped } from "@/lib/grouped";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { findSamples } from "../evaluation/evaluation.data";
import { LATE_AFTER_MS } from "../evaluation/evaluation.rules";
import type { ExceptionChange } from "../evaluation/evaluation.schema";
import { publishExceptions } from "../evaluation/evaluation.service";
import { withdrawExcursions } from "../evaluation/record.data";
import type { Sample } from "../evaluation/statistics.rules";
import { lockWorking } from "../evaluation/watch.data";
import { savePlan } from "../trigger/plan.data";
import { assertGroups } from "../trigger/plan.operations";
import { strangerAmong } from "../trigger/trigger.rules";
import {
  endByIds,
  endOfDevice,
  endWatched,
  findBlackouts,
  findCuts,
  findLosses,
  findPowerSupplies,
  findSuppressed,
  findUnfollowed,
  findUnraised,
  findWatch,
  insertBlackouts,
  lockPower,
  openSlow,
  type PacedRow,
  type PowerSupply,
  saveRetained,
  saveSlow,
  saveWatch,
  updateBlackouts,
} from "./data";
import {
  compareBlackouts,
  edgesOf,
  isPowerOn,
  judgePaces,
  type LateReadings,
  retainedIn,
  type TouchedPower,
} from "./rules";
import { type ConnectionWatchDto, ConnectionWatchInput, ConnectionWatchQuery } from "./schema";

const NAME = "connectionWatch.save";

/** The connection watch of a customer. Like triggers, visible to accounts bound to nodes, whose devices it covers. */
export const getConnectionWatch = defineOperation({
  name: "connectionWatch.get",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: ConnectionWatchQuery,
  run(ctx, input): Promise<ConnectionWatchDto> {
    const { customerIds, sceneIds } = ctx.scope;
    if (sceneIds === "all" || customerIds === "all")
      return findWatch(ctx.db, resolveWriteTarget(ctx, input).customerId);
    const { customerId = customerIds[0] ?? 0 } = input;
    if (!customerIds.includes(customerId)) throw notFound("customer", customerId);
    return findWatch(ctx.db, customerId);
  },
});

/** Changes the connection watch. Switching a part off ends its open exceptions, because nothing else would end them. */
export const saveConnectionWatch = defineOperation({
  name: NAME,
  kind: "mutation",
  permission: "editAlarmTrigger",
  input: ConnectionWatchInput,
  async run(ctx, { plan, ...input }): Promise<ConnectionWatchDto> {
    const { tx } = ctx;
    const { customerId } = resolveWriteTarget(ctx, input);
    await lockActiveCustomer(tx, customerId);
    const old = await findWatch(tx, customerId);
    const [stranger] = strangerAmong(old.plan, plan);
    if (stranger) {
      const issue = { ...stranger, path: ["plan", ...stranger.path].join(".") };
      throw new AppError("INVALID", `${issue.path}: ${issue.message}`, { issues: [issue] });
    }
    const groups = plan.map(({ contactGroupId: id, isOnDuty }, index) => ({
      ...{ id, isOnDuty, path: `plan.${index}.contactGroupId` },
    }));
    await assertGroups(ctx, customerId, groups);
    await saveWatch(tx, { ...input, customerId });
    await savePlan(tx, { customerId }, plan);
    const off = [
      ...(old.isEnabled && !input.isEnabled ? (["no-data", "slow"] as const) : []),
      ...(old.isPowerEnabled && !input.isPowerEnabled ? (["blackout"] as const) : []),
    ];
    const ended: ExceptionChange[] = [];
    for (const kind of off) ended.push(...(await endWatched(tx, customerId, kind, ctx.now.getTime())));
    await writeAudits(
      tx,
      ctx,
      customerId,
      ended.map(({ id }) => ({
        operation: NAME,
        entity: "exception",
        entityId: String(id),
        old: { endedAt: null },
        new: { endedAt: ctx.now },
      })),
    );
    const saved = await findWatch(tx, customerId);
    ctx.audit({ customerId, old, new: saved });
    if (ended.length > 0) ctx.afterCommit(() => publishExceptions(ended));
    return saved;
  },
  audit: { entity: "connectionWatch", id: ({ customerId }) => customerId },
});

/**
 * Ends the exceptions of a locked device that is removed from a carrier or, without a carrier, put into stock, and of the
 * probes that were mounted there, in the caller's transaction: nothing else would end them. Those that began only then
 * are withdrawn. Each gets an audit row.
 */
export async function endExceptionsOfRemovedDevice(
  tx: Db,
  ctx: OperationContext,
  device: { id: number; customerId: number },
  removal: { carrierId?: number; probeIds?: readonly number[]; at: Date; reason?: string | undefined },
): Promise<ExceptionChange[]> {
  const { carrierId = null, probeIds = [], at, reason } = removal;
  const removed = { deviceId: device.id, carrierId, probeIds };
  const changes = await endOfDevice(tx, removed, { at: at.getTime(), now: ctx.now.getTime() });
  const entries = changes.map(({ id, customerId, change }) => ({
    ...(change === "withdrawn"
      ? { operation: "exception.withdraw", new: { withdrawnAt: ctx.now, unmountedAt: at, deviceId: device.id } }
      : { operation: "exception.end", new: { endedAt: at, deviceId: device.id } }),
    ...{ entity: "exception", entityId: String(id), customerId },
    ...(reason && { reason }),
  }));
  await writeAuditOfEach(tx, ctx, entries);
  return changes;
}

/** Adds an audit row for each exception of a customer that ended because it is no longer monitored. */
export async function traceEnds(
  tx: Db,
  ctx: OperationContext,
  ended: readonly ExceptionChange[],
  values: Record<string, unknown>,
): Promise<void> {
  // In one order: otherwise two of these could deadlock on each other's audit chains.
  const byCustomer = [...grouped(ended, (change) => change.customerId)].sort(([a], [b]) => a - b);
  for (const [customerId, own] of byCustomer) {
    const lines = own.map(({ id }) => ({ entityId: String(id), new: values }));
    await writeAudits(
      tx,
      ctx,
      customerId,
      lines.map((line) => ({ operation: "exception.end", entity: "exception", ...line })),
    );
  }
}

/**
 * Evaluates the power reported by gateways, by event time, in the caller's transaction and under its lock of the
 * probes. A blackout lasts from the first 0 to the next 1, in whatever order they arrived. Part of the intake of
 * readings, not an operation.
 */
export async function judgePower(tx: Db, touched: readonly TouchedPower[], now: number): Promise<ExceptionChange[]> {
  if (touched.length === 0) return [];
  const spans = new Map(touched.map((one) => [one.probeId, one]));
  const supplies = await findPowerSupplies(tx, [...spans.keys()]);
  const changed: ExceptionChange[] = [];
  for (const supply of supplies)
    changed.push(...(await judge(tx, supply, spans.get(supply.probeId) as TouchedPower, now)));
  return changed;
}

async function judge(tx: Db, supply: PowerSupply, touched: TouchedPower, now: number): Promise<ExceptionChange[]> {
  const episode = { samples: await episodeOf(tx, touched), earliest: touched.earliest };
  const stored = await findBlackouts(tx, supply.deviceId, edgesOf(episode));
  const actions = compareBlackouts(stored, episode, await findCuts(tx, supply.deviceId));
  const updates = actions.flatMap((one) => (one.type === "update" ? [{ ...one.excursion, id: one.id }] : []));
  const changed = [
    ...(await withdrawExcursions(
      tx,
      actions.filter((one) => one.type === "withdraw"),
      now,
    )),
    ...(await updateBlackouts(tx, updates)),
  ];
  const found = actions.flatMap((one) => (one.type === "insert" ? [one.excursion] : []));
  // An open blackout is checked as of now: it is raised once the suppression ends.
  const suppressed = await findSuppressed(
    tx,
    supply,
    found.map(({ startedAt, endedAt }) => (endedAt === null ? now : startedAt)),
  );
  const isLate = (endedAt: number | null) => endedAt !== null && now - endedAt > LATE_AFTER_MS;
  const made = await insertBlackouts(
    tx,
    supply,
    found.flatMap((span, index) => (suppressed[index] ? [] : [{ ...span, isDetectedLate: isLate(span.endedAt) }])),
  );
  await planNotices(
    tx,
    made.map(({ id }) => id),
  );
  const over = new Set(stored.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])));
  await replanNotices(
    tx,
    updates.flatMap(({ id, endedAt }) => (endedAt === null && over.has(id) ? [id] : [])),
  );
  return [...changed, ...made];
}

/** What the sweep must do about the power of gateways, by device and customer. */
export type PowerWork = Awaited<ReturnType<typeof findPowerWork>>;
export async function findPowerWork(db: Db, now: number) {
  return { unraised: await findUnraised(db, now), unfollowed: await findUnfollowed(db) };
}

/**
 * The sweep's part of monitoring power, in the caller's transaction: raises blackouts that outlast their suppression,
 * and ends those that nothing covers any more. Their gateways may send nothing meanwhile.
 */
export async function watchPower(tx: Db, ctx: OperationContext, { unraised, unfollowed }: PowerWork) {
  const now = ctx.now.getTime();
  const all = [...unraised, ...unfollowed];
  const deviceIds = [...new Set(all.map(({ deviceId }) => deviceId))];
  const held = await lockCustomers(tx, [...new Set(all.map(({ customerId }) => customerId))]);
  const active = new Set(held.filter(({ status }) => status === "active").map(({ id }) => id));
  const working = await lockWorking(tx, deviceIds);
  await lockPower(tx, deviceIds);
  const left = await findPowerWork(tx, now);
  const ended: ExceptionChange[] = [];
  for (const isTakenAway of [true, false]) {
    const some = left.unfollowed.filter((one) => one.isTakenAway === isTakenAway && deviceIds.includes(one.deviceId));
    const changes = await endByIds(
      tx,
      some.map(({ id }) => id),
      now,
    );
    await traceEnds(tx, ctx, changes, { endedAt: ctx.now, ...(!isTakenAway && { isFollowed: true }) });
    ended.push(...changes);
  }
  const due = left.unraised.filter(({ customerId, deviceId }) => active.has(customerId) && working.has(deviceId));
  const touched = due.map(({ probeId, lastAt }) => ({ probeId, earliest: lastAt, latest: lastAt }));
  return [...ended, ...(await judgePower(tx, touched, now))];
}

const CHUNK = 500;

/** The samples from the last one with power before the touched span to the first one with power after it. */
async function episodeOf(tx: Db, { probeId, earliest, latest }: TouchedPower): Promise<Sample[]> {
  const before: Sample[] = [];
  for (let edge = earliest; ; edge = (before.at(-1) as Sample).at) {
    const chunk = await findSamples(tx, probeId, { before: edge }, CHUNK);
    const on = chunk.findIndex(isPowerOn);
    before.push(...(on < 0 ? chunk : chunk.slice(0, on + 1)));
    if (on >= 0 || chunk.length < CHUNK) break;
  }
  const since: Sample[] = [];
  for (let edge = earliest; ; edge = (since.at(-1) as Sample).at + 1) {
    const chunk = await findSamples(tx, probeId, { from: edge }, CHUNK);
    const on = chunk.findIndex((sample) => sample.at > latest && isPowerOn(sample));
    since.push(...(on < 0 ? chunk : chunk.slice(0, on + 1)));
    if (on >= 0 || chunk.length < CHUNK) break;
  }
  return [...before.reverse(), ...since];
}

/** Late readings are matched with silences this far back. */
const LOOK_BACK_MS = 31 * 86_400_000;

/**
 * Records readings that were retained while their device or gateway was silent and are delivered now. Part of the
 * intake of readings, in its transaction.
 */
export async function recordRetained(tx: Db, late: readonly LateReadings[], now: number): Promise<ExceptionChange[]> {
  if (late.length === 0) return [];
  const earliest = Math.min(...late.flatMap(({ ats }) => ats));
  const ids = late.flatMap(({ deviceId, gatewayId }) => (gatewayId === null ? [deviceId] : [deviceId, gatewayId]));
  const losses = await findLosses(tx, [...new Set(ids)], Math.max(earliest, now - LOOK_BACK_MS));
  const found = retainedIn(losses, late).map(({ loss, from, count }) => ({ lossId: loss.id, from, count }));
  const changes = await saveRetained(tx, found, now);
  // Once per silence: readings delivered later are included in the count when the digest is sent.
  await planNotices(
    tx,
    changes.flatMap(({ id, change }) => (change === "closed" ? [id] : [])),
  );
  return changes;
}

/**
 * Opens, changes and closes the exceptions of these devices that report more slowly than agreed, in the caller's
 * transaction. Part of the worker's sweep of all devices.
 */
export async function watchPaces(tx: Db, rows: readonly PacedRow[], now: number): Promise<ExceptionChange[]> {
  const { open, change, close } = judgePaces(rows);
  const byId = new Map(rows.map((row) => [row.deviceId, row]));
  const found = open.map((one) => ({ ...(byId.get(one.deviceId) as PacedRow), ...one }));
  const held = await lockCustomers(tx, [...new Set(found.map(({ customerId }) => customerId))]);
  const active = new Set(held.filter(({ status }) => status === "active").map(({ id }) => id));
  const working = await lockWorking(
    tx,
    found.map(({ deviceId }) => deviceId),
  );
  const due = found.filter(({ customerId, deviceId }) => active.has(customerId) && working.has(deviceId));
  const closed = await endByIds(tx, close, now);
  await saveSlow(tx, change);
  const opened = await openSlow(tx, due, now);
  await planNotices(
    tx,
    opened.map(({ id }) => id),
  );
  return [...closed, ...opened];
}
