import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { type DeviceKind, EXCEPTION_TYPES, MEASURES } from "@/db/enums";
import { alarmCondition, carrier, connectionWatch, device, exception, notificationPlanRow } from "@/db/schema";
import { watchSlow } from "@/features/alarm/connection/jobs";
import { getConnectionWatch, saveConnectionWatch } from "@/features/alarm/connection/operations";
import { unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import { listBoard } from "@/features/device/board/operations";
import { reasonsOf } from "@/features/device/board/rules";
import { changing } from "@/features/device/change.operations";
import { listAnyDevices } from "@/features/device/list.operations";
import { unbindDevice } from "@/features/device/replacement/binding.operations";
import { createSwitch } from "@/features/device/replacement/switch.operations";
import { getException, listExceptions } from "@/features/exception/exception.operations";
import { timelineOf } from "@/features/exception/figures/timeline.rules";
import { typeOf } from "@/features/exception/kind.rules";
import { paceSeconds } from "@/features/observation/observation.rules";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { accountContext, makeUser } from "../factories/account";
import { makeBinding } from "../factories/mounting";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import {
  at,
  exceptionsOf,
  INTERVAL,
  job,
  makeDevice as make,
  plannedFor,
  report,
  sweep,
} from "../support/watched-devices";

type Owner = Awaited<ReturnType<typeof makeCustomer>>;
let owner: Owner;
beforeEach(async () => {
  owner = await makeCustomer(db());
});
afterAll(() => db().$client.end({ timeout: 5 }));

const contextOf = async (options = {}) => accountContext(db(), await makeUser(db(), owner.id, options));
const makeDevice = (kind: DeviceKind, values: Partial<typeof device.$inferInsert> = {}) => make(owner, kind, values);

describe("a lost connection", () => {
  it.each(["sensor", "display", "relay", "gas", "magnetism"] as const)(
    "of a %s without any trigger opens, is shown to whoever is signed in, and ends with the next message",
    async (kind) => {
      const one = await makeDevice(kind);
      await report(one, 0, { battery: 80 });
      await sweep(2);
      expect(await exceptionsOf(one)).toEqual([]);
      await sweep(4);
      const [open] = await exceptionsOf(one);
      expect(open).toMatchObject({
        kind: "no-data",
        probeId: null,
        measure: null,
        severity: "minor",
        startedAt: new Date(at(3)),
        endedAt: null,
      });
      expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup", contactId: null }]);
      await report(one, 5, { battery: 79 });
      await sweep(6);
      expect(await exceptionsOf(one)).toMatchObject([{ id: open?.id, endedAt: new Date(at(5)) }]);
    },
  );

  it("is none of what was never heard, is switched off, or lies in the store", async () => {
    const unheard = await makeDevice("display");
    const off = await makeDevice("display", { use: "deactivated", lastSeenAt: new Date(at(0)) });
    const unused = await makeDevice("display", { use: "unactivated", lastSeenAt: new Date(at(0)) });
    const stored = await makeDevice("sensor", { sceneId: null, lastSeenAt: new Date(at(0)) });
    await sweep(30);
    for (const one of [unheard, off, unused, stored]) expect(await exceptionsOf(one)).toEqual([]);
  });

  it("waits as long as the device's own interval and the customer's tolerance allow", async () => {
    const slow = await makeDevice("relay", { reportIntervalSeconds: 600 });
    await report(slow, 0, { battery: 80 });
    await sweep(29);
    expect(await exceptionsOf(slow)).toEqual([]);
    await sweep(31);
    expect(await exceptionsOf(slow)).toHaveLength(1);
  });

  it("of a sensor that a trigger's condition follows is that condition's, measure by measure", async () => {
    const fridge = await makeFridge(db(), owner, { noData: true, device: INTERVAL });
    await report(fridge.sensor, 0, { temperature: 5 });
    await sweep(10);
    expect(await exceptionsOf(fridge.sensor)).toMatchObject([
      { probeId: fridge.probes.temperature, measure: "temperature" },
    ]);
  });

  it("of a vehicle's tracker whose trigger has no condition for it is told at its carrier", async () => {
    const lorry = await makeFridge(db(), owner, { device: INTERVAL, carrier: { type: "vehicle" } });
    await report(lorry.sensor, 0, { temperature: 5 });
    await sweep(10);
    expect(await exceptionsOf(lorry.sensor)).toMatchObject([{ probeId: null, carrierId: lorry.carrier.id }]);
  });

  it.each([
    ["switched off", { alarmSwitch: "off" }],
    ["to be repaired", { status: "repaired" }],
  ] as const)("at a carrier that is %s is held back", async (_name, carrier) => {
    const fridge = await makeFridge(db(), owner, { device: INTERVAL, carrier });
    await report(fridge.sensor, 0, { temperature: 5 });
    await sweep(10);
    expect(await exceptionsOf(fridge.sensor)).toEqual([]);
  });

  it("that was there long before it was watched wakes nobody", async () => {
    const dead = await makeDevice("display", { lastSeenAt: new Date(at(-5 * 24 * 60)) });
    await sweep(4);
    const [open] = await exceptionsOf(dead);
    expect(open).toMatchObject({ endedAt: null, isDetectedLate: true });
    expect(await plannedFor(open?.id)).toEqual([]);
  });
});

const updateDisplay = changing("display");

describe("a device that is taken away while it is offline", () => {
  const REASON = { reason: "display broken" };
  /** A person who acts after the sweep that found the silence. */
  const actor = async () => accountContext(db(), await makeUser(db(), owner.id), { now: new Date(at(5)) });
  const trail = async (id: number | undefined) =>
    (await trailOf(db(), owner.id, "exception", id as number)).map(({ operation, reason, newValues }) => ({
      ...{ operation, reason, newValues },
    }));
  const lorry = async (kind: DeviceKind) => {
    const place = await makeFridge(db(), owner, { carrier: { type: "vehicle" } });
    const one = await makeDevice(kind);
    await makeBinding(db(), { customerId: owner.id, deviceId: one.id, carrierId: place.carrier.id, state: "bound" });
    await report(one, 0, { battery: 80 });
    await sweep(4);
    expect(await exceptionsOf(one)).toMatchObject([{ carrierId: place.carrier.id, endedAt: null }]);
    return { place, one };
  };

  it.each(["gateway", "display", "relay"] as const)("a %s: by a replacement, into the store", async (kind) => {
    const { place, one } = await lorry(kind);
    const next = await makeDevice(kind);
    const ctx = await actor();
    const switched = await createSwitch.call(ctx, {
      ...{ carrierId: place.carrier.id, oldDeviceId: one.id, newDeviceId: next.id, type: "direct", oldDevice: "store" },
      ...REASON,
    } as never);
    expect(switched).toMatchObject({ standing: "switched" });
    const [ended] = await exceptionsOf(one);
    expect(ended?.endedAt).not.toBeNull();
    expect(await trail(ended?.id)).toMatchObject([{ operation: "exception.end", ...REASON }]);
    const detail = await getException.call(ctx, { id: ended?.id as number });
    expect(timelineOf(detail)).toContainEqual(expect.objectContaining({ kind: "unwatched", cause: "takenDown" }));
    await sweep(8);
    expect(await exceptionsOf(one)).toHaveLength(1);
  });

  it("off its carrier: what lies at the node is another exception", async () => {
    const { one } = await lorry("display");
    await unbindDevice.call(await actor(), { id: one.id, ...REASON });
    await sweep(8);
    const [ended, open] = await exceptionsOf(one);
    expect(ended?.endedAt).not.toBeNull();
    expect(await trail(ended?.id)).toMatchObject([{ operation: "exception.end", ...REASON }]);
    expect(open).toMatchObject({ carrierId: null, endedAt: null });
  });

  it("off its fridge, a sensor", async () => {
    const fridge = await makeFridge(db(), owner, { device: INTERVAL });
    await report(fridge.sensor, 0, { temperature: 5 });
    await sweep(4);
    expect(await exceptionsOf(fridge.sensor)).toMatchObject([{ probeId: null, endedAt: null }]);
    const input = { id: fridge.carrier.id, deviceId: fridge.sensor.id, ...REASON };
    expect(await unmountDevice.call(await actor(), input)).toMatchObject({ endedExceptions: 1 });
    expect((await exceptionsOf(fridge.sensor))[0]?.endedAt).not.toBeNull();
  });

  it("into the store, by editing it", async () => {
    const one = await makeDevice("display", { typeCode: "dt_1" });
    await report(one, 0, { battery: 80 });
    await sweep(4);
    const { id, typeCode, serialNumber, name } = one;
    await updateDisplay.call(await actor(), { id, typeCode, serialNumber, name, sceneId: null } as never);
    const [ended] = await exceptionsOf(one);
    expect(ended?.endedAt).not.toBeNull();
    expect(await trail(ended?.id)).toMatchObject([{ operation: "exception.end" }]);
  });

  it.each(["display", "gateway"] as const)("into the store, however that came about: a %s", async (kind) => {
    const one = await makeDevice(kind);
    const values = { battery: 80, ...(kind === "gateway" && { power: 0 }) };
    await report(one, 0, values);
    await sweep(4);
    const count = (await exceptionsOf(one)).length;
    expect(count).toBeGreaterThan(0);
    await db().update(device).set({ sceneId: null }).where(eq(device.id, one.id));
    await sweep(5);
    const ended = await exceptionsOf(one);
    for (const row of ended) {
      expect(row.endedAt).not.toBeNull();
      expect(await trail(row.id)).toMatchObject([{ operation: "exception.end" }]);
    }
    await report(one, 6, values);
    await sweep(20);
    expect(await exceptionsOf(one)).toHaveLength(count);
  });

  it("but a gateway in the store that located devices report through is watched", async () => {
    const gateway = await makeGateway(db(), owner.id, INTERVAL);
    await report({ ...gateway }, 0, { battery: 80 });
    await sweep(4);
    expect(await exceptionsOf(gateway)).toEqual([]);
    const behind = await makeDevice("sensor", { gatewayId: gateway.id });
    await report(behind, 5, { battery: 80 });
    await sweep(9);
    expect(await exceptionsOf(gateway)).toMatchObject([{ kind: "no-data", endedAt: null }]);
    expect(await exceptionsOf(behind)).toEqual([]);
  });
});

describe("a door magnet", () => {
  it("has an hour between its messages, and three of them before it counts as offline", async () => {
    const magnet = await makeDevice("magnetism", { reportIntervalSeconds: 300 });
    await report(magnet, 0, { door: 0, battery: 90 });
    await sweep(179);
    expect(await exceptionsOf(magnet)).toEqual([]);
    await sweep(181);
    expect(await exceptionsOf(magnet)).toMatchObject([{ kind: "no-data", startedAt: new Date(at(180)) }]);
  });

  it("that measures the temperature as well has the interval that it is set to", async () => {
    const sensor = await makeDevice("sensor", { reportIntervalSeconds: 300 });
    await report(sensor, 0, { door: 0, temperature: 5 });
    await sweep(16);
    expect(await exceptionsOf(sensor)).toHaveLength(1);
  });

  it.each(MEASURES)("has the pace by which %s is observed", async (measure) => {
    const fridge = await makeFridge(db(), owner, { measures: [measure], device: { reportIntervalSeconds: 300 } });
    await db().insert(alarmCondition).values({ triggerId: fridge.trigger.id, kind: "no-data", measure });
    await report(fridge.sensor, 0, { [measure]: measure === "temperature" ? 5 : 1 });
    const deadline = (3 * paceSeconds({ measure, reportIntervalSeconds: 300 })) / 60;
    await sweep(deadline);
    expect(await exceptionsOf(fridge.sensor)).toEqual([]);
    await sweep(deadline + 1);
    expect(await exceptionsOf(fridge.sensor)).toMatchObject([{ kind: "no-data", measure }]);
  });
});

describe("a silent gateway", () => {
  it("is one exception; what falls silent behind it later is listed under it, and raised only if it stays silent", async () => {
    const gateway = await makeGateway(db(), owner.id, { ...INTERVAL, sceneId: owner.sceneId });
    const behind = { gatewayId: gateway.id };
    const quick = await makeDevice("display", behind);
    const slow = await makeDevice("relay", { ...behind, reportIntervalSeconds: 300 });
    const sensor = await makeDevice("sensor", behind);
    const all = [quick, slow, sensor];
    for (const one of all) await report(one, 0, { battery: 80 });
    await sweep(4);
    const [open] = await exceptionsOf(gateway);
    expect(open).toMatchObject({ kind: "no-data", severity: "major", endedAt: null });
    expect(open?.context.affected?.toSorted()).toEqual([quick.id, sensor.id].toSorted());
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup" }]);
    await sweep(16);
    expect((await exceptionsOf(gateway))[0]?.context.affected?.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    for (const one of all) expect(await exceptionsOf(one)).toEqual([]);

    await report(quick, 20, { battery: 80 });
    await sweep(21);
    expect(await exceptionsOf(gateway)).toMatchObject([{ id: open?.id, endedAt: new Date(at(20)) }]);
    // What has not come back with it has its own time to do so.
    for (const one of all) expect(await exceptionsOf(one)).toEqual([]);
    await report(quick, 22, { battery: 80 });
    await sweep(24);
    expect(await exceptionsOf(sensor)).toMatchObject([{ endedAt: null, startedAt: new Date(at(3)) }]);
    expect(await exceptionsOf(slow)).toEqual([]);
  });
});

describe("readings that were retained", () => {
  it("are recorded with the silence in which they were measured, as they are delivered", async () => {
    const { group } = await makeFridge(db(), owner, { contacts: [{ email: "it@example.com", level: 1 }] });
    const row = { afterMinutes: 0, contactGroupId: group.id, channels: ["sms", "email"] };
    await db()
      .insert(notificationPlanRow)
      .values({ customerId: owner.id, ...row } as never);
    const gateway = await makeGateway(db(), owner.id, { ...INTERVAL, sceneId: owner.sceneId });
    const sensor = await makeDevice("sensor", { gatewayId: gateway.id });
    await report(sensor, 0, { temperature: 5 });
    await sweep(4);
    const deliver = (minute: number, measured: number[]) =>
      ingest(
        deviceContext(owner.id, new Date(at(minute))),
        measured.map((one) => ({ device: sensor.serialNumber, at: at(one), values: { temperature: 5, humidity: 40 } })),
      );
    await deliver(60, [60, 41, 42]);
    await sweep(61);
    await deliver(62, [40, 30, 20, 20]);
    const retained = (await exceptionsOf(gateway)).filter(({ kind }) => kind === "retained");
    expect(retained).toMatchObject([
      {
        severity: "warning",
        startedAt: new Date(at(20)),
        raisedAt: new Date(at(60)),
        endedAt: new Date(at(62)),
        isDetectedLate: true,
        context: { retainedReadings: 5 },
      },
    ]);
    expect(await plannedFor(retained[0]?.id)).toMatchObject([
      { type: "digest", channel: "email", contactId: expect.any(Number) },
    ]);
    expect(await exceptionsOf(sensor)).toEqual([]);
  });

  it("are none where readings merely come late without any silence", async () => {
    const sensor = await makeDevice("sensor");
    await report(sensor, 60, { temperature: 5 }, 60);
    await report(sensor, 61, { temperature: 5 }, 20);
    expect(await exceptionsOf(sensor)).toEqual([]);
  });
});

describe("a device that reports more slowly than agreed", () => {
  const look = (minute: number) => watchSlow.run({}, job(minute));
  const every = async (one: Awaited<ReturnType<typeof makeDevice>>, from: number, minutes: number) => {
    for (let count = 0; count < 4; count += 1) await report(one, from + count * minutes, { temperature: 5, door: 0 });
  };

  it("is an exception, shown to whoever is signed in and marked on the lists, until it keeps to it again", async () => {
    const one = await makeDevice("sensor", { reportIntervalSeconds: 300 });
    await every(one, 0, 5);
    await look(16);
    expect(await exceptionsOf(one)).toEqual([]);
    await every(one, 40, 20);
    await look(101);
    await look(102);
    const [open, ...others] = await exceptionsOf(one);
    expect([open, others]).toMatchObject([
      { kind: "slow", severity: "warning", endedAt: null, context: { paceSeconds: 1200, agreedSeconds: 300 } },
      [],
    ]);
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup" }]);
    const ctx = await contextOf();
    const { items } = await listAnyDevices.call(ctx, { kind: "sensor" } as never);
    expect(items).toMatchObject([{ id: one.id, slowPaceSeconds: 1200, reportIntervalSeconds: 300 }]);
    const board = await listBoard.call(ctx, {} as never);
    expect(reasonsOf(board.items[0] as never)).toContainEqual({ key: "slow", paceSeconds: 1200, agreedSeconds: 300 });
    expect((await listExceptions.call(ctx, { type: "sensor-connect" } as never)).items).toMatchObject([
      { id: open?.id, pace: { seconds: 1200, agreedSeconds: 300 } },
    ]);
    await every(one, 105, 5);
    await look(121);
    expect(await exceptionsOf(one)).toMatchObject([{ id: open?.id, endedAt: new Date(at(121)) }]);
    expect((await listAnyDevices.call(ctx, { kind: "sensor" } as never)).items).toMatchObject([
      { slowPaceSeconds: null },
    ]);
  });

  it("is none in the store, at a carrier that is switched off, or where the watch is off, and ends with each", async () => {
    const slow = async () => {
      const fridge = await makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });
      for (const minute of [0, 20, 40, 60]) await report(fridge.sensor, minute, { temperature: 5 });
      return fridge;
    };
    const off = await slow();
    await db().update(carrier).set({ alarmSwitch: "off" }).where(eq(carrier.id, off.carrier.id));
    await look(61);
    expect(await exceptionsOf(off.sensor)).toEqual([]);
    const taken = await slow();
    await look(62);
    expect(await exceptionsOf(taken.sensor)).toMatchObject([
      { kind: "slow", carrierId: taken.carrier.id, endedAt: null },
    ]);
    const ctx = await contextOf();
    await unmountDevice.call(ctx, { id: taken.carrier.id, deviceId: taken.sensor.id, reason: "exchanged" });
    expect((await exceptionsOf(taken.sensor))[0]?.endedAt).not.toBeNull();
    const watched = await slow();
    await look(63);
    const severities = { severity: "minor", gatewaySeverity: "major", powerSeverity: "major" } as const;
    await saveConnectionWatch.call(ctx, { isEnabled: false, isPowerEnabled: true, ...severities, plan: [] });
    expect((await exceptionsOf(watched.sensor))[0]?.endedAt).not.toBeNull();
    await look(64);
    expect(await exceptionsOf(watched.sensor)).toHaveLength(1);
  });

  it("is none of a door magnet, which reports its changes", async () => {
    const magnet = await makeDevice("magnetism", { reportIntervalSeconds: 300 });
    for (const minute of [0, 60, 120, 180]) await report(magnet, minute, { door: 0, battery: 90 });
    await look(181);
    expect(await exceptionsOf(magnet)).toEqual([]);
    expect((await listAnyDevices.call(await contextOf(), { kind: "magnetism" } as never)).items).toMatchObject([
      { staleAfterSeconds: 3 * 3600 },
    ]);
  });
});

