import { asc, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceBinding, deviceSwitch, exception, mounting, probeState, scene } from "@/db/schema";
import {
  listCarrierMountings,
  listDeviceMountings,
  mountDevice,
  unmountDevice,
} from "@/features/carrier/mounting/mounting.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { longRuns } from "../support/long";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Context = Awaited<ReturnType<typeof accountContext>>;

const NOW = new Date("2026-11-20T08:00:00.000Z");
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);

let own: Customer;
let ward: { id: number; sceneId: number };
let admin: Context;
let nurse: Context;
let stranger: Context;

const as = async (options: UserOptions = {}, customerId = own.id) =>
  accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });

beforeAll(async () => {
  own = await makeCustomer(db());
  const [node] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: "ward", name: "Ward" })
    .returning();
  ward = { id: own.id, sceneId: node?.id as number };
  admin = await as();
  nurse = await as({ scopeType: 0, sceneIds: [ward.sceneId] });
  stranger = await as({}, (await makeCustomer(db())).id);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Spare = Awaited<ReturnType<typeof makeSpare>>;
let place: Awaited<ReturnType<typeof makeFridge>>;
let spare: Spare;
beforeEach(async () => {
  place = await makeFridge(db(), own);
  spare = await makeSpare(db(), own, { measures: ["temperature", "humidity", "battery"] });
});

const periodsOf = async ({ probes }: Pick<Spare, "probes">) =>
  (
    await db()
      .select()
      .from(mounting)
      .where(inArray(mounting.probeId, Object.values(probes)))
      .orderBy(asc(mounting.mountedAt), asc(mounting.id))
  ).map(({ carrierId, mountedAt, unmountedAt }) => ({
    carrierId,
    from: mountedAt.getTime(),
    to: unmountedAt?.getTime() ?? null,
  }));
const storedDevice = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];
const mount = (fields: Record<string, unknown> = {}, ctx: Context = admin) =>
  mountDevice.call(ctx, { id: place.carrier.id, deviceId: spare.id, ...fields } as never);
const unmount = (fields: Record<string, unknown> = {}, ctx: Context = admin) =>
  unmountDevice.call(ctx, { id: place.carrier.id, deviceId: spare.id, reason: "broken", ...fields } as never);
const refusal = (code: string, path: string, rule: string) => ({
  code,
  details: { issues: [expect.objectContaining({ path, rule })] },
});

