import "server-only";
import type { Measure } from "@/db/enums";
import { judgePower, recordRetained } from "@/features/alarm/connection/operations";
import { lateAmong, powerAmong } from "@/features/alarm/connection/rules";
import { arrivalsOf } from "@/features/alarm/evaluation/evaluation.rules";
import type { ExceptionChange } from "@/features/alarm/evaluation/evaluation.schema";
import {
  doorDependentProbes,
  evaluateReadings,
  saveMachineState,
} from "@/features/alarm/evaluation/evaluation.service";
import { noteReadings } from "@/features/forward/delivery/outbox.service";
import { forgetHours } from "@/features/observation/observation.service";
import { AppError } from "@/lib/errors";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { type Db, type OperationContext, soleDevice } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { deleteInvalid, insertInvalid, type Marked, saveNewest } from "../correction/correction.data";
import { touchedOf } from "../correction/correction.rules";
import { withdraw } from "../correction/correction.service";
import { keptOnly } from "../retention/service";
import { storeUnknown } from "../unknown/operations";
import type { Adapter } from "../unknown/schema";
import { measureOf, planProbes, probeIdsOf } from "./channel.rules";
import { findExistingReadings } from "./existing.service";
import { forwardedValues } from "./forwarded.rules";
import { isHeld } from "./holding.rules";
import { assertSameHands, HandsChanged, openUnits, placeReading, presentDevices, type Units } from "./holding.service";
import {
  addProbes,
  addToHours,
  findDevices,
  findOff,
  type IngestDevice,
  insertReadings,
  lockProbeStates,
  noteFaults,
  type ProbeState,
  type ProbeStateUpdate,
  preparePartitions,
  saveProbeStates,
  touchDevices,
} from "./ingest.data";
import {
  admit,
  apartFaults,
  columnsOf,
  hoursOf,
  type Located,
  lateOf,
  parseReading,
  seriesOf,
  unparsed,
  withinProbes,
} from "./ingest.rules";
import {
  IngestInput,
  type IngestResult,
  MAXIMUM_BYTES,
  MAXIMUM_READINGS,
  type ProbeKey,
  type Reading,
  type Rejection,
} from "./ingest.schema";
import { recordValueChanges, type TurnedCarrier } from "./latest.data";
import { advance, type Newest, turnsOf } from "./latest.rules";
import { openPlaces, storePlaces } from "./position.service";
import { findUnconfirmed } from "./validation.data";
import { invalidAmong, validatedProbes } from "./validation.rules";
import { validateReadings } from "./validation.service";

/**
 * `POST /service/ingest/readings`: validates each reading by itself, then stores, rolls up and evaluates all valid ones
 * in one transaction. It responds after the commit, so an accepted reading is durable.
 */
export const ingestReadings = defineOperation({
  name: "telemetry.ingest",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: IngestInput,
  body: { maximumBytes: MAXIMUM_BYTES, ndjsonKey: "readings", gzip: true },
  run: (ctx, { readings }) => ingest(ctx, readings),
});

/** The adapter that readings came by, and the payload of each. */
export type Source = { adapter: Adapter; payloadOf: (index: number) => unknown };

/**
 * Ingests readings in canonical shape, for every ingest endpoint; the scope is that of the device's token. Readings of
 * unregistered devices are rejected and stored with the unknown devices until these are registered. Throws TOO_LARGE
 * above `MAXIMUM_READINGS`.
 */
