import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { customer, device, deviceBinding, deviceSwitch, exception, mounting } from "@/db/schema";
import { watchSwitches } from "@/features/device/replacement/switch.jobs";
import {
  cancelSwitch,
  confirmSwitch,
  createSwitch,
  getSwitch,
  listSwitches,
} from "@/features/device/replacement/switch.operations";
import { getHistory } from "@/features/telemetry/history/history.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCertificate, makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Context = Awaited<ReturnType<typeof accountContext>>;

const NOW = new Date("2026-11-20T08:00:00.000Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

let own: Customer;
let admin: Context;
let stranger: Context;
let place: Awaited<ReturnType<typeof makeFridge>>;
let next: Awaited<ReturnType<typeof makeSpare>>;

const as = async (options: UserOptions = {}, customerId = own.id) =>
  accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await as();
  stranger = await as({}, (await makeCustomer(db())).id);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});
beforeEach(async () => {
  place = await makeFridge(db(), own, {
    measures: ["temperature", "humidity"],
    device: { name: `Top shelf ${Math.random()}`.slice(0, 30), settings: { sampleIntervalSeconds: 60 } },
  });
  next = await makeSpare(db(), own, { measures: ["temperature", "humidity"] });
});

const send = (serialNumber: string, values: Record<string, number>, minutes: number) =>
  ingest(deviceContext(own.id, at(minutes)), [{ device: serialNumber, at: at(minutes).getTime(), values }]);
const begin = (fields: Record<string, unknown> = {}, ctx: Context = admin) =>
  createSwitch.call(ctx, {
    carrierId: place.carrier.id,
    oldDeviceId: place.sensor.id,
    newDeviceId: next.id,
    type: "manual",
    reason: "probe broken",
    ...fields,
  } as never);