describe("mounting", () => {
  it("hangs all probes, puts the device where the carrier stands, and tells it", async () => {
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events));
    const there = await makeFridge(db(), ward);
    const dto = await mount({ id: there.carrier.id });
    expect(dto).toEqual({
      id: there.carrier.id,
      deviceId: spare.id,
      measures: ["temperature", "humidity", "battery"],
      at: NOW.getTime(),
      endedExceptions: 0,
    });
    expect(await periodsOf(spare)).toEqual(
      Array(3).fill({ carrierId: there.carrier.id, from: NOW.getTime(), to: null }),
    );
    expect((await storedDevice(spare.id))?.sceneId).toBe(ward.sceneId);
    const [onCarrier] = await trailOf(db(), own.id, "carrier", there.carrier.id);
    expect(onCarrier).toMatchObject({
      operation: "carrier.mount",
      newValues: { serialNumber: spare.serialNumber, measures: ["temperature", "humidity", "battery"] },
    });
    expect(await trailOf(db(), own.id, "sensor", spare.id)).toMatchObject([
      { operation: "device.mount", newValues: { carrierName: there.carrier.name } },
    ]);
    expect(await brokenLink(db(), own.id)).toBeNull();
    await expect
      .poll(() => heard)
      .toContainEqual(
        expect.objectContaining({
          type: "device",
          carrierId: there.carrier.id,
          data: { change: "structure", carrierId: there.carrier.id },
        }),
      );
    await stop();
  });

  it("hangs some probes here and others there, and nothing twice", async () => {
    await mount({ measures: ["humidity"], at: ago(5).toISOString() });
    await mount({ at: ago(4).toISOString() });
    expect((await periodsOf(spare)).map(({ from }) => from)).toEqual(
      [5, 4, 4].map((minutes) => ago(minutes).getTime()),
    );
    await expect(mount()).rejects.toMatchObject(refusal("CONFLICT", "deviceId", "nothingToMount"));
    await expect(mount({ measures: ["co2"] })).rejects.toMatchObject(refusal("INVALID", "measures", "noProbe"));
  });

  it.each([
    ["in the future", { at: new Date(NOW.getTime() + 1).toISOString() }, refusal("INVALID", "at", "notFuture")],
    ["before the end of an earlier period", { at: ago(11).toISOString() }, refusal("CONFLICT", "at", "overlap")],
  ])("is refused %s", async (_name, fields, error) => {
    await mount({ at: ago(20).toISOString() });
    await unmount({ at: ago(10).toISOString() });
    const before = await periodsOf(spare);
    await expect(mount(fields)).rejects.toMatchObject(error);
    expect(await periodsOf(spare)).toEqual(before);
    await mount({ at: ago(10).toISOString() });
  });

  it("is refused while it hangs elsewhere, and names the place", async () => {
    const other = await makeFridge(db(), own);
    await mount({ id: other.carrier.id });
    await expect(mount()).rejects.toMatchObject({
      ...refusal("CONFLICT", "deviceId", "mounted"),
      message: expect.stringContaining(other.carrier.name),
    });
  });

  it("is refused for what is disabled, retired, bound as a whole, held by a base or being switched", async () => {
    const [off, gateway, held, busy] = await Promise.all([
      makeSpare(db(), own, { use: "deactivated" }),
      makeSpare(db(), own, { kind: "gateway", measures: [] }),
      makeSpare(db(), own),
      makeSpare(db(), own),
    ]);
    const base = await makeSpare(db(), own, { kind: "base", measures: [] });
    const customerId = own.id;
    await db().insert(deviceBinding).values({ customerId, deviceId: base.id, sensorId: held.id, state: "embedded" });
    await db().insert(deviceSwitch).values({
      customerId,
      carrierId: place.carrier.id,
      oldDeviceId: place.sensor.id,
      newDeviceId: busy.id,
      type: "manual",
    });
    const retired = await makeFridge(db(), own, { carrier: { status: "retirement" } });
    await expect(mount({ deviceId: off.id })).rejects.toMatchObject(refusal("CONFLICT", "deviceId", "deviceStopped"));
    await expect(mount({ deviceId: gateway.id })).rejects.toMatchObject(refusal("INVALID", "deviceId", "boundKind"));
    await expect(unmount({ deviceId: gateway.id })).rejects.toMatchObject(refusal("INVALID", "deviceId", "boundKind"));
    await expect(mount({ deviceId: held.id })).rejects.toMatchObject(refusal("CONFLICT", "deviceId", "embedded"));
    await expect(mount({ deviceId: busy.id })).rejects.toMatchObject(refusal("CONFLICT", "deviceId", "switching"));
    await expect(mount({ id: retired.carrier.id })).rejects.toMatchObject(refusal("CONFLICT", "id", "retired"));
    await expect(unmount({ deviceId: place.sensor.id })).rejects.toMatchObject(
      refusal("CONFLICT", "deviceId", "switching"),
    );
  });

  it("does not exist for another customer, nor outside the own nodes, on either side", async () => {
    await expect(mount({}, stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(mount({}, nurse)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const inWard = await makeFridge(db(), ward);
    await expect(mount({ id: inWard.carrier.id }, nurse)).rejects.toMatchObject(
      refusal("NOT_FOUND", "deviceId", "reference"),
    );
    const root = await as({ scopeType: 3 }, 1);
    const foreign = await makeSpare(db(), await makeCustomer(db()));
    await expect(mount({ deviceId: foreign.id }, root)).rejects.toMatchObject(
      refusal("NOT_FOUND", "deviceId", "reference"),
    );
    expect(await periodsOf(spare)).toEqual([]);
    expect(await trailOf(db(), own.id, "carrier", place.carrier.id)).toEqual([]);
  });

  it.each(["editRefrigerator", "editSensor"] as const)("is refused without %s", async (code) => {
    const brings = new Set<string>([code, `remove${code.slice(4)}`]);
    const others = ALL_PERMISSIONS.filter((one) => !brings.has(one));
    const clerk = await as({ permissions: others });
    await expect(mount({}, clerk)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(unmount({ deviceId: place.sensor.id }, clerk)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await periodsOf(spare)).toEqual([]);
  });

  it("lets one of two win who mount at once", async () => {
    const other = await makeFridge(db(), own);
    const [second] = [await as()];
    const results = await Promise.allSettled([mount(), mount({ id: other.carrier.id }, second)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "CONFLICT" } });
    expect(await periodsOf(spare)).toHaveLength(3);
  });

  it("never lets two periods of a probe overlap, whatever is asked for", async () => {
    const other = await makeFridge(db(), own);
    const step = fc.record({
      verb: fc.constantFrom("mount", "unmount"),
      isHere: fc.boolean(),
      minutes: fc.integer({ min: -5, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const thing = await makeSpare(db(), own);
        for (const { verb, isHere, minutes } of steps) {
          const fields = {
            id: isHere ? place.carrier.id : other.carrier.id,
            deviceId: thing.id,
            at: ago(minutes).toISOString(),
          };
          await (verb === "mount" ? mount(fields) : unmount(fields)).catch((error: { code?: string }) => {
            if (!["CONFLICT", "INVALID"].includes(error.code ?? "")) throw error;
          });
        }
        const periods = await periodsOf(thing);
        const isIn = (at: number, { from, to }: (typeof periods)[number]) => from <= at && at < (to ?? Infinity);
        for (const one of periods) {
          expect(one.to ?? Infinity).toBeGreaterThanOrEqual(one.from);
          expect(one.from).toBeLessThanOrEqual(NOW.getTime());
          if (one.to === one.from) continue;
          expect(periods.filter((next) => next.to !== next.from && isIn(one.from, next))).toHaveLength(1);
        }
      }),
      { numRuns: longRuns(4, 12) },
    );
  });
});

describe("taking down", () => {
  it("ends the period and the open exceptions of its probes for that reason, and leaves the device at its node", async () => {
    const { sensor, carrier, probes, condition } = place;
    const probeId = probes.temperature as number;
    const open = {
      customerId: own.id,
      carrierId: carrier.id,
      deviceId: sensor.id,
      probeId,
      severity: "critical" as const,
      startedAt: ago(30),
      raisedAt: ago(30),
    };
    const rows = await db()
      .insert(exception)
      .values([
        { ...open, kind: "range", conditionId: condition.id },
        { ...open, kind: "no-data" },
      ])
      .returning();
    await db()
      .update(probeState)
      .set({ alarm: { [condition.id]: { phase: "alarm" } }, dueAt: NOW })
      .where(eq(probeState.probeId, probeId));
    const dto = await unmount({ deviceId: sensor.id, reason: "probe broken" });
    expect(dto).toMatchObject({ measures: ["temperature"], endedExceptions: 2 });
    expect(await periodsOf({ probes })).toMatchObject([{ to: NOW.getTime() }]);
    for (const { id } of rows) {
      const [row] = await db().select().from(exception).where(eq(exception.id, id));
      expect(row?.endedAt).toEqual(NOW);
      expect(await trailOf(db(), own.id, "exception", id)).toMatchObject([
        { operation: "exception.end", reason: "probe broken", newValues: { endedAt: NOW.toISOString() } },
      ]);
    }
    expect((await db().select().from(probeState).where(eq(probeState.probeId, probeId)))[0]).toMatchObject({
      alarm: {},
      dueAt: null,
    });
    expect((await storedDevice(sensor.id))?.sceneId).toBe(own.sceneId);
    expect((await trailOf(db(), own.id, "carrier", carrier.id)).at(-1)).toMatchObject({
      operation: "carrier.unmount",
      reason: "probe broken",
      oldValues: { serialNumber: sensor.serialNumber },
    });
  });

  it("is refused without a reason, before the mounting, in the future, and where it does not hang", async () => {
    await mount({ at: ago(10).toISOString() });
    await expect(unmount({ reason: " " })).rejects.toMatchObject({
      issues: [expect.objectContaining({ path: ["reason"] })],
    });
    await expect(unmount({ at: ago(11).toISOString() })).rejects.toMatchObject(
      refusal("INVALID", "at", "beforeMounting"),
    );
    await expect(unmount({ at: new Date(NOW.getTime() + 1).toISOString() })).rejects.toMatchObject(
      refusal("INVALID", "at", "notFuture"),
    );
    const other = await makeFridge(db(), own);
    await expect(unmount({ id: other.carrier.id })).rejects.toMatchObject(
      refusal("CONFLICT", "deviceId", "notMounted"),
    );
    expect((await periodsOf(spare)).every(({ to }) => to === null)).toBe(true);
  });

  it("does not exist for another customer", async () => {
    await expect(unmount({ deviceId: place.sensor.id }, stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await periodsOf(place)).toMatchObject([{ to: null }]);
  });
});

describe("the periods", () => {
  it("of a carrier are told with what hangs now first, of a device with all its places in the scope", async () => {
    const inWard = await makeFridge(db(), ward);
    await mount({ at: ago(30).toISOString() });
    await unmount({ at: ago(20).toISOString() });
    await mount({ id: inWard.carrier.id, at: ago(10).toISOString() });
    const here = await listCarrierMountings.call(admin, { id: place.carrier.id });
    expect(here.total).toBe(2);
    expect(here.items.map(({ serialNumber, to }) => [serialNumber, to])).toEqual([
      [place.sensor.serialNumber, null],
      [spare.serialNumber, ago(20).getTime()],
    ]);
    expect(here.items[1]?.probes.map(({ measure }) => measure)).toEqual(["temperature", "humidity", "battery"]);
    const current = await listCarrierMountings.call(admin, { id: place.carrier.id, isCurrent: "true" });
    expect(current.items.map(({ deviceId }) => deviceId)).toEqual([place.sensor.id]);
    const places = await listDeviceMountings.call(admin, { id: spare.id });
    expect(places.items.map(({ carrierId }) => carrierId)).toEqual([inWard.carrier.id, place.carrier.id]);
    // The nurse sees the ward alone.
    const seen = await listDeviceMountings.call(nurse, { id: spare.id });
    expect(seen).toMatchObject({ total: 1, items: [{ carrierId: inWard.carrier.id }] });
    await expect(listCarrierMountings.call(nurse, { id: place.carrier.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(listDeviceMountings.call(stranger, { id: spare.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