export async function ingest(ctx: OperationContext, raw: readonly unknown[], source?: Source): Promise<IngestResult> {
  if (raw.length > MAXIMUM_READINGS) throw new AppError("TOO_LARGE", `readings: at most ${MAXIMUM_READINGS}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ingestOnce(ctx, raw, source);
    } catch (error) {
      if (!(error instanceof HandsChanged) || attempt === MAXIMUM_ATTEMPTS) throw error;
    }
  }
}

/** How often readings are placed again whose device changes hands meanwhile. */
const MAXIMUM_ATTEMPTS = 5;

async function ingestOnce(ctx: OperationContext, raw: readonly unknown[], source?: Source): Promise<IngestResult> {
  const now = ctx.now.getTime();
  const rejected: Rejection[] = [];
  const parsed = parseAll(raw, now, rejected);
  const { found, units } = await locate(ctx, parsed, rejected);
  await storeUnregistered(ctx, parsed, rejected, source ?? { adapter: "readings", payloadOf: (index) => raw[index] });
  const located = await keptOnly(ctx.db, found, now, rejected);
  if (located.length === 0) {
    // A gateway that serves only unknown devices still counts as online.
    await publishChange(ctx, { located: [], states: [], changes: [], turned: [], movements: [] }, units);
    return { accepted: 0, duplicates: 0, rejected };
  }
  await preparePartitions(
    ctx.db,
    located.map(({ reading }) => reading.at),
  );
  const outcome = await transaction(ctx.db, (tx) => store(tx, located, units, now));
  rejected.push(...outcome.rejected);
  rejected.sort((a, b) => a.index - b.index);
  await publishChange(ctx, outcome, units);
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

const UNKNOWN = "device: unknown";

/** Stores the readings of unregistered devices. */
async function storeUnregistered(
  ctx: OperationContext,
  parsed: readonly Reading[],
  rejected: readonly Rejection[],
  { adapter, payloadOf }: Source,
): Promise<void> {
  const unknown = new Set(rejected.flatMap(({ index, reason }) => (reason === UNKNOWN ? [index] : [])));
  if (unknown.size === 0) return;
  const strangers = parsed.filter(({ index }) => unknown.has(index));
  await storeUnknown(
    ctx,
    adapter,
    strangers.map((reading) => ({
      device: reading.device,
      payload: payloadOf(reading.index),
      reading: unparsed(reading),
    })),
  );
}

const DEACTIVATED = "device: deactivated";
const ANOTHER = "device: the token is another device's";
const NOT_HELD = "device: another customer had it at this time";

/**
 * Finds device and probes of each reading. A device of another customer counts as unknown; a seconded one belongs to who
 * had it at that instant.
 */
async function locate(
  ctx: OperationContext,
  readings: readonly Reading[],
  rejected: Rejection[],
): Promise<{ found: Located<IngestDevice>[]; units: Units }> {
  const keys = [...new Set(readings.map((reading) => reading.device))];
  const devices = keys.length > 0 ? devicesByKey(await findDevices(ctx.db, ctx.scope, keys)) : new Map();
  const units = await openUnits(ctx.db, devices.values());
  const located: Located<IngestDevice>[] = [];
  const sole = soleDevice(ctx);
  for (const reading of readings) {
    const device = devices.get(reading.device);
    if (sole !== null && device?.id !== sole) rejected.push({ index: reading.index, reason: ANOTHER });
    else if (!device) rejected.push({ index: reading.index, reason: UNKNOWN });
    else {
      const placed = placeReading(ctx, units, device, reading);
      if (!placed) rejected.push({ index: reading.index, reason: NOT_HELD });
      else if (placed.device.isDeactivated) rejected.push({ index: reading.index, reason: DEACTIVATED });
      else located.push(placed);
    }
  }
  const { within, rejected: beyond } = withinProbes(located);
  rejected.push(...beyond);
  await completeProbes(ctx.db, within);
  return { found: within, units };
}

/** Devices by MAC and serial number. Of two rows of one customer, the one that is with them. */
function devicesByKey(found: readonly IngestDevice[]): Map<string, IngestDevice> {
  const devices = new Map<string, IngestDevice>();
  for (const device of found.toSorted((a, b) => Number(isHeld(a.custody)) - Number(isHeld(b.custody)))) {
    if (device.mac) devices.set(device.mac, device);
    devices.set(device.serialNumber, device);
  }
  return devices;
}

/** Creates probes for new measures or channels of a device. */
async function completeProbes(db: Db, located: readonly Located<IngestDevice>[]) {
  const incomplete = new Map<IngestDevice, Set<ProbeKey>>();
  for (const { reading, device } of located)
    if (reading.values.some(([key]) => device.probes[key] === undefined)) incomplete.set(device, new Set());
  if (incomplete.size === 0) return;
  for (const { reading, device } of located) for (const [key] of reading.values) incomplete.get(device)?.add(key);
  const plans = [...incomplete].map(([device, keys]) => ({ device, ...planProbes(device.probes, [...keys]) }));
  const made = await addProbes(db, plans);
  for (const { device, alias } of plans) {
    Object.assign(device.probes, made.get(device.id));
    for (const { key, of } of alias) device.probes[key] = device.probes[of] as number;
  }
}

type Outcome = IngestResult & {
  located: readonly Located<IngestDevice>[];
  states: (Newest & { isRestated: boolean; unconfirmed?: { at: number; value: number } })[];
  changes: ExceptionChange[];
  /** The carriers whose state has probably turned. */
  turned: TurnedCarrier[];
  /** New positions of carriers, and their geofence crossings. */
  movements: LiveEvent[];
};
type Told = Pick<Outcome, "located" | "states" | "changes" | "turned" | "movements">;

async function store(tx: Db, found: readonly Located<IngestDevice>[], units: Units, now: number): Promise<Outcome> {
  const measures = new Map<number, Measure>();
  const doors = new Map<number, number>();
  for (const { reading, device } of found) {
    for (const [key] of reading.values) {
      const probeId = device.probes[key] as number;
      const measure = measureOf(key);
      measures.set(probeId, measure);
      if (measure === "door") doors.set(probeId, Math.min(reading.at, doors.get(probeId) ?? reading.at));
    }
  }
  const probeIds = new Set(measures.keys());
  // A late door reading re-evaluates the probes whose delay depends on that door: they are locked with it, in one
  // order.
  const beside = await doorDependentProbes(
    tx,
    [...doors].map(([doorId, from]) => ({ doorId, from })),
  );
  for (const { probeId } of beside) probeIds.add(probeId);
  const states = await lockProbeStates(
    tx,
    [...probeIds].sort((a, b) => a - b),
  );
  await assertSameHands(tx, units);
  // A deactivation locks the probes, so only now do we see which readings came too late.
  const off = await findOff(tx, [...new Set(found.map(({ device }) => device.id))]);
  const located = off.size === 0 ? found : found.filter(({ device }) => !off.has(device.id));
  const late = found
    .filter(({ device }) => off.has(device.id))
    .map(({ reading }) => ({ index: reading.index, reason: DEACTIVATED }));
  const places = await openPlaces(tx, located);
  const known = {
    values: await findExistingReadings(tx, located, states),
    places: places.stored,
    carriers: places.carriers,
  };
  const { values: all, positions, ...admitted } = admit(located, known);
  const { values, faults } = apartFaults(all, located);
  const { kept, taken: validated, returned, withdrawn } = await validateReadings(tx, values, validatedProbes(located));
  const taken = [...faults, ...validated];
  const series = seriesOf(kept);

  await insertInvalid(tx, taken, now);
  await noteFaults(tx, faults);
  await deleteInvalid(tx, returned);
  if (series.length > 0) {
    // In sequence: a connection can do nothing else during a COPY.
    await insertReadings(tx, columnsOf(series));
    for (const [customerId, own] of forwardedValues(kept, located)) await noteReadings(tx, customerId, own);
    await addToHours(
      tx,
      series.flatMap((one) => hoursOf(one.probeId, one.at, one.value)),
    );
    await forgetHours(tx, lateOf(series, states));
  }
  const restated = await withdraw(tx, withdrawn, now);
  const { movements, changes: crossed } = await storePlaces(tx, positions, places, now);
  const arrivals = arrivalsOf(series, states, beside, touchedOf(withdrawn));
  const { judged, changes } = await evaluateReadings(tx, arrivals, now);
  changes.push(...crossed);
  changes.push(...(await judgePower(tx, powerAmong(series, states, touchedOf(withdrawn)), now)));
  const delivered = lateAmong(series, new Set(located.map(({ device }) => device)), now);
  changes.push(...(await recordRetained(tx, delivered, now)));
  const written = new Set(series.map((one) => one.probeId));
  const silent = new Map([...judged].filter(([probeId]) => !written.has(probeId)));
  if (silent.size > 0) await saveMachineState(tx, silent);
  const unheard = [...restated.values()].filter(({ probeId }) => !written.has(probeId));
  if (unheard.length > 0) await saveNewest(tx, unheard);
  const updates = series.map((one): ProbeStateUpdate => {
    const before = states.get(one.probeId) as ProbeState;
    const state = {
      ...advance(before, one.samples, measures.get(one.probeId) as Measure),
      ...restated.get(one.probeId),
    };
    return { ...state, ...(judged.get(one.probeId) ?? { alarm: {}, dueAt: null }) };
  });
  // Pipelined: a connection answers in order.
  const [, turned] =
    updates.length > 0
      ? await Promise.all([saveProbeStates(tx, updates, now), recordValueChanges(tx, turnsOf(updates, states))])
      : [undefined, []];
  const invalid = invalidAmong(taken, located);
  const rejected = [...late, ...admitted.rejected];
  const latest = new Map([...updates, ...unheard].map((one): [number, Newest] => [one.probeId, one]));
  const held = await heldAfter(tx, states, latest, [...validated, ...withdrawn]);
  for (const probeId of held.keys())
    if (!latest.has(probeId)) latest.set(probeId, { ...(states.get(probeId) as ProbeState), probeId });
  const newest = [...latest.values()].map((one) => {
    const unconfirmed = held.get(one.probeId);
    return { ...one, isRestated: restated.has(one.probeId), ...(unconfirmed && { unconfirmed }) };
  });
  return {
    ...admitted,
    ...(invalid > 0 && { invalid }),
    rejected,
    located,
    states: newest,
    changes,
    turned,
    movements,
  };
}

/** The newest value of each of these probes that is stored as a jump, from this batch or before. */
function heldAfter(
  tx: Db,
  states: ReadonlyMap<number, ProbeState>,
  latest: ReadonlyMap<number, Newest>,
  marked: readonly Marked[],
) {
  const suspects = new Set(marked.flatMap(({ probeId, kind }) => (kind === "jump" ? [probeId] : [])));
  for (const [probeId, { lastAt }] of latest)
    if ((states.get(probeId)?.invalidAt ?? 0) > (lastAt ?? 0)) suspects.add(probeId);
  return findUnconfirmed(tx, [...suspects]);
}

/** Publishes live events and records who sent data, after the commit: neither may fail an accepted batch. */
async function publishChange(ctx: OperationContext, outcome: Told, units: Units) {
  const now = ctx.now.getTime();
  const owners = new Map<number, IngestDevice>();
  // A buffer may bring what another customer measured; heard is the device where it is.
  const heard = new Set(presentDevices(units, now));
  for (const device of new Set(outcome.located.map((one) => one.device))) {
    if (isHeld(device.custody)) {
      heard.add(device.id);
      if (device.gatewayId !== null) heard.add(device.gatewayId);
    }
    for (const probeId of probeIdsOf(device.probes)) owners.set(probeId, device);
  }
  if (ctx.actor.type === "device" && ctx.actor.gatewayId !== null) heard.add(ctx.actor.gatewayId);
  const events: LiveEvent[] = outcome.states.map(({ probeId, lastAt, lastValue, trend, isRestated, unconfirmed }) => {
    const owner = owners.get(probeId);
    const jump = unconfirmed && { unconfirmed };
    const data = { probeId, at: lastAt, value: lastValue, trend, ...(isRestated && { isRestated }), ...jump };
    return { type: "reading", customerId: owner?.customerId ?? 0, carrierId: owner?.carrierId ?? null, data };
  });
  for (const { customerId, ...change } of outcome.changes) {
    events.push({ type: "exception", customerId, carrierId: change.carrierId, data: change });
  }
  const restated = outcome.states.flatMap(({ probeId, isRestated }) => (isRestated ? (owners.get(probeId) ?? []) : []));
  for (const { customerId, carrierId } of [...outcome.turned, ...restated])
    if (carrierId !== null) events.push({ type: "state", customerId, carrierId, data: {} });
  events.push(...outcome.movements);
  try {
    await Promise.all([liveBus().publish(events), touchDevices(ctx.db, [...heard], now)]);
  } catch (error) {
    log.warn({ err: error, requestId: ctx.requestId }, "readings are stored, but could not be announced");
  }
}