const stored = async (id: number) => (await db().select().from(deviceSwitch).where(eq(deviceSwitch.id, id)))[0];
const storedDevice = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];
const hanging = async (probes: Record<string, number>) => {
  const rows = await db()
    .select({ probeId: mounting.probeId })
    .from(mounting)
    .where(and(eq(mounting.carrierId, place.carrier.id), isNull(mounting.unmountedAt)));
  const ids = new Set(rows.map(({ probeId }) => probeId));
  return Object.keys(probes).filter((measure) => ids.has(probes[measure] as number));
};
const look = (minutes: number) =>
  watchSwitches.run(
    {},
    { db: db(), now: at(minutes), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );
const events = async (id: number) =>
  (await trailOf(db(), own.id, "deviceSwitch", id)).map(({ operation }) => operation);
const refusal = (code: string, path: string, rule: string) => ({
  code,
  details: { issues: [expect.objectContaining({ path, rule })] },
});
const untouched = async () => {
  expect(await hanging(place.probes)).toEqual(["temperature", "humidity"]);
  expect(await hanging(next.probes)).toEqual([]);
};

describe("a direct switch", () => {
  it("puts the new device in the old one's place at one instant; the carrier's history is one line", async () => {
    await send(place.sensor.serialNumber, { temperature: 4, humidity: 50 }, -30);
    await send(place.sensor.serialNumber, { temperature: 12, humidity: 50 }, -20);
    // The new device has hung elsewhere and lies on the bench since.
    const elsewhere = await makeFridge(db(), own);
    for (const probeId of Object.values(next.probes))
      await db()
        .insert(mounting)
        .values({
          customerId: own.id,
          probeId,
          carrierId: elsewhere.carrier.id,
          mountedAt: at(-99),
          unmountedAt: at(-40),
        });
    await send(next.serialNumber, { temperature: 21 }, -10);
    const [open] = await db()
      .select()
      .from(exception)
      .where(and(eq(exception.carrierId, place.carrier.id), isNull(exception.endedAt)));
    expect(open).toMatchObject({ kind: "range" });
    const dto = await begin({ type: "direct", oldDevice: "deactivate" });
    expect(dto).toMatchObject({
      standing: "switched",
      result: "ignore-condition-switch",
      oldDeviceFate: "deactivate",
      endedAt: NOW.getTime(),
      conditions: [],
    });
    await send(next.serialNumber, { temperature: 5, humidity: 51 }, 10);

    expect(await hanging(place.probes)).toEqual([]);
    expect(await hanging(next.probes)).toEqual(["temperature", "humidity"]);
    const { series } = await getHistory.call(
      { ...admin, now: at(20) },
      {
        carrierIds: String(place.carrier.id),
        from: at(-60).toISOString(),
        to: at(20).toISOString(),
      },
    );
    const line = series.flatMap(({ at: times, mean }) => times.map((time, index) => [time, mean[index]] as const));
    const temperatures = line.filter(([, value]) => (value ?? 0) < 30).toSorted((a, b) => a[0] - b[0]);
    // What the new device measured on the bench is not the carrier's.
    expect(temperatures).toEqual([
      [at(-30).getTime(), 4],
      [at(-20).getTime(), 12],
      [at(10).getTime(), 5],
    ]);
    expect(
      (
        await db()
          .select()
          .from(exception)
          .where(eq(exception.id, open?.id as number))
      )[0]?.endedAt,
    ).toEqual(NOW);

    const [old, now] = [await storedDevice(place.sensor.id), await storedDevice(next.id)];
    expect(old).toMatchObject({ use: "deactivated", sceneId: null, name: place.sensor.serialNumber });
    expect(now).toMatchObject({
      use: "activated",
      sceneId: own.sceneId,
      name: place.sensor.name,
      settings: { sampleIntervalSeconds: 60 },
      configStatus: "wait",
    });
    expect(await events(dto.id)).toEqual(["deviceSwitch.overrideSwitch", "deviceSwitch.create"]);
    expect((await trailOf(db(), own.id, "sensor", next.id)).at(-1)).toMatchObject({
      operation: "device.switch",
      newValues: { name: place.sensor.name, switchedWith: place.sensor.serialNumber },
      reason: "probe broken",
    });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("keeps the old device in the store unless told otherwise, and leaves open what the new one lacks", async () => {
    const thermometer = await makeSpare(db(), own);
    await begin({ type: "direct", newDeviceId: thermometer.id });
    expect(await storedDevice(place.sensor.id)).toMatchObject({ use: "activated", sceneId: null });
    expect(await hanging(thermometer.probes)).toEqual(["temperature"]);
  });

  it("takes over what forwards through a gateway", async () => {
    const customerId = own.id;
    const [old, gateway] = [
      await makeSpare(db(), own, { kind: "gateway", measures: [] }),
      await makeSpare(db(), own, { kind: "gateway", measures: [] }),
    ];
    await db().insert(deviceBinding).values({ customerId, deviceId: old.id, carrierId: place.carrier.id });
    await db().update(device).set({ gatewayId: old.id }).where(eq(device.id, place.sensor.id));
    await begin({ type: "direct", oldDeviceId: old.id, newDeviceId: gateway.id });
    expect(await storedDevice(place.sensor.id)).toMatchObject({ gatewayId: gateway.id });
    expect((await trailOf(db(), customerId, "sensor", place.sensor.id)).at(-1)).toMatchObject({
      operation: "sensor.update",
      oldValues: { gatewayId: old.id },
      newValues: { gatewayId: gateway.id },
      reason: "probe broken",
    });
    const bindings = await db().select().from(deviceBinding).where(isNull(deviceBinding.unboundAt));
    expect(bindings.filter(({ carrierId }) => carrierId === place.carrier.id).map(({ deviceId }) => deviceId)).toEqual([
      gateway.id,
    ]);
  });
});

describe("a manual switch", () => {
  it("waits for its conditions, and then for the user", async () => {
    const dto = await begin({ timeoutSeconds: 3600 });
    expect(dto).toMatchObject({ standing: "waiting", result: "not-reached", expiresAt: at(60).getTime() });
    expect(dto.conditions.filter(({ isMet }) => !isMet).map(({ condition }) => condition)).toEqual(["reporting"]);
    await expect(confirmSwitch.call(admin, { id: dto.id })).rejects.toMatchObject(
      refusal("CONFLICT", "id", "notEligible"),
    );
    await untouched();
    await send(next.serialNumber, { temperature: 5, humidity: 50 }, 1);
    await look(2);
    expect(await stored(dto.id)).toMatchObject({ result: "eligible", endedAt: null });
    await untouched();
    const done = await confirmSwitch.call({ ...admin, now: at(3) }, { id: dto.id, oldDevice: "deactivate" });
    expect(done).toMatchObject({ standing: "switched", result: "user-switch", oldDeviceFate: "deactivate" });
    expect((await trailOf(db(), own.id, "deviceSwitch", dto.id)).at(-1)).toMatchObject({
      oldValues: { oldDeviceFate: "store" },
      newValues: { oldDeviceFate: "deactivate" },
    });
    expect(await hanging(next.probes)).toEqual(["temperature", "humidity"]);
    expect(await storedDevice(place.sensor.id)).toMatchObject({ use: "deactivated" });
    expect(await events(dto.id)).toEqual([
      "deviceSwitch.unmet",
      "deviceSwitch.create",
      "deviceSwitch.met",
      "deviceSwitch.userSwitch",
      "deviceSwitch.carryOut",
    ]);
    await expect(confirmSwitch.call(admin, { id: dto.id })).rejects.toMatchObject(
      refusal("CONFLICT", "id", "switchOver"),
    );
  });

  it("falls back when the new device goes silent, and can be carried out regardless", async () => {
    await send(next.serialNumber, { temperature: 5, humidity: 50 }, 0);
    const dto = await begin();
    expect(dto.result).toBe("eligible");
    await look(30);
    expect(await stored(dto.id)).toMatchObject({ result: "not-reached" });
    const done = await confirmSwitch.call({ ...admin, now: at(31) }, { id: dto.id, ignoreConditions: true });
    expect(done).toMatchObject({ standing: "switched", result: "ignore-condition-switch" });
  });

  it("is called off, or runs out of time, and everything stays where it hangs", async () => {
    const dto = await begin();
    expect(await cancelSwitch.call(admin, { id: dto.id, reason: "found the fault" })).toMatchObject({
      standing: "stopped",
      result: "user-stop",
    });
    await untouched();
    const second = await begin({ timeoutSeconds: 60 });
    await look(0.9);
    expect((await stored(second.id))?.endedAt).toBeNull();
    await look(1);
    expect(await getSwitch.call(admin, { id: second.id })).toMatchObject({
      standing: "expired",
      result: "not-reached",
    });
    await untouched();
    expect((await trailOf(db(), own.id, "deviceSwitch", second.id)).at(-1)).toMatchObject({
      operation: "deviceSwitch.expire",
      actorType: "system",
      actorName: "deviceSwitch.watch",
    });
    const third = await begin({ timeoutSeconds: "" });
    await look(1_000_000);
    expect((await stored(third.id))?.endedAt).toBeNull();
    expect(
      (await listSwitches.call(admin, { carrierId: place.carrier.id, isOpen: "true" })).items.map(({ id }) => id),
    ).toEqual([third.id]);
    await cancelSwitch.call(admin, { id: third.id });
  });
});

describe("an intelligent switch", () => {
  it("is carried out by the worker once the conditions are met, and not before", async () => {
    await send(place.sensor.serialNumber, { temperature: 4, humidity: 50 }, -1);
    await send(next.serialNumber, { temperature: 20, humidity: 50 }, -1);
    const dto = await begin({ type: "intelligent", oldDevice: "deactivate" });
    expect(dto.conditions.find(({ isMet }) => !isMet)).toMatchObject({
      condition: "plausible",
      measure: "temperature",
    });
    await look(1);
    await untouched();
    await send(next.serialNumber, { temperature: 4.5, humidity: 50 }, 2);
    await look(3);
    expect(await stored(dto.id)).toMatchObject({ result: "eligible", endedAt: at(3), oldDeviceFate: "deactivate" });
    expect(await storedDevice(place.sensor.id)).toMatchObject({ use: "deactivated" });
    expect(await hanging(next.probes)).toEqual(["temperature", "humidity"]);
    expect(await events(dto.id)).toEqual([
      "deviceSwitch.unmet",
      "deviceSwitch.create",
      "deviceSwitch.met",
      "deviceSwitch.autoSwitch",
    ]);
  });

  it("does not switch to a device whose calibration has expired", async () => {
    await makeCertificate(db(), { customerId: own.id, deviceId: next.id, dueOn: "2026-11-19" });
    await db().update(device).set({ calibrationDueOn: "2026-11-19" }).where(eq(device.id, next.id));
    await send(next.serialNumber, { temperature: 5, humidity: 50 }, 0);
    const dto = await begin({ type: "intelligent" });
    expect(dto).toMatchObject({ result: "not-reached" });
    await cancelSwitch.call(admin, { id: dto.id });
  });
});

describe("a device that is bound already", () => {
  it("raises the question whether to unbind it first, and the answer does", async () => {
    const other = await makeFridge(db(), own);
    const foreign = { newDeviceId: other.sensor.id, type: "direct" };
    await expect(begin(foreign)).rejects.toMatchObject({
      ...refusal("CONFLICT", "unbindFirst", "bound"),
      message: expect.stringContaining(other.carrier.name),
    });
    await untouched();
    await begin({ ...foreign, unbindFirst: true });
    expect(await hanging(other.probes)).toEqual(["temperature"]);
    const rows = await db()
      .select()
      .from(mounting)
      .where(eq(mounting.probeId, other.probes.temperature as number));
    expect(rows.filter(({ unmountedAt }) => unmountedAt === null)).toHaveLength(1);
  });

  it("comes out of its base", async () => {
    const base = await makeSpare(db(), own, { kind: "base", measures: [] });
    const customerId = own.id;
    await db().insert(deviceBinding).values({
      customerId,
      deviceId: base.id,
      sensorId: place.sensor.id,
      carrierId: place.carrier.id,
      state: "embedded",
    });
    await expect(begin({ type: "direct" })).rejects.toMatchObject(refusal("CONFLICT", "unbindFirst", "bound"));
    await begin({ type: "direct", unbindFirst: true });
    const rows = await db()
      .select()
      .from(deviceBinding)
      .where(and(eq(deviceBinding.deviceId, base.id), isNull(deviceBinding.unboundAt)));
    expect(rows).toMatchObject([{ state: "fallen-off" }]);
    expect(await hanging(next.probes)).toEqual(["temperature", "humidity"]);
  });
});

describe("it is refused", () => {
  it("for the same device, another kind, what does not hang here, what is disabled, and what is being switched", async () => {
    const gas = await makeSpare(db(), own, { kind: "gas", measures: ["gas"] });
    const off = await makeSpare(db(), own, { use: "deactivated" });
    await expect(begin({ newDeviceId: place.sensor.id })).rejects.toMatchObject({
      issues: [expect.objectContaining({ path: ["newDeviceId"] })],
    });
    await expect(begin({ newDeviceId: gas.id })).rejects.toMatchObject(refusal("INVALID", "newDeviceId", "sameKind"));
    await expect(begin({ newDeviceId: off.id })).rejects.toMatchObject(
      refusal("CONFLICT", "newDeviceId", "deviceStopped"),
    );
    await expect(begin({ oldDeviceId: off.id })).rejects.toMatchObject(
      refusal("CONFLICT", "oldDeviceId", "notMounted"),
    );
    await expect(begin({ timeoutSeconds: -1 })).rejects.toMatchObject({
      issues: [expect.objectContaining({ path: ["timeoutSeconds"] })],
    });
    const dto = await begin();
    await expect(begin({ newDeviceId: (await makeSpare(db(), own)).id })).rejects.toMatchObject(
      refusal("CONFLICT", "oldDeviceId", "switching"),
    );
    await cancelSwitch.call(admin, { id: dto.id });
    const humidity = await makeSpare(db(), own, { measures: ["co2"] });
    await expect(begin({ newDeviceId: humidity.id, type: "direct" })).rejects.toMatchObject(
      refusal("CONFLICT", "newDeviceId", "noCommonMeasure"),
    );
    await untouched();
    expect(await trailOf(db(), own.id, "deviceSwitch", 0)).toEqual([]);
  });

  it("below a cancelled customer, whose devices are not put to use by it", async () => {
    const gone = await makeCustomer(db());
    const [{ carrier, sensor }, fresh] = [
      await makeFridge(db(), gone),
      await makeSpare(db(), gone, { use: "unactivated" }),
    ];
    const root = await as({ scopeType: 3 }, 1);
    const ids = { carrierId: carrier.id, oldDeviceId: sensor.id, newDeviceId: fresh.id };
    const waiting = await begin({ ...ids, reason: "later" }, root);
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, gone.id));
    for (const call of [
      () => begin({ ...ids, newDeviceId: sensor.id + 2 ** 40, type: "direct" }, root),
      () => confirmSwitch.call(root, { id: waiting.id, ignoreConditions: true }),
    ])
      await expect(call()).rejects.toMatchObject(refusal("CONFLICT", "carrierId", "customerCancelled"));
    expect(await storedDevice(fresh.id)).toMatchObject({ use: "unactivated" });
    expect(await stored(waiting.id)).toMatchObject({ endedAt: null });
  });

  it("without the permissions, and does not exist for another customer", async () => {
    for (const code of ["editSensor", "editRefrigerator"] as const) {
      const brings = new Set<string>([code, `remove${code.slice(4)}`]);
      const clerk = await as({ permissions: ALL_PERMISSIONS.filter((one) => !brings.has(one)) });
      await expect(begin({}, clerk), code).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(begin({}, stranger)).rejects.toMatchObject(refusal("NOT_FOUND", "carrierId", "reference"));
    const foreign = await makeSpare(db(), await makeCustomer(db()));
    const root = await as({ scopeType: 3 }, 1);
    await expect(begin({ newDeviceId: foreign.id }, root)).rejects.toMatchObject(
      refusal("INVALID", "newDeviceId", "sameCustomer"),
    );
    const dto = await begin();
    await expect(confirmSwitch.call(stranger, { id: dto.id, ignoreConditions: true })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(cancelSwitch.call(stranger, { id: dto.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getSwitch.call(stranger, { id: dto.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listSwitches.call(stranger, { carrierId: place.carrier.id })).total).toBe(0);
    await untouched();
  });

  it("of two who confirm at once for the later", async () => {
    const dto = await begin();
    const results = await Promise.allSettled(
      [1, 2].map(() => confirmSwitch.call(admin, { id: dto.id, ignoreConditions: true })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await hanging(next.probes)).toEqual(["temperature", "humidity"]);
  });
});
