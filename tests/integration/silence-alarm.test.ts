import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { alarmCondition, alarmSwitchLog, exception, outbox, scene } from "@/db/schema";
import { findSwitchedOffUntil } from "@/features/alarm/evaluation/notifiable-from.data";
import { watchDelays, watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { createSilence, endSilence } from "@/features/alarm/silence/silence.operations";
import type { SilenceTarget } from "@/features/alarm/silence/silence.schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { deviceContext } from "../support/contexts";

const MINUTE = 60_000;
const START = Date.now() - 60 * MINUTE;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

beforeAll(async () => {
  owner = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), owner.id));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** A fridge in a room of a ward of its own: a silence of one test reaches no other. */
async function makePlace(measures: Measure[] = ["temperature"], options: FridgeOptions = {}) {
  const node = async (name: string, parentId: number) => {
    const code = `${name}-${Math.random().toString(36).slice(2)}`;
    const [row] = await db()
      .insert(scene)
      .values({ customerId: owner.id, parentId, code, name })
      .returning({ id: scene.id });
    return row?.id as number;
  };
  const wardId = await node("Ward", owner.sceneId);
  const fridge = await makeFridge(
    db(),
    { id: owner.id, sceneId: await node("Room", wardId) },
    { ...options, measures },
  );
  return { ...fridge, wardId };
}
type Fridge = Awaited<ReturnType<typeof makePlace>>;

/** Somebody at a minute after the start. */
const at = (minute: number) => ({ ...admin, now: new Date(START + minute * MINUTE) });

/** A silence made at one minute, from one to another. */
const silence = (targets: SilenceTarget[], [made, from, to]: [made: number, from: number, to: number]) =>
  createSilence.call(at(made), {
    targets,
    startsAt: new Date(START + from * MINUTE).toISOString(),
    endsAt: new Date(START + to * MINUTE).toISOString(),
    reason: "maintenance",
  });

/** 12 °C in a fridge whose range ends at 8 °C, read and taken in at that minute. */
async function read({ sensor }: Pick<Fridge, "sensor">, minute: number, temperature = 12): Promise<void> {
  const now = START + minute * MINUTE;
  await ingest(deviceContext(owner.id, new Date(now)), [
    { device: sensor.serialNumber, at: now, values: { temperature } },
  ]);
}

const alarmsOf = async ({ probes }: Pick<Fridge, "probes">) =>
  (
    await db()
      .select({ startedAt: exception.startedAt, endedAt: exception.endedAt })
      .from(exception)
      .where(eq(exception.probeId, probes.temperature as number))
  ).map(({ startedAt, endedAt }) => [
    (startedAt.getTime() - START) / MINUTE,
    endedAt && (endedAt.getTime() - START) / MINUTE,
  ]);

