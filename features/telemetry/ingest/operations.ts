import "server-only";
import { besideDoors, judgeArrivals, keepMemory } from "@/features/alarm/evaluation/operations";
import { arrivalsOf } from "@/features/alarm/evaluation/rules";
import type { ExceptionChange } from "@/features/alarm/evaluation/schema";
import { noteReadings } from "@/features/forward/outbox/operations";
import { judgePositions } from "@/features/geofence/crossing/operations";
import { AppError } from "@/lib/errors";
import { type LiveEvent, liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { knownAmong } from "../known/operations";
import { noteTurns } from "../newest/data";
import { advance, type Newest, turnsOf } from "../newest/rules";
import { deleteInvalid, insertInvalid, saveNewest } from "../restate/data";
import { withdraw } from "../restate/operations";
import { touchedOf } from "../restate/rules";
import { keptOnly } from "../retention/operations";
import { sift } from "../sift/operations";
import { invalidAmong, siftedProbes } from "../sift/rules";
import {
  addProbes,
  addToHours,
  findDevices,
  findLocated,
  findOff,
  type IngestDevice,
  insertPositions,
  insertReadings,
  lockProbeStates,
  type PositionRow,
  type ProbeState,
  type ProbeStateUpdate,
  preparePartitions,
  saveProbeStates,
  touchDevices,
} from "./data";
import { admit, columnsOf, hoursOf, type Located, parseReading, seriesOf } from "./rules";
import {
  IngestInput,
  type IngestResult,
  MAXIMUM_BYTES,
  MAXIMUM_READINGS,
  type Reading,
  type Rejection,
} from "./schema";

/**
 * `POST /service/ingest/readings`: checks each reading by itself, then stores, rolls up and judges all good ones in one
 * transaction. The answer comes after its commit, so an accepted reading is durable.
 */
export const ingestReadings = defineOperation({
  name: "telemetry.ingest",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: IngestInput,
  body: { maximumBytes: MAXIMUM_BYTES, ndjsonKey: "readings", gzip: true },
  run: (ctx, { readings }) => takeIn(ctx, readings),
});

/** What every door does with readings in the canonical shape; the scope is that of the device's token. */
export async function takeIn(ctx: OperationContext, raw: readonly unknown[]): Promise<IngestResult> {
  if (raw.length > MAXIMUM_READINGS) throw new AppError("TOO_LARGE", `readings: at most ${MAXIMUM_READINGS}`);
  const now = ctx.now.getTime();
  const rejected: Rejection[] = [];
  const found = await locate(ctx, parseAll(raw, now, rejected), rejected);
  const located = await keptOnly(ctx.db, found, now, rejected);
  if (located.length === 0) {
    // A gateway with nothing but strangers behind it has been heard all the same.
    await announce(ctx, { located: [], states: [], changes: [], movements: [] }, now);
    return { accepted: 0, duplicates: 0, rejected };
  }
  await preparePartitions(
    ctx.db,
    located.map(({ reading }) => reading.at),
  );
  const outcome = await transaction(ctx.db, (tx) => store(tx, located, now));
  rejected.push(...outcome.rejected);
  rejected.sort((a, b) => a.index - b.index);
  await announce(ctx, outcome, now);
  const { accepted, duplicates, invalid } = outcome;
  return { accepted, duplicates, ...(invalid !== undefined && { invalid }), rejected };
}

function parseAll(raw: readonly unknown[], now: number, rejected: Rejection[]): Reading[] {
  const good: Reading[] = [];
  for (let index = 0; index < raw.length; index += 1) {
    const parsed = parseReading(raw[index], index, now);
    if (typeof parsed === "string") rejected.push({ index, reason: parsed });
    else good.push(parsed);
  }
  return good;
}

const DEACTIVATED = "device: deactivated";

/** Finds device and probes of each reading. A device of another customer is as unknown as one that does not exist. */
async function locate(
  ctx: OperationContext,
  readings: readonly Reading[],
  rejected: Rejection[],
): Promise<Located<IngestDevice>[]> {
  const keys = [...new Set(readings.map((reading) => reading.device))];
  if (keys.length === 0) return [];
  const devices = new Map<string, IngestDevice>();
  for (const device of await findDevices(ctx.db, ctx.scope, keys)) {
    if (device.mac) devices.set(device.mac, device);
    devices.set(device.serialNumber, device);
  }
  const located: Located<IngestDevice>[] = [];
  for (const reading of readings) {
    const device = devices.get(reading.device);
    if (!device) rejected.push({ index: reading.index, reason: "device: unknown" });
    else if (device.isDeactivated) rejected.push({ index: reading.index, reason: DEACTIVATED });
    else located.push({ reading, device });
  }
  await completeProbes(ctx.db, located);
  return located;
}

/** A device that begins to send another measure gets a probe for it. */
async function completeProbes(db: Db, located: readonly Located<IngestDevice>[]) {
  const missing = new Map<string, { device: IngestDevice; measure: Reading["values"][number][0] }>();
  for (const { reading, device } of located) {
    for (const [measure] of reading.values) {
      if (device.probes[measure] === undefined) missing.set(`${device.id}:${measure}`, { device, measure });
    }
  }
  if (missing.size === 0) return;
  const byId = new Map([...missing.values()].map(({ device }) => [device.id, device]));
  for (const [deviceId, measure, probeId] of await addProbes(db, [...missing.values()])) {
    const device = byId.get(deviceId);
    if (device) device.probes[measure] = probeId;
  }
}

type Outcome = IngestResult & {
  located: readonly Located<IngestDevice>[];
  states: (Newest & { isRestated: boolean })[];
  changes: ExceptionChange[];
  /** Where carriers are now, and what they entered and left. */
  movements: LiveEvent[];
};
type Told = Pick<Outcome, "located" | "states" | "changes" | "movements">;

async function store(tx: Db, found: readonly Located<IngestDevice>[], now: number): Promise<Outcome> {
  const probeIds = new Set<number>();
  const doorIds = new Set<number>();
  for (const { reading, device } of found) {
    for (const [measure] of reading.values) {
      probeIds.add(device.probes[measure] as number);
      if (measure === "door") doorIds.add(device.probes.door as number);
    }
  }
  // Whose delay depends on a door is judged again where the door's reading comes late: locked with it, in one order.
  const beside = await besideDoors(tx, [...doorIds]);
  for (const { probeId } of beside) probeIds.add(probeId);
  const states = await lockProbeStates(
    tx,
    [...probeIds].sort((a, b) => a - b),
  );
  // Whoever switched them off held the probes: only now it shows what came too late.
  const off = await findOff(tx, [...new Set(found.map(({ device }) => device.id))]);
  const located = off.size === 0 ? found : found.filter(({ device }) => !off.has(device.id));
  const late = found
    .filter(({ device }) => off.has(device.id))
    .map(({ reading }) => ({ index: reading.index, reason: DEACTIVATED }));
  const { values, ...admitted } = admit(located, await knownAmong(tx, located, states));
  const { kept, taken, returned, withdrawn } = await sift(tx, values, siftedProbes(located));
  const series = seriesOf(kept);

  await insertInvalid(tx, taken, now);
  await deleteInvalid(tx, returned);
  if (series.length > 0) {
    // One after the other: nothing else may travel on a connection while it copies.
    await insertReadings(tx, columnsOf(series));
    // A token's devices are all of one customer.
    const forwarded = located.find(({ device }) => device.isForwarded);
    if (forwarded) await noteReadings(tx, forwarded.device.customerId, kept);
    await addToHours(
      tx,
      series.flatMap((one) => hoursOf(one.probeId, one.measure === "temperature", one.at, one.value)),
    );
  }
  const restated = await withdraw(tx, withdrawn, now);
  const movements = await storePositions(tx, located, admitted.rejected, now);
  const arrivals = arrivalsOf(series, states, beside, touchedOf(withdrawn));
  const { judged, changes } = await judgeArrivals(tx, arrivals, now);
  const written = new Set(series.map((one) => one.probeId));
  const silent = new Map([...judged].filter(([probeId]) => !written.has(probeId)));
  if (silent.size > 0) await keepMemory(tx, silent);
  const unheard = [...restated.values()].filter(({ probeId }) => !written.has(probeId));
  if (unheard.length > 0) await saveNewest(tx, unheard);
  const updates = series.map((one): ProbeStateUpdate => {
    const before = states.get(one.probeId) as ProbeState;
    const state = { ...advance(before, one.samples), ...restated.get(one.probeId) };
    return { ...state, ...(judged.get(one.probeId) ?? { alarm: {}, dueAt: null }) };
  });
  if (updates.length > 0) {
    // The second is sent while the first is at work; a connection answers in order.
    await Promise.all([saveProbeStates(tx, updates, now), noteTurns(tx, turnsOf(updates, states))]);
  }
  const invalid = invalidAmong(taken, located);
  const rejected = [...late, ...admitted.rejected];
  const newest = [...updates, ...unheard].map((one) => ({ ...one, isRestated: restated.has(one.probeId) }));
  return { ...admitted, ...(invalid > 0 && { invalid }), rejected, located, states: newest, changes, movements };
}

async function storePositions(tx: Db, located: Told["located"], rejected: readonly Rejection[], now: number) {
  const refused = new Set(rejected.map((one) => one.index));
  const rows = new Map<string, PositionRow>();
  for (const { reading, device } of located) {
    if (!reading.position || device.carrierId === null || refused.has(reading.index)) continue;
    rows.set(`${device.carrierId}:${reading.at}`, { ...reading.position, carrierId: device.carrierId, at: reading.at });
  }
  if (rows.size === 0) return [];
  const wanted = await findLocated(tx, [...new Set([...rows.values()].map(({ carrierId }) => carrierId))]);
  const kept = [...rows.values()].filter(({ carrierId }) => wanted.has(carrierId));
  if (kept.length === 0) return [];
  // A token's devices are all of one customer.
  const customerId = located[0]?.device.customerId ?? 0;
  const moved = (await insertPositions(tx, kept)).map(
    ({ carrierId, ...data }): LiveEvent => ({ type: "position", customerId, carrierId, data }),
  );
  return [...moved, ...(await judgePositions(tx, kept, now))];
}

/** Tells the live stream and notes who was heard, after the commit: neither may fail an accepted batch. */
async function announce(ctx: OperationContext, outcome: Told, now: number) {
  const owners = new Map<number, IngestDevice>();
  const heard = new Set<number>();
  for (const device of new Set(outcome.located.map((one) => one.device))) {
    heard.add(device.id);
    if (device.gatewayId !== null) heard.add(device.gatewayId);
    for (const probeId of Object.values(device.probes)) owners.set(probeId, device);
  }
  if (ctx.actor.type === "device" && ctx.actor.gatewayId !== null) heard.add(ctx.actor.gatewayId);
  const events: LiveEvent[] = outcome.states.map(({ probeId, lastAt, lastValue, trend, isRestated }) => {
    const owner = owners.get(probeId);
    const data = { probeId, at: lastAt, value: lastValue, trend, ...(isRestated && { isRestated }) };
    return { type: "reading", customerId: owner?.customerId ?? 0, carrierId: owner?.carrierId ?? null, data };
  });
  for (const { customerId, ...change } of outcome.changes) {
    events.push({ type: "exception", customerId, carrierId: change.carrierId, data: change });
  }
  events.push(...outcome.movements);
  try {
    await Promise.all([liveBus().publish(events), touchDevices(ctx.db, [...heard], now)]);
  } catch (error) {
    log.warn({ err: error, requestId: ctx.requestId }, "readings are stored, but could not be announced");
  }
}
