import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, carrierZone, device, deviceBinding, deviceCommand, mounting, scene, zone } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { getAtomCarrier } from "@/features/carrier/carrier.operations";
import { chooseGateway } from "@/features/carrier/choice.operations";
import {
  listCarrierMountings,
  listDeviceMountings,
  mountDevice,
} from "@/features/carrier/mounting/mounting.operations";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { listCalibrations } from "@/features/device/calibration/calibration.operations";
import { getConfiguration, listCommands } from "@/features/device/configuration/configuration.operations";
import { devices } from "@/features/device/kinds.operations";
import { listAnyDevices } from "@/features/device/list.operations";
import { listDeviceBindings } from "@/features/device/replacement/binding.operations";
import { createSwitch, listSwitches } from "@/features/device/replacement/switch.operations";
import { connectAccess } from "@/features/setup-wizard/access.operations";
import { listBoundCarriers, zones } from "@/features/zone/zone.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeBinding, makeSwitch } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";

/** Stands in the name of all that is hidden from the nurse, by its node, and from the clerk, by its type or kind. */
const SECRET = "Secret";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let nurse: OperationContext;
let clerk: OperationContext;
let ids: Record<"fridge" | "store" | "sensor" | "spare" | "zone", number>;
let gateway: { serialNumber: string; mac: string | null };

const as = async (options: UserOptions) => accountContext(db(), await makeUser(db(), own.id, options));

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  const { id: customerId } = own;
  const [annex] = await db().insert(scene).values({ customerId, code: "annex", name: "Annex" }).returning();
  const hidden = { id: customerId, sceneId: annex?.id as number };
  admin = await as({});
  nurse = await as({ scopeType: 0, sceneIds: [own.sceneId] });
  const lacks = /(Gateway|Display|Gas|Plinth|Warehouse)$/;
  clerk = await as({ permissions: ALL_PERMISSIONS.filter((code) => !lacks.test(code)) });

  const known = await makeDevice(db(), hidden, "gateway", { name: `${SECRET} gateway` });
  const { carrier: fridge, sensor } = await makeFridge(db(), own, { gatewayId: known.id });
  const [store] = await db()
    .insert(carrier)
    .values({ customerId, sceneId: hidden.sceneId, name: `${SECRET} warehouse`, type: "warehouse" })
    .returning();
  const storeId = store?.id as number;
  const spare = await makeDevice(db(), own, "sensor", { measures: ["temperature"] });
  const gas = await makeDevice(db(), hidden, "gas", { name: `${SECRET} gas meter`, measures: ["gas"] });
  const display = await makeDevice(db(), hidden, "display", { name: `${SECRET} display` });
  const base = await makeDevice(db(), hidden, "base", { name: `${SECRET} base` });
  const hang = (probeId: number | undefined, carrierId: number) =>
    db()
      .insert(mounting)
      .values({ customerId, probeId: probeId as number, carrierId });
  await hang(spare.probes.temperature, storeId);
  await hang(gas.probes.gas, fridge.id);
  await makeBinding(db(), { customerId, deviceId: display.id, carrierId: fridge.id });
  await makeBinding(db(), { customerId, deviceId: base.id, sensorId: sensor.id, state: "embedded" });
  const command = { customerId, deviceId: sensor.id, gatewayId: known.id, settings: {}, state: "end" } as const;
  await db()
    .insert(deviceCommand)
    .values({ ...command, result: "failed" });
  const [range] = await db()
    .insert(zone)
    .values({ customerId, name: "2-8", measure: "temperature", minimum: 2, maximum: 8 })
    .returning();
  const zoneId = range?.id as number;
  for (const carrierId of [fridge.id, storeId])
    await db().insert(carrierZone).values({ carrierId, measure: "temperature", zoneId });
  const past = { customerId, startedAt: new Date(0), endedAt: new Date(1), result: "user-stop" } as const;
  await makeSwitch(db(), { ...past, carrierId: storeId, oldDeviceId: sensor.id, newDeviceId: spare.id });
  ids = { fridge: fridge.id, store: storeId, sensor: sensor.id, spare: spare.id, zone: zoneId };
  gateway = known;
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** All that a call tells, refusing or not. */
const told = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => JSON.stringify(failureOf(error)) + (error as Error).message,
  );

const CALLS: Record<string, (ctx: OperationContext) => Promise<unknown>> = {
  "sensor.get": (ctx) => devices.sensor.get.call(ctx, { id: ids.sensor }),
  "sensor.list": (ctx) => devices.sensor.list.call(ctx, {}),
  "device.list": (ctx) => listAnyDevices.call(ctx, { kind: "sensor" }),
  "device.getConfiguration": (ctx) => getConfiguration.call(ctx, { id: ids.sensor }),
  "deviceCommand.list": (ctx) => listCommands.call(ctx, { deviceId: ids.sensor }),
  "calibration.list": (ctx) => listCalibrations.call(ctx, { kind: "sensor" }),
  "device.mountings": (ctx) => listDeviceMountings.call(ctx, { id: ids.spare }),
  "device.bindings": (ctx) => listDeviceBindings.call(ctx, { id: ids.sensor }),
  "deviceSwitch.list": (ctx) => listSwitches.call(ctx, { deviceId: ids.spare }),
  "carrier.atom": (ctx) => getAtomCarrier.call(ctx, { id: ids.fridge }),
  "carrier.mountings": (ctx) => listCarrierMountings.call(ctx, { id: ids.fridge }),
  "carrier.gatewayChoice": (ctx) => chooseGateway.call(ctx, {}),
  "zone.carriers": (ctx) => listBoundCarriers.call(ctx, { id: ids.zone }),
  "a device that hangs elsewhere, mounted": (ctx) => mountDevice.call(ctx, { id: ids.fridge, deviceId: ids.spare }),
  "a device in a base, mounted": (ctx) => mountDevice.call(ctx, { id: ids.fridge, deviceId: ids.sensor }),
  "a device that hangs somewhere, removed": (ctx) => devices.sensor.remove.call(ctx, { id: ids.spare }),
  "a device that hangs elsewhere, put in another's place": (ctx) =>
    createSwitch.call(ctx, {
      carrierId: ids.fridge,
      oldDeviceId: ids.sensor,
      newDeviceId: ids.spare,
      type: "manual",
      reason: "broken",
    }),
  "a range in use, removed": (ctx) => zones.remove.call(ctx, { id: ids.zone }),
  "a carrier in use, retired": (ctx) => changeStatus.call(ctx, { id: ids.fridge, status: "retirement", reason: "old" }),
};

