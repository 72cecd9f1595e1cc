import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { role, scene, userAccount } from "@/db/schema";
import { changeStatuses } from "@/features/carrier/batch/operations";
import { mountDevice, unmountDevice } from "@/features/carrier/mounting/operations";
import { createCarrier } from "@/features/carrier/operations";
import { changeStatus } from "@/features/carrier/status/operations";
import { cancelCustomer } from "@/features/customer/status/operations";
import {
  bindDevice,
  bindPlinth,
  changePlinthBinding,
  unbindDevice,
  unbindPlinth,
} from "@/features/device/binding/operations";
import { contactGroups } from "@/features/notice/contact-group/operations";
import { activateRole, cancelRole, removeRole } from "@/features/role/lifecycle/operations";
import { updateRole } from "@/features/role/operations";
import { createScene } from "@/features/scene/operations";
import { activateUser, cancelUser, removeUser } from "@/features/user/lifecycle/operations";
import { updateUser } from "@/features/user/operations";
import { zones } from "@/features/zone/operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser } from "../factories/account";
import { makeBinding, makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";

// What two do at once to a customer and to what is its own: neither overlooks the other, and none waits in a circle.

let root: OperationContext;
let customerId: number;
let sceneId: number;
let roleId: number;
let otherRoleId: number;
let userId: number;
let carrierId: number;
let mountedId: number;
let spareId: number;
let gatewayId: number;
let boundGatewayId: number;
let baseId: number;
let boundBaseId: number;
let bindingId: number;

beforeEach(async () => {
  root ??= await accountContext(db(), { id: 1 });
  ({ id: customerId, sceneId } = await makeCustomer(db()));
  // Somebody stays with the customer whatever happens to the others.
  otherRoleId = (await makeUser(db(), customerId)).roleId;
  roleId = (await makeRole(db(), customerId, { scopeType: 1, permissions: ["viewEx"] })).id;
  userId = (await makeUser(db(), customerId, { roleId })).id;
  const house = { id: customerId, sceneId };
  const fridge = await makeFridge(db(), house, { carrier: { status: "backup" } });
  carrierId = fridge.carrier.id;
  mountedId = fridge.sensor.id;
  spareId = (await makeSpare(db(), house)).id;
  const make = async (kind: "gateway" | "base") => (await makeSpare(db(), house, { kind, measures: [] })).id;
  [gatewayId, boundGatewayId] = [await make("gateway"), await make("gateway")];
  [baseId, boundBaseId] = [await make("base"), await make("base")];
  const bound = (deviceId: number) =>
    makeBinding(db(), { customerId, deviceId, carrierId, state: "bound", boundAt: new Date("2026-01-01T00:00:00Z") });
  await bound(boundGatewayId);
  bindingId = (await bound(boundBaseId)).id;
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Call = () => Promise<unknown>;

/** Starts the call while `first` is done and not durable; inside of it, `then` is asked once the call waits for it. */
async function meanwhile(
  first: (tx: OperationContext["db"]) => Promise<unknown>,
  call: Call,
  then: (tx: OperationContext["db"]) => Promise<unknown> = async () => undefined,
) {
  let started: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await transaction(db(), async (tx) => {
    await first(tx);
    const [own] = await tx.$client<[{ pid: number }]>`select pg_backend_pid() as pid`;
    let isDone = false;
    started = Promise.allSettled([
      call().finally(() => {
        isDone = true;
      }),
    ]);
    const isWaiting = async () => {
      if (isDone) return true;
      const [row] = await db().$client<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity where ${own.pid} = any(pg_blocking_pids(pid))`;
      return row.count > 0;
    };
    await expect.poll(isWaiting, { timeout: 5000 }).toBe(true);
    expect(isDone, "it waits").toBe(false);
    await then(tx);
  });
  const [result] = (await started) as [PromiseSettledResult<unknown>];
  return result;
}

const person = () => ({
  username: `lock_${userId}`,
  name: `Lock ${userId}`,
  mobile: `139${10_000_000 + userId}`,
  status: "active",
});
const wish = { status: "running", reason: "back" } as const;
const fridge = () => ({ name: "New fridge", type: "refrigerator", sceneId }) as never;

const later = () => ({ ...root, now: new Date() });
const mounted = () => ({ id: carrierId, deviceId: spareId });
const embedding = () => ({ id: bindingId, action: "embed", sensorId: spareId }) as const;

const BELOW: [string, Call][] = [
  ["cancelling a role", () => cancelRole.call(root, { id: roleId })],
  ["deleting a role", () => removeRole.call(root, { id: roleId, confirm: true })],
  [
    "changing a role",
    () => updateRole.call(root, { id: roleId, name: "Other", scopeType: 1, codes: ["viewEx"], status: "cancelled" }),
  ],
  ["cancelling an account", () => cancelUser.call(root, { id: userId })],
  ["deleting an account", () => removeUser.call(root, { id: userId })],
  [
    "giving an account another role",
    () => updateUser.call(root, { ...person(), id: userId, roleId: otherRoleId } as never),
  ],
  ["making a carrier", () => createCarrier.call(root, fridge())],
  ["the status of a carrier", () => changeStatus.call(root, { ...wish, id: carrierId })],
  ["mounting", () => mountDevice.call(later(), mounted())],
  ["unmounting", () => unmountDevice.call(later(), { id: carrierId, deviceId: mountedId, reason: "over" })],
  ["binding", () => bindDevice.call(later(), { id: gatewayId, carrierId })],
  ["unbinding", () => unbindDevice.call(later(), { id: boundGatewayId, reason: "over" })],
  ["binding a base", () => bindPlinth.call(later(), { deviceId: baseId, carrierId, sensorId: spareId })],
  ["binding a base at no carrier", () => bindPlinth.call(later(), { deviceId: baseId, sensorId: spareId })],
  ["putting a sensor into a base", () => changePlinthBinding.call(later(), embedding())],
  ["unbinding a base", () => unbindPlinth.call(later(), { id: bindingId, reason: "over" })],
];

describe("who changes what belongs to a customer", () => {
  it.each(BELOW)("holds nothing of it before the customer: %s", async (_, call) => {
    const result = await meanwhile(
      (tx) => tx.$client`select from customer where id = ${customerId} for no key update`,
      call,
      async (tx) => {
        for (const table of ["role", "user_account", "scene", "carrier", "device"])
          await tx.$client`select from ${tx.$client(table)} where customer_id = ${customerId} for update nowait`;
        await tx.$client`
          select from probe_state where probe_id in (select id from probe where customer_id = ${customerId}) for update nowait`;
      },
    );
    expect(result).toMatchObject({ status: "fulfilled" });
  });

  it("holds the role that an account is to have before the account", async () => {
    const result = await meanwhile(
      (tx) => tx.$client`select from role where id = ${otherRoleId} for update`,
      () => updateUser.call(root, { ...person(), id: userId, roleId: otherRoleId } as never),
      (tx) => tx.$client`select from user_account where id = ${userId} for update nowait`,
    );
    expect(result).toMatchObject({ status: "fulfilled" });
  });
});

const refusalOf = (result: PromiseSettledResult<unknown>) =>
  result.status === "rejected" ? failureOf(result.reason).issues?.map(({ path, rule }) => `${path} ${rule}`) : "done";

const NEW: [string, string, Call][] = [
  ["a role that is activated", "id", () => activateRole.call(root, { id: roleId })],
  ["an account that is activated", "id", () => activateUser.call(root, { id: userId })],
  ["a carrier", "sceneId", () => createCarrier.call(root, fridge())],
  ["a carrier's status", "status", () => changeStatus.call(root, { ...wish, id: carrierId })],
  ["several carriers' status", "status", () => changeStatuses.call(root, { ...wish, ids: [carrierId] })],
  ["a node", "parentId", () => createScene.call(root, { parentId: sceneId, code: "ward", name: "Ward" } as never)],
  [
    "a range",
    "customerId",
    () =>
      zones.create.call(root, { customerId, name: "Cold", measure: "temperature", minimum: 2, maximum: 8 } as never),
  ],
  ["a device that is mounted", "id", () => mountDevice.call(later(), mounted())],
  ["a device that is bound", "carrierId", () => bindDevice.call(later(), { id: gatewayId, carrierId })],
  ["a base that is bound", "carrierId", () => bindPlinth.call(later(), { deviceId: baseId, carrierId })],
  ["a base with a sensor alone", "deviceId", () => bindPlinth.call(later(), { deviceId: baseId, sensorId: spareId })],
  ["a sensor that is put into a base", "carrierId", () => changePlinthBinding.call(later(), embedding())],
  ["a contact group", "customerId", () => contactGroups.create.call(root, { customerId, name: "Night" })],
];

describe("below a customer that is being cancelled", () => {
  it.each(NEW)("nothing comes to work: %s", async (_, path, call) => {
    await db().update(role).set({ status: "cancelled" }).where(eq(role.id, roleId));
    await db().update(userAccount).set({ status: "cancelled" }).where(eq(userAccount.id, userId));
    const result = await meanwhile((tx) => cancelCustomer.call({ ...root, db: tx }, { id: customerId }), call);
    expect(refusalOf(result)).toEqual([`${path} customerCancelled`]);
    // And as little afterwards.
    const [later] = await Promise.allSettled([call()]);
    expect(refusalOf(later as PromiseSettledResult<unknown>)).toEqual([`${path} customerCancelled`]);
    expect(await db().$count(role, and(eq(role.customerId, customerId), eq(role.status, "active")))).toBe(0);
    expect(await db().$count(scene, and(eq(scene.customerId, customerId), isNotNull(scene.parentId)))).toBe(0);
  });
});