describe("the settings of a customer", () => {
  const wanted = {
    isEnabled: true,
    severity: "warning",
    gatewaySeverity: "critical",
    isPowerEnabled: true,
    powerSeverity: "minor",
  } as const;
  const admin = async (of = owner, options = {}) => accountContext(db(), await makeUser(db(), of.id, options));
  const stored = () => db().select().from(connectionWatch).where(eq(connectionWatch.customerId, owner.id));

  it("are defaults at first, and decide severity and who is told", async () => {
    const ctx = await admin();
    expect(await getConnectionWatch.call(ctx, {})).toEqual({
      customerId: owner.id,
      ...{ isEnabled: true, severity: "minor", gatewaySeverity: "major", isPowerEnabled: true, powerSeverity: "major" },
      plan: [],
    });
    const { group } = await makeFridge(db(), owner, { contacts: [{ email: "it@example.com", level: 1 }] });
    const plan = [{ afterMinutes: 0, contactGroupId: group.id, channels: ["email" as const] }];
    const saved = await saveConnectionWatch.call(ctx, { ...wanted, plan: plan as never });
    expect(saved).toMatchObject({ ...wanted, plan: [{ contactGroupId: group.id, groupName: group.name }] });
    expect(await trailOf(db(), owner.id, "connectionWatch", owner.id)).toMatchObject([
      { operation: "connectionWatch.save", oldValues: { severity: "minor" }, newValues: { severity: "warning" } },
    ]);
    expect(await brokenLink(db(), owner.id)).toBeNull();
    const display = await makeDevice("display");
    await report(display, 0, { battery: 80 });
    await sweep(4);
    const [open] = await exceptionsOf(display);
    expect(open).toMatchObject({ severity: "warning" });
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "email", contactId: expect.any(Number) }]);
  });

  it("switch the watch off: what is open ends, and nothing opens", async () => {
    const ctx = await admin();
    const display = await makeDevice("display");
    const gateway = await makeGateway(db(), owner.id, { ...INTERVAL, sceneId: owner.sceneId });
    await report(display, 0, { battery: 80 });
    await report(gateway, 0, { power: 0 });
    await sweep(4);
    expect(await exceptionsOf(display)).toMatchObject([{ endedAt: null }]);
    await saveConnectionWatch.call(ctx, { ...wanted, isEnabled: false, isPowerEnabled: false, plan: [] });
    for (const one of [display, gateway]) for (const row of await exceptionsOf(one)) expect(row.endedAt).not.toBeNull();
    expect(await trailOf(db(), owner.id, "exception", (await exceptionsOf(display))[0]?.id as number)).toMatchObject([
      { operation: "connectionWatch.save" },
    ]);
    await sweep(8);
    await report(gateway, 9, { power: 1 });
    await report(gateway, 10, { power: 0 });
    await sweep(20);
    expect(await exceptionsOf(display)).toHaveLength(1);
    expect((await exceptionsOf(gateway)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
  });

  it("are read by accounts that are bound to nodes, those of another customer are not", async () => {
    const nurse = await contextOf({ scopeType: 0, sceneIds: [owner.sceneId], permissions: ["viewAlarmTrigger"] });
    expect(await getConnectionWatch.call(nurse, {})).toMatchObject({ customerId: owner.id, isEnabled: true, plan: [] });
    const { id: customerId } = await makeCustomer(db());
    await expect(getConnectionWatch.call(nurse, { customerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const nobody = await contextOf({ permissions: [] });
    await expect(getConnectionWatch.call(nobody, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("are refused without the permission, outside the scope, with what is not the customer's, and when it is cancelled", async () => {
    const input = { ...wanted, plan: [] };
    const onlooker = await admin(owner, { permissions: ["viewAlarmTrigger"] });
    await expect(saveConnectionWatch.call(onlooker, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await admin(await makeCustomer(db()));
    await expect(saveConnectionWatch.call(stranger, { ...input, customerId: owner.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const nurse = await admin(owner, { scopeType: 0, sceneIds: [owner.sceneId] });
    await expect(saveConnectionWatch.call(nurse, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const ctx = await admin();
    const { group } = await makeFridge(db(), await makeCustomer(db()));
    const row = { afterMinutes: 0, channels: ["email" as const] };
    await expect(
      saveConnectionWatch.call(ctx, { ...input, plan: [{ ...row, contactGroupId: group.id }] as never }),
    ).rejects.toMatchObject({ code: "NOT_FOUND", details: { issues: [{ path: "plan.0.contactGroupId" }] } });
    await expect(
      saveConnectionWatch.call(ctx, { ...input, plan: [{ id: 1, afterMinutes: 0, channels: ["popup"] }] as never }),
    ).rejects.toMatchObject({ code: "INVALID", details: { issues: [{ path: "plan.0.id" }] } });
    await expect(saveConnectionWatch.call(ctx, { ...input, severity: "loud" } as never)).rejects.toMatchObject({
      name: "ZodError",
    });
    await db().execute(sql`update customer set status = 'cancelled' where id = ${owner.id}`);
    await expect(saveConnectionWatch.call(ctx, input)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await stored()).toEqual([]);
    expect(await trailOf(db(), owner.id, "connectionWatch", owner.id)).toEqual([]);
  });
});

it("every exception is listed under one type, the one that its row names", async () => {
  const fridge = await makeFridge(db(), owner);
  const gateway = await makeGateway(db(), owner.id, { sceneId: owner.sceneId });
  const devices = {
    sensor: fridge.sensor,
    gateway,
    display: await makeDevice("display"),
    relay: await makeDevice("relay"),
  };
  const kinds = ["range", "no-data", "state", "blackout", "retained", "slow", "geofence"] as const;
  const measures = [null, "temperature", "humidity", "co2", "door", "power", "battery"] as const;
  const made: string[] = [];
  for (const one of Object.values(devices))
    for (const kind of kinds)
      for (const measure of measures) {
        const instant = new Date(at(-60 + made.length));
        await db()
          .insert(exception)
          .values({
            ...{ customerId: owner.id, deviceId: one.id, kind, measure, severity: "minor" },
            ...{ startedAt: instant, raisedAt: instant, endedAt: instant },
          });
        made.push(typeOf({ kind, measure, device: { kind: one.kind } }));
      }
  const ctx = accountContext(db(), await makeUser(db(), owner.id));
  let total = 0;
  for (const type of EXCEPTION_TYPES) {
    const { items, total: found } = await listExceptions.call(await ctx, { type, iDisplayLength: 100 } as never);
    expect([type, new Set(items.map((item) => item.type))]).toEqual([type, new Set([type])]);
    expect(found).toBe(made.filter((one) => one === type).length);
    total += found;
  }
  expect(total).toBe(made.length);
});