describe.each(Object.entries(CALLS))("%s", (_name, call) => {
  it("names what may be seen, and nothing else", async () => {
    expect(await told(call(admin))).toContain(SECRET);
    for (const who of [nurse, clerk]) expect(await told(call(who))).not.toContain(SECRET);
  });
});

describe("what may not be seen", () => {
  it("is told of as another one: neither its absence nor its name", async () => {
    for (const who of [nurse, clerk]) {
      expect(await devices.sensor.get.call(who, { id: ids.sensor })).toMatchObject({ gateway: { name: null } });
      expect(await devices.sensor.get.call(who, { id: ids.spare })).toMatchObject({
        carriers: [{ id: ids.store, name: null }],
      });
      const { devices: bound, gateways } = await getAtomCarrier.call(who, { id: ids.fridge });
      expect(bound.filter(({ name }) => name === null).map(({ kind }) => kind)).toEqual(["display", "gas"]);
      expect(bound.every(({ name, serialNumber, mac }) => name !== null || (!serialNumber && !mac))).toBe(true);
      expect(gateways).toEqual([expect.objectContaining({ name: null })]);
      expect(await told(mountDevice.call(who, { id: ids.fridge, deviceId: ids.spare }))).toContain("another carrier");
      // Nor can it be found by guessing.
      expect((await listCarrierMountings.call(who, { id: ids.fridge, q: SECRET })).total).toBe(0);
    }
    expect((await listSwitches.call(clerk, { deviceId: ids.spare, q: SECRET })).total).toBe(0);
    expect((await listSwitches.call(clerk, { deviceId: ids.spare })).items).toMatchObject([
      { carrier: { name: null } },
    ]);
  });

  it("is not counted behind a gateway", async () => {
    const box = await makeDevice(db(), own, "gateway");
    await makeDevice(db(), own, "sensor", { gatewayId: box.id });
    await makeDevice(db(), own, "gas", { gatewayId: box.id });
    const [far] = await db().select({ sceneId: carrier.sceneId }).from(carrier).where(eq(carrier.id, ids.store));
    await makeDevice(db(), { id: own.id, sceneId: far?.sceneId as number }, "sensor", { gatewayId: box.id });
    const behind = async (ctx: OperationContext) => (await devices.gateway.get.call(ctx, { id: box.id })).behind;
    const noGas = await as({ permissions: ALL_PERMISSIONS.filter((code) => !code.endsWith("Gas")) });
    expect([await behind(admin), await behind(nurse), await behind(noGas)]).toEqual([3, 2, 2]);
  });

  it("stays as it is in a form that cannot show it", async () => {
    const {
      serialNumber,
      mac,
      name,
      typeCode,
      gateway: known,
    } = await devices.sensor.get.call(nurse, {
      id: ids.sensor,
    });
    const saved = await devices.sensor.update.call(nurse, {
      ...{ id: ids.sensor, serialNumber, mac, name, typeCode },
      gatewayId: known?.id,
      description: "seen to",
    });
    expect(saved).toMatchObject({ description: "seen to", gateway: known });
  });

  it("is not taken over by the wizard for its number", async () => {
    const label = { mode: "gateway", serialNumber: gateway.serialNumber, mac: gateway.mac ?? "" } as const;
    const answer = await told(connectAccess.call(clerk, label));
    expect(answer).not.toContain(SECRET);
    expect(await told(connectAccess.call(admin, label))).toContain(SECRET);
  });
});

it("a device elsewhere tells nothing of where it hangs, by whatever it is asked", async () => {
  const far = await makeFridge(db(), await makeCustomer(db()));
  const near = await makeFridge(db(), own);
  const [lying] = [await makeDevice(db(), await makeCustomer(db()), "sensor", { measures: ["temperature"] })];
  const ask = (newDeviceId: number) =>
    told(
      createSwitch.call(admin, {
        carrierId: near.carrier.id,
        oldDeviceId: near.sensor.id,
        newDeviceId,
        type: "direct",
        unbindFirst: true,
        reason: "broken",
      }),
    );
  const answer = await ask(far.sensor.id);
  expect(answer).toContain("newDeviceId: device not found");
  expect(await ask(lying.id)).toBe(answer);
  expect(await ask(2 ** 40)).toBe(answer);
  expect(await db().select().from(deviceBinding).where(eq(deviceBinding.deviceId, far.sensor.id))).toEqual([]);
  expect(await db().select().from(device).where(eq(device.id, far.sensor.id))).toMatchObject([
    { sceneId: far.sensor.sceneId },
  ]);
});