describe("an alarm under a maintenance silence", () => {
  it.each([
    ["the node above", ({ wardId }: Fridge) => ({ kind: "scene" as const, id: wardId })],
    ["the carrier", ({ carrier }: Fridge) => ({ kind: "carrier" as const, id: carrier.id })],
    ["the trigger", ({ trigger }: Fridge) => ({ kind: "trigger" as const, id: trigger.id })],
  ])("on %s is held back, and raised with the first reading after its end", async (_what, targetOf) => {
    const fridge = await makePlace();
    await silence([targetOf(fridge)], [0, 0, 10]);
    await read(fridge, 1);
    await read(fridge, 9);
    expect(await alarmsOf(fridge)).toEqual([]);
    // It tells since when it has been too warm: the silence held back the alarm, not the record.
    await read(fridge, 10);
    expect(await alarmsOf(fridge)).toEqual([[1, null]]);
  });

  it("is raised with the next reading once somebody ended the silence early", async () => {
    const fridge = await makePlace();
    const { id } = await silence([{ kind: "carrier", id: fridge.carrier.id }], [0, 0, 30]);
    await read(fridge, 1);
    await endSilence.call(at(2), { id });
    await read(fridge, 3);
    expect(await alarmsOf(fridge)).toEqual([[1, null]]);
  });

  it("that a probe will say no more of is raised by the clock once somebody ended the silence early", async () => {
    const fridge = await makePlace(["temperature", "door"]);
    const condition = { triggerId: fridge.trigger.id, kind: "state", measure: "door" } as const;
    await db().insert(alarmCondition).values(condition);
    const ward = await silence([{ kind: "scene", id: fridge.wardId }], [0, 0, 600]);
    const opened = START + MINUTE;
    const reading = { device: fridge.sensor.serialNumber, at: opened, values: { door: 1 } };
    await ingest(deviceContext(owner.id, new Date(opened)), [reading]);
    const tick = (minute: number) =>
      watchDelays.run({}, { ...at(minute), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
    const doors = () =>
      db()
        .select()
        .from(exception)
        .where(eq(exception.probeId, fridge.probes.door as number));
    await tick(5);
    expect(await doors()).toEqual([]);
    await endSilence.call(at(6), { id: ward.id });
    await tick(7);
    expect(await doors()).toMatchObject([{ kind: "state", startedAt: new Date(opened), endedAt: null }]);
  });

  it("is held back by the last of silences that overlap, and by none that lies ahead or was cancelled", async () => {
    const fridge = await makePlace();
    const target: SilenceTarget[] = [{ kind: "carrier", id: fridge.carrier.id }];
    await silence(target, [0, 0, 10]);
    await silence([{ kind: "trigger", id: fridge.trigger.id }], [0, 5, 15]);
    const cancelled = await silence(target, [0, 15, 30]);
    await endSilence.call(at(1), { id: cancelled.id });
    await silence(target, [0, 40, 50]);
    for (const minute of [1, 9, 11, 14]) await read(fridge, minute);
    expect(await alarmsOf(fridge)).toEqual([]);
    await read(fridge, 16);
    expect(await alarmsOf(fridge)).toEqual([[1, null]]);
  });

  it("that is over before the silence ends is never raised", async () => {
    const fridge = await makePlace();
    await silence([{ kind: "carrier", id: fridge.carrier.id }], [0, 0, 10]);
    await read(fridge, 1);
    await read(fridge, 5, 4);
    await read(fridge, 11, 4);
    expect(await alarmsOf(fridge)).toEqual([]);
  });

  it("that was raised before goes on, and ends with its cause", async () => {
    const fridge = await makePlace();
    await read(fridge, 1);
    await silence([{ kind: "carrier", id: fridge.carrier.id }], [2, 2, 30]);
    await read(fridge, 3);
    expect(await alarmsOf(fridge)).toEqual([[1, null]]);
    await read(fridge, 4, 4);
    expect(await alarmsOf(fridge)).toEqual([[1, 4]]);
  });

  it("elsewhere is none of its business", async () => {
    const silent = await makePlace();
    const other = await makePlace();
    await silence([{ kind: "carrier", id: silent.carrier.id }], [0, 0, 30]);
    await read(other, 1);
    expect(await alarmsOf(other)).toEqual([[1, null]]);
  });
});

describe("a gateway under a maintenance silence", () => {
  const sweep = (minute: number) =>
    watchSilence.run({}, { ...at(minute), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });

  it("that falls silent is told of once that is over, and once, as if it came then", async () => {
    const interval = { reportIntervalSeconds: 60 };
    const gateway = await makeGateway(db(), owner.id, interval);
    const fridge = await makeFridge(db(), owner, {
      ...{ noData: true, gatewayId: gateway.id, device: interval },
      contacts: [{ email: "night@example.com", level: 1 }],
      plan: [{ channels: ["email"] }, { afterMinutes: 30, channels: ["popup"] }],
    });
    await silence([{ kind: "carrier", id: fridge.carrier.id }], [0, 0, 30]);
    await read(fridge, 0, 5);
    const look = async () => {
      const rows = await db().select().from(exception).where(eq(exception.deviceId, gateway.id));
      const about = sql`payload->>'exceptionId' = ${String(rows[0]?.id)}`;
      return { rows, planned: await db().select().from(outbox).where(about).orderBy(outbox.dueAt) };
    };
    await sweep(20);
    expect(await look()).toMatchObject({ rows: [{ conditionId: null, endedAt: null }], planned: [] });
    await sweep(31);
    const { rows, planned } = await look();
    const startedAt = new Date(START + 3 * MINUTE);
    expect(rows).toMatchObject([{ startedAt, endedAt: null, context: { affected: [fridge.sensor.id] } }]);
    expect(await alarmsOf(fridge)).toEqual([]);
    const [first = 0, escalation = 0] = planned.map(({ dueAt }) => dueAt.getTime());
    expect(planned).toHaveLength(2);
    expect(Math.abs(first - Date.now())).toBeLessThan(MINUTE);
    expect(escalation - first).toBeGreaterThan(29 * MINUTE);
    await sweep(32);
    expect((await look()).planned).toHaveLength(2);
  });
});

// Last, for its clock is an hour ahead of that of the others.
describe("an escalation of an alarm", () => {
  it.each([
    ["a silence", 59, true, [0, 29]],
    // Nobody chose not to be told: what has lasted for an hour is everybody's by now.
    ["a gateway that sent nothing", null, false, [0, 0]],
    ["a silence while a gateway sent nothing", 50, false, [0, 20]],
    ["a silence that was over long before", 20, false, [0, 0]],
  ])("that was held back by %s escalates counted from its end", async (_what, silentUntil, isLive, expected) => {
    const plan = [0, 30].map((afterMinutes) => ({ afterMinutes, channels: ["email" as const] }));
    const fridge = await makePlace(["temperature"], { plan, contacts: [{ email: "ward@example.com" }] });
    if (silentUntil) await silence([{ kind: "carrier", id: fridge.carrier.id }], [0, 0, silentUntil]);
    const readings = [1, 60].map((minute) => ({
      device: fridge.sensor.serialNumber,
      at: START + minute * MINUTE,
      values: { temperature: 12 },
    }));
    // Live ones arrive as they are read, the others all at once.
    const batches = isLive ? readings.map((one) => [one]) : [readings];
    for (const batch of batches) await ingest(deviceContext(owner.id, new Date(batch.at(-1)?.at ?? 0)), batch);
    const [raised] = await db()
      .select()
      .from(exception)
      .where(eq(exception.probeId, fridge.probes.temperature as number));
    expect(raised?.startedAt).toEqual(new Date(START + MINUTE));
    const planned = await db()
      .select()
      .from(outbox)
      .where(sql`${outbox.payload}->>'exceptionId' = ${String(raised?.id)}`)
      .orderBy(outbox.dueAt);
    const minutes = planned.map(({ dueAt }) => Math.round((dueAt.getTime() - 20_000 - START) / MINUTE) - 60);
    expect(minutes).toEqual(expected);
  });
});

it("knows by the log until when a switch was off or paused", async () => {
  const { carrier } = await makePlace();
  const row = (minute: number, toSwitch: "on" | "off" | "paused", pausedMinutes?: number) => ({
    customerId: owner.id,
    carrierId: carrier.id,
    fromSwitch: "on" as const,
    toSwitch,
    reason: "",
    at: new Date(START + minute * MINUTE),
    pausedUntil: pausedMinutes === undefined ? null : new Date(START + pausedMinutes * MINUTE),
  });
  await db()
    .insert(alarmSwitchLog)
    .values([row(0, "paused", 30), row(40, "off"), row(50, "on"), row(60, "paused", 90), row(70, "on")]);
  const asked = [-1, 0, 29, 45, 55, 65].map((minute) => ({ carrierId: carrier.id, at: START + minute * MINUTE }));
  const ends = await findSwitchedOffUntil(db(), asked);
  expect(ends.map((end) => end && (end - START) / MINUTE)).toEqual([null, 30, 30, 50, null, 70]);
});
