import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { reportAttributes } from "@/features/adapter/thingsboard.operations";
import { loadDeviceWindow } from "@/features/device/detail.service";
import {
  issueGasToken,
  issueGatewayToken,
  issueMagnetismToken,
  issueSensorToken,
} from "@/features/device/token.operations";
import { listUnknownDevices } from "@/features/telemetry/unknown/operations";
import { findIngestActor } from "@/lib/auth/ingest-token";
import type { Permission } from "@/lib/auth/permissions";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer } from "../factories/world";
import { auditRows, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
beforeAll(async () => {
  [own, other] = [await makeCustomer(db()), await makeCustomer(db())];
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const account = async (customer: Customer, values: object = {}) =>
  accountContext(db(), await makeUser(db(), customer.id, values));
const hashOf = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0]?.ingestTokenHash;

const ISSUING = [
  ["sensor", issueSensorToken, "tokenSensor"],
  ["gateway", issueGatewayToken, "tokenGateway"],
  ["gas", issueGasToken, "tokenGas"],
  ["magnetism", issueMagnetismToken, "tokenMagnetism"],
] as const;

describe.each(ISSUING)("the ingest token of a %s", (kind, issue, permission) => {
  it("is shown once, noted, and stands for the device; a new one ends it", async () => {
    const { id, serialNumber } = await makeDevice(db(), own, kind);
    const { token } = await issue.call(await account(own), { id });
    const holder = kind === "gateway" ? { gatewayId: id } : { gatewayId: null, deviceId: id };
    expect(await findIngestActor(db(), token)).toEqual({
      type: "device",
      customerId: own.id,
      name: serialNumber,
      ...holder,
    });
    const trail = await trailOf(db(), own.id, kind, id);
    expect(trail.at(-1)).toMatchObject({ operation: `${kind}.issueToken` });
    expect(JSON.stringify(trail)).not.toContain(token);
    await issue.call(await account(own), { id });
    expect(await findIngestActor(db(), token)).toBeNull();
  });

  it("is of no use while the device is switched off", async () => {
    const { id } = await makeDevice(db(), own, kind);
    const { token } = await issue.call(await account(own), { id });
    await db().update(device).set({ use: "deactivated" }).where(eq(device.id, id));
    expect(await findIngestActor(db(), token)).toBeNull();
  });

  it("is for whoever may make one, of the own devices of that kind alone", async () => {
    const { id } = await makeDevice(db(), own, kind);
    const wrong = await makeDevice(db(), own, "display");
    const before = (await auditRows(db(), own.id)).length;
    const may = { permissions: [permission satisfies Permission] };
    for (const [caller, code] of [
      [account(own, { permissions: ["viewDevice"] }), "FORBIDDEN"],
      [account(other, may), "NOT_FOUND"],
    ] as const)
      await expect(issue.call(await caller, { id })).rejects.toMatchObject({ code });
    await expect(issue.call(await account(own, may), { id: wrong.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(issue.call(await account(own, may), { id: "x" } as never)).rejects.toThrow();
    expect([await hashOf(id), await hashOf(wrong.id)]).toEqual([null, null]);
    expect(await auditRows(db(), own.id)).toHaveLength(before);
  });

  it("is made on the window of the device", async () => {
    const { id } = await makeDevice(db(), own, kind);
    const rightsOf = async (permissions?: Permission[]) => {
      const ctx = await account(own, permissions && { permissions });
      if (ctx.actor.type !== "user") throw new Error("no account");
      const page = { ...ctx, principal: ctx.actor.principal, search: { id: String(id) } };
      return (await loadDeviceWindow(page as never, kind)).rights.token;
    };
    expect(await rightsOf()).toBe(true);
    const view = `view${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as Permission;
    expect(await rightsOf([view])).toBe(false);
  });
});

it("attributes of unknown devices are kept with them", async () => {
  const customer = await makeCustomer(db());
  const gateway = await makeDevice(db(), customer, "gateway");
  const sender = deviceContext(customer.id, new Date());
  await reportAttributes.call(sender, { payload: { model: "T1" }, device: "tb-1" });
  const ofGateway = { ...sender, actor: { ...sender.actor, gatewayId: gateway.id } } as typeof sender;
  await reportAttributes.call(ofGateway, { payload: { "tb-2": { model: "T2" }, "tb-3": 5 }, isGateway: true });
  const { items } = await listUnknownDevices.call(await account(customer), { sort: "key", dir: "asc" } as never);
  expect(items).toMatchObject([
    { key: "TB-1", adapter: "thingsboard", payload: '{"model":"T1"}', keptCount: 0, gateway: null },
    { key: "TB-2", adapter: "thingsboard", payload: '{"model":"T2"}', gateway: { id: gateway.id } },
  ]);
});
