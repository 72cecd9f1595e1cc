import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier as carrierTable, deviceBinding, deviceSwitch } from "@/db/schema";
import { listMountCandidates } from "@/features/carrier/mounting/candidate.operations";
import { mountDevice } from "@/features/carrier/mounting/mounting.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeBinding, makeSpare, makeSwitch } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let carrier: { id: number; name: string };

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => failureOf(error).code,
  );
const offered = async (query: object = {}, ctx = admin) =>
  (await listMountCandidates.call(ctx, { id: carrier.id, ...query })).items;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await contextOf({});
  carrier = (await makeFridge(db(), own, { measures: ["temperature"] })).carrier;
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("what can be mounted at a carrier", () => {
  it("has a probe that hangs nowhere, also where another one hangs", async () => {
    const spare = await makeSpare(db(), own, { measures: ["temperature", "humidity"] });
    const free = { channel: "", isFree: true, carrierName: null };
    expect(await offered({ q: spare.serialNumber.toLowerCase() })).toEqual([
      {
        id: spare.id,
        kind: "sensor",
        name: spare.name,
        serialNumber: spare.serialNumber,
        mac: spare.mac ?? "",
        probes: [
          { measure: "temperature", ...free },
          { measure: "humidity", ...free },
        ],
      },
    ]);
    await mountDevice.call(admin, { id: carrier.id, deviceId: spare.id, measures: ["temperature"] });
    expect((await offered({ deviceId: spare.id }))[0]?.probes).toEqual([
      { measure: "temperature", channel: "", isFree: false, carrierName: carrier.name },
      { measure: "humidity", ...free },
    ]);
    await mountDevice.call(admin, { id: carrier.id, deviceId: spare.id });
    expect(await offered({ deviceId: spare.id })).toEqual([]);
  });

  it("does not name a carrier of a type that one may not see", async () => {
    const { carrier: van } = await makeFridge(db(), own);
    await db().update(carrierTable).set({ type: "vehicle" }).where(eq(carrierTable.id, van.id));
    const spare = await makeSpare(db(), own, { measures: ["temperature", "humidity"] });
    await mountDevice.call(admin, { id: van.id, deviceId: spare.id, measures: ["temperature"] });
    const probeOf = async (ctx: OperationContext) => (await offered({ deviceId: spare.id }, ctx))[0]?.probes[0];
    expect(await probeOf(admin)).toMatchObject({ isFree: false, carrierName: van.name });
    const ofFridges = await contextOf({ permissions: ["editRefrigerator", "editSensor"] });
    expect(await probeOf(ofFridges)).toMatchObject({ isFree: false, carrierName: null });
  });

  it("is neither disabled, nor bound as a whole, nor another customer's", async () => {
    const stranger = await makeCustomer(db());
    const devices = [
      await makeSpare(db(), own, { use: "deactivated" }),
      await makeDevice(db(), own, "gateway"),
      await makeSpare(db(), stranger),
    ];
    for (const { id } of devices) expect(await offered({ deviceId: id })).toEqual([]);
  });

  it("is not being replaced, on either side, until that is over", async () => {
    const [old, next] = [await makeSpare(db(), own), await makeSpare(db(), own)];
    const { id } = await makeSwitch(db(), {
      customerId: own.id,
      carrierId: carrier.id,
      oldDeviceId: old.id,
      newDeviceId: next.id,
    });
    for (const { id: deviceId } of [old, next]) expect(await offered({ deviceId })).toEqual([]);
    await db().update(deviceSwitch).set({ result: "user-stop", endedAt: new Date() }).where(eq(deviceSwitch.id, id));
    for (const { id: deviceId } of [old, next]) expect(await offered({ deviceId })).toHaveLength(1);
  });

  it("is embedded in no base, until that lets it go", async () => {
    const [base, sensor] = [await makeDevice(db(), own, "base"), await makeSpare(db(), own)];
    const { id } = await makeBinding(db(), {
      customerId: own.id,
      deviceId: base.id,
      sensorId: sensor.id,
      state: "embedded",
    });
    expect(await offered({ deviceId: sensor.id })).toEqual([]);
    await db().update(deviceBinding).set({ unboundAt: new Date() }).where(eq(deviceBinding.id, id));
    expect(await offered({ deviceId: sensor.id })).toHaveLength(1);
  });

  it("is told to those who may change the carrier, and of kinds that they may change", async () => {
    const { id: deviceId } = await makeSpare(db(), own);
    const ask = async (options: UserOptions) =>
      codeOf(listMountCandidates.call(await contextOf(options), { id: carrier.id, deviceId }));
    expect(await ask({ permissions: ["viewRefrigerator", "editSensor"] })).toBe("FORBIDDEN");
    expect(await ask({ permissions: ["editCar", "editSensor"] })).toBe("FORBIDDEN");
    const ofGas = await contextOf({ permissions: ["editRefrigerator", "editGas"] });
    expect(await offered({ deviceId }, ofGas)).toEqual([]);
    const ofSensors = await contextOf({ permissions: ["editRefrigerator", "editSensor"] });
    expect(await offered({ deviceId }, ofSensors)).toHaveLength(1);
    const stranger = await contextOf({}, await makeCustomer(db()));
    expect(await codeOf(listMountCandidates.call(stranger, { id: carrier.id }))).toBe("NOT_FOUND");
  });
});
