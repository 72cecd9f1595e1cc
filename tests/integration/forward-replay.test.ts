import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exception, forwardState } from "@/db/schema";
import { MESSAGE_SIZE } from "@/features/forward/delivery/delivery.rules";
import { sweepForwarding } from "@/features/forward/delivery/sweep.jobs";
import { getPlatform, replayForwardSet, skipForwardSet } from "@/features/forward/state/operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { FUTURE_TOLERANCE_MS } from "@/features/telemetry/ingest/ingest.rules";
import { liveBus } from "@/lib/live/live";
import { makeException } from "../factories/exception";
import { makeTarget } from "../factories/forward";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { HttpPlatform, startForwardWorker, temperaturesOf } from "../support/forward-platform";

const PATIENT = { timeout: 60_000 };
const HOUR = 3_600_000;
const ending: (() => Promise<unknown>)[] = [];
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let platform: HttpPlatform;

beforeEach(async () => {
  owner = await makeCustomer(db());
  fridge = await makeFridge(db(), owner);
  platform = await HttpPlatform.start();
  ending.push(platform.close);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const startWorker = () => ending.push(startForwardWorker().stop);
const target = (values: object = {}) => makeTarget(db(), owner.id, { port: platform.port, ...values });
const stateOf = async (id: number) =>
  (await db().select().from(forwardState).where(eq(forwardState.targetId, id)))[0] as typeof forwardState.$inferSelect;
const batches = async () => (await db().$client`select 1 from forward_batch where customer_id = ${owner.id}`).length;
const sweep = () => {
  const signal = new AbortController().signal;
  return sweepForwarding.run({}, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal });
};

/** One batch of values at these instants, each value its place in the list. */
async function take(ats: readonly number[], first = 0): Promise<number[]> {
  const values = ats.map((_, index) => 2 + (first + index) / 1000);
  const readings = ats.map((at, index) => ({
    device: fridge.sensor.serialNumber,
    at,
    values: { temperature: values[index] },
  }));
  expect((await ingest(deviceContext(owner.id), readings)).accepted).toBe(ats.length);
  return values;
}

const again = () => platform.messages.filter(({ replay }) => replay);
const fresh = () => platform.messages.filter(({ replay, type }) => !replay && type === "readings");

describe("sending again", () => {
  it("takes everything measured since an instant in the order of time, in pieces, with what is new beside it", async () => {
    const now = Date.now();
    const start = Math.floor(now / HOUR) * HOUR - 30 * HOUR;
    // Two hours with more than a message holds, and a gap of a day between them.
    const first = Array.from({ length: MESSAGE_SIZE + 100 }, (_, index) => start + index * 5000);
    const second = Array.from({ length: MESSAGE_SIZE + 100 }, (_, index) => start + 26 * HOUR + index * 5000);
    const old = [...(await take(first)), ...(await take(second, first.length))];
    const sent = await target();
    const from = new Date(first[50] as number).toISOString();
    const state = await replayForwardSet.call(systemContext(), { id: sent.id, from });
    expect(state.replay).toMatchObject({ from, at: from });
    startWorker();
    const [value] = await take([now - 1000], 9000);
    await expect.poll(() => temperaturesOf(fresh()), PATIENT).toEqual([value]);
    await expect.poll(async () => (await stateOf(sent.id)).replayCursor, PATIENT).toBeNull();
    // What came meanwhile is sent again as well where sending again had not passed it by then.
    expect(temperaturesOf(again()).filter((one) => one !== value)).toEqual(old.slice(50));
    for (const { readings = [] } of again()) expect(readings.length).toBeLessThanOrEqual(MESSAGE_SIZE);
    const { events } = await getPlatform.call(systemContext(), { id: sent.id });
    expect(events.map(({ kind }) => kind)).toEqual(["replayed", "replay"]);
    expect((await trailOf(db(), owner.id, "forwardSet", sent.id)).map(({ operation }) => operation)).toEqual([
      "forwardSet.replay",
    ]);
  });

  it("goes on where it was when the worker is another, under the same key", async () => {
    const now = Date.now();
    await take([now - 2 * HOUR, now - HOUR - 60_000, now - 60_000]);
    const sent = await target({ timeoutSeconds: 20 });
    await replayForwardSet.call(systemContext(), { id: sent.id, from: new Date(now - 3 * HOUR).toISOString() });
    let asked = 0;
    platform.answer = () => {
      asked += 1;
      return asked === 2 ? new Promise(() => {}) : 200;
    };
    const first = startForwardWorker();
    await expect.poll(() => asked, PATIENT).toBe(2);
    await first.stop();
    startWorker();
    await expect.poll(async () => (await stateOf(sent.id)).replayCursor, PATIENT).toBeNull();
    expect(temperaturesOf(again())).toEqual([2, 2.001, 2.002]);
    expect(new Set(platform.keys).size).toBe(platform.messages.length);
  });

  it("leaves out nothing that is an exception, also where nothing was measured", async () => {
    const startedAt = new Date(Date.now() - 5 * HOUR);
    await db().insert(exception).values({
      customerId: owner.id,
      carrierId: fridge.carrier.id,
      deviceId: fridge.sensor.id,
      kind: "no-data",
      severity: "major",
      startedAt,
      raisedAt: startedAt,
    });
    const sent = await target();
    await replayForwardSet.call(systemContext(), { id: sent.id, from: new Date(Date.now() - 6 * HOUR).toISOString() });
    startWorker();
    await expect
      .poll(() => again().flatMap(({ exceptions = [] }) => exceptions), PATIENT)
      .toMatchObject([
        { change: "opened", kind: "no-data", device: fridge.sensor.serialNumber, startedAt: startedAt.toISOString() },
      ]);
  });

  it("tells of an exception that was withdrawn, which the platform may have open still", async () => {
    const startedAt = new Date(Date.now() - 5 * HOUR);
    const at = { startedAt, raisedAt: startedAt, endedAt: startedAt, withdrawnAt: new Date() };
    const row = { customerId: owner.id, carrierId: fridge.carrier.id, deviceId: fridge.sensor.id };
    await db()
      .insert(exception)
      .values({ ...row, ...at, kind: "no-data", severity: "major" });
    const sent = await target();
    await replayForwardSet.call(systemContext(), { id: sent.id, from: new Date(Date.now() - 6 * HOUR).toISOString() });
    startWorker();
    await expect
      .poll(() => again().flatMap(({ exceptions = [] }) => exceptions), PATIENT)
      .toMatchObject([{ change: "withdrawn", isWithdrawn: true }]);
  });

  it("leaves out nothing of what is sent again already", async () => {
    const sent = await target();
    const at = (hours: number) => new Date(Date.now() + hours * HOUR);
    const until = at(0.1);
    const underWay = { replayFrom: at(-9), replayUntil: until, replayCursor: at(-5), replayTo: at(-4), replayParts: 2 };
    await db().update(forwardState).set(underWay).where(eq(forwardState.targetId, sent.id));
    const replay = async (from: Date) => {
      await replayForwardSet.call(systemContext(), { id: sent.id, from: from.toISOString() });
      const { replayFrom, replayCursor, replayUntil, replayTo, replayParts } = await stateOf(sent.id);
      expect([replayUntil, replayTo, replayParts]).toEqual([until, null, 0]);
      return [replayFrom, replayCursor];
    };
    const cursor = underWay.replayCursor;
    expect(await replay(at(-1))).toEqual([cursor, cursor]);
    const earlier = at(-7);
    expect(await replay(earlier)).toEqual([earlier, earlier]);
  });

  it("is refused for the future and for a target that is off", async () => {
    const call = (id: number, from: string) => replayForwardSet.call(systemContext(), { id, from });
    const future = new Date(Date.now() + HOUR).toISOString();
    await expect(call((await target()).id, future)).rejects.toThrow("from: must lie in the past");
    const off = await makeTarget(db(), owner.id, { isEnabled: false });
    await expect(call(off.id, "2026-01-01T00:00:00Z")).rejects.toThrow("id: is disabled");
  });
});

describe("exceptions", () => {
  it("go out as they open, are acknowledged and close; new statistics alone are no news", async () => {
    const sent = await target({ sendsReadings: false });
    const now = Date.now();
    startWorker();
    await take([now - 60_000]);
    await ingest(deviceContext(owner.id), [
      { device: fridge.sensor.serialNumber, at: now - 50_000, values: { temperature: 9 } },
    ]);
    await ingest(deviceContext(owner.id), [
      { device: fridge.sensor.serialNumber, at: now - 40_000, values: { temperature: 9.5 } },
    ]);
    await db().update(exception).set({ acknowledgedAt: new Date() }).where(eq(exception.customerId, owner.id));
    await ingest(deviceContext(owner.id), [
      { device: fridge.sensor.serialNumber, at: now - 30_000, values: { temperature: 4 } },
    ]);
    const told = () => platform.messages.flatMap(({ exceptions = [] }) => exceptions);
    await expect.poll(() => told().map(({ change }) => change), PATIENT).toEqual(["opened", "acknowledged", "closed"]);
    expect(told()[0]).toMatchObject({
      kind: "range",
      severity: "critical",
      carrier: fridge.carrier.name,
      device: fridge.sensor.serialNumber,
      measure: "temperature",
      side: "above",
      maximum: 8,
      endedAt: null,
    });
    expect(told()[0]).toMatchObject({ type: "sensor-temperature", mean: null, observedSeconds: null });
    expect(told()[2]).toMatchObject({ peak: 9.5, endedAt: new Date(now - 30_000).toISOString() });
    // Ten seconds at 9 °C, ten at 9.5 °C.
    expect(told()[2]).toMatchObject({
      mean: 9.25,
      meanKineticTemperature: expect.closeTo(9.25, 1),
      degreeMinutes: expect.closeTo(25 / 60, 9),
      observedSeconds: 20,
    });
    expect((await stateOf(sent.id)).failures).toBe(0);
  });

  it("say what added up, as it stood when they changed, and nothing else of the context", async () => {
    await target({ sendsReadings: false });
    startWorker();
    await makeException(db(), fridge, {
      kind: "cumulative",
      endedAt: new Date(),
      context: { outsideMinutes: 620, windowMinutes: 1440, allowedMinutes: 600, affected: [fridge.sensor.id] },
    });
    const told = () => platform.messages.flatMap(({ exceptions = [] }) => exceptions);
    await expect
      .poll(told, PATIENT)
      .toMatchObject([
        { kind: "cumulative", exposure: { outsideMinutes: 620, windowMinutes: 1440, allowedMinutes: 600 } },
      ]);
    expect(told()[0]).not.toHaveProperty("context");
  });

  it("are not kept for a customer without a target that wants them", async () => {
    await target({ sendsExceptions: false });
    const before = await batches();
    await ingest(deviceContext(owner.id), [
      { device: fridge.sensor.serialNumber, at: Date.now() - 1000, values: { temperature: 20 } },
    ]);
    expect(await batches()).toBe(before + 1);
  });
});

describe("what waits", () => {
  it("is counted with its age, and dropped when every target that wants it has it", async () => {
    const alive = await target();
    const dead = await makeTarget(db(), owner.id, { port: 1 });
    await makeTarget(db(), owner.id, { port: 2, sendsReadings: false });
    await makeTarget(db(), owner.id, { port: 3, isEnabled: false });
    await take([Date.now() - 3000, Date.now() - 2000]);
    startWorker();
    await expect.poll(() => temperaturesOf(platform.messages), PATIENT).toEqual([2, 2.001]);
    await expect.poll(async () => (await stateOf(dead.id)).failures, PATIENT).toBeGreaterThan(0);
    await sweep();
    expect(await batches()).toBe(1);
    const of = async (id: number) => (await getPlatform.call(systemContext(), { id })).state;
    expect(await of(alive.id)).toMatchObject({ condition: "sending", waiting: 0, waitingSince: null });
    expect(await of(dead.id)).toMatchObject({ condition: "failing", waiting: 2, errorCode: "unreachable" });

    const skipped = await skipForwardSet.call(systemContext(), { id: dead.id });
    expect(skipped).toMatchObject({ waiting: 0, failures: 0 });
    await sweep();
    expect(await batches()).toBe(0);
  });

  it("for too long is noticed in each kind, and does not end what another target waits for", async () => {
    const sent = await target({ sendsReadings: false });
    const other = await makeTarget(db(), owner.id, { port: 4, sendsExceptions: false });
    const row = (kind: string, position: number, age: string) => db().$client`
      insert into forward_batch (customer_id, kind, position, size, first_at, content, created_at)
      values (${owner.id}, ${kind}, ${position}, 1, now(), '{}', now() - ${age}::interval)`;
    await row("readings", 1, "71 hours");
    await row("exceptions", 2, "73 hours");
    await row("readings", 3, "1 hour");
    await row("exceptions", 4, "1 hour");
    await sweep();
    expect((await stateOf(sent.id)).cursor).toBe(4);
    expect(await stateOf(other.id)).toMatchObject({ cursor: 0, replayCursor: null });
    const left = await db().$client`
      select kind, position::int from forward_batch where customer_id = ${owner.id} order by position`;
    expect([...left]).toEqual([
      { kind: "readings", position: 1 },
      { kind: "readings", position: 3 },
    ]);
    await db().update(forwardState).set({ cursor: 1 }).where(eq(forwardState.targetId, other.id));
    await sweep();
    expect(await batches()).toBe(1);
  });

  it("for too long is dropped, and sent again from the stored readings: nothing is left out", async () => {
    const now = Date.now();
    const sent = await target();
    // The last is measured by a clock that is as far ahead as is taken in.
    const ats = [now - 4 * HOUR, now - 3 * HOUR, now - 2 * HOUR, now + FUTURE_TOLERANCE_MS - 1000];
    const values = [];
    for (const [index, at] of ats.entries()) values.push(...(await take([at], index)));
    await db()
      .$client`update forward_batch set created_at = now() - interval '73 hours', position = id where customer_id = ${owner.id}`;
    await db().$client`update forward_head set position = (select max(position) from forward_batch)`;
    await sweep();
    expect(await batches()).toBe(0);
    const { replayFrom, cursor } = await stateOf(sent.id);
    expect(replayFrom?.getTime()).toBe(ats[0]);
    expect(cursor).toBeGreaterThan(0);
    startWorker();
    await expect.poll(() => temperaturesOf(again()), PATIENT).toEqual(values);
  });
});
