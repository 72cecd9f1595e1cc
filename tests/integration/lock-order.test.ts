import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { alarmTrigger, carrier, contact, contactGroup, role, scene, userAccount, zone } from "@/db/schema";
import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import {
  bindTrigger,
  changeStatuses,
  editCarriers,
  moveCarriers,
  switchAlarms,
} from "@/features/carrier/batch/operations";
import { createCarrier, getOneCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import { mountDevice, unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { cancelCustomer } from "@/features/customer/status.operations";
import {
  bindDevice,
  bindPlinth,
  changePlinthBinding,
  unbindDevice,
  unbindPlinth,
} from "@/features/device/replacement/binding.operations";
import { createContact, moveContacts, syncContacts, updateContact } from "@/features/notice/contact/contact.operations";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { activateRole, cancelRole, removeRole } from "@/features/role/lifecycle.operations";
import { updateRole } from "@/features/role/role.operations";
import { createScene } from "@/features/scene/scene.operations";
import { carrierInputOf } from "@/features/setup-wizard/wizard.rules";
import { createOneTransport, updateOneTransport } from "@/features/transport/transport.operations";
import { activateUser, cancelUser, removeUser } from "@/features/user/lifecycle.operations";
import { updateUser } from "@/features/user/user.operations";
import { bindZone, setCarrierZones } from "@/features/zone/binding.operations";
import { zones } from "@/features/zone/zone.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser } from "../factories/account";
import { makeBinding, makeSpare } from "../factories/mounting";
import { makeRange } from "../factories/scene";
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
let elsewhereId: number;
let triggerId: number;
let zoneId: number;
let groupId: number;
let contactId: number;
let foreignId: number;
let foreignGroupId: number;
let foreignZoneId: number;

const range = (owner: number) => ({ customerId: owner, name: "Cold", measure: "temperature" as const, minimum: 2 });
const insertedId = async (rows: PromiseLike<{ id: number }[]>) => (await rows)[0]?.id as number;

beforeEach(async () => {
  root ??= await accountContext(db(), { id: 1 });
  ({ id: customerId, sceneId } = await makeCustomer(db()));
  // Somebody stays with the customer whatever happens to the others.
  otherRoleId = (await makeUser(db(), customerId)).roleId;
  roleId = (await makeRole(db(), customerId, { scopeType: 1, permissions: ["viewEx"] })).id;
  userId = (await makeUser(db(), customerId, { roleId })).id;
  const owner = { id: customerId, sceneId };
  const fridge = await makeFridge(db(), owner, { carrier: { status: "backup" } });
  carrierId = fridge.carrier.id;
  mountedId = fridge.sensor.id;
  spareId = (await makeSpare(db(), owner)).id;
  groupId = fridge.group.id;
  await db().update(carrier).set({ alarmSwitch: "off" }).where(eq(carrier.id, carrierId));
  triggerId = await insertedId(
    db().insert(alarmTrigger).values({ customerId, name: "Spare", severity: "minor" }).returning(),
  );
  elsewhereId = await insertedId(db().insert(scene).values({ customerId, code: "ward", name: "Ward" }).returning());
  await makeRange(db(), customerId);
  zoneId = await insertedId(db().insert(zone).values(range(customerId)).returning());
  contactId = await insertedId(db().insert(contact).values({ customerId, groupId, name: "Li", level: 1 }).returning());
  foreignId = (await makeCustomer(db())).id;
  foreignZoneId = await insertedId(db().insert(zone).values(range(foreignId)).returning());
  foreignGroupId = await insertedId(
    db().insert(contactGroup).values({ customerId: foreignId, name: "Day" }).returning(),
  );
  const make = async (kind: "gateway" | "base") => (await makeSpare(db(), owner, { kind, measures: [] })).id;
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
    await expect.poll(isWaiting).toBe(true);
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

const chosen = () => ({ measure: "temperature" as const, zoneId });
const ON = { alarmSwitch: "on", reason: "back" } as const;
const editedCarrier = async (fields: object) => {
  const dto = await getOneCarrier.call(root, { id: carrierId });
  return updateCarrier.call(root, { ...carrierInputOf(dto), id: carrierId, ...fields } as never);
};
const recipient = () => ({ name: "Wang", email: "wang@example.com", level: 2, channels: ["email"], groupId }) as never;
const movedTo = (fields: object) => ({ name: "Moved", ...fields }) as never;

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
  ["moving a carrier", () => editedCarrier({ sceneId: elsewhereId })],
  ["moving carriers", () => moveCarriers.call(root, { ids: [carrierId], sceneId: elsewhereId })],
  ["a trigger for a carrier", () => bindTrigger.call(root, { ids: [carrierId], alarmTriggerId: triggerId })],
  ["ranges of a carrier", () => setCarrierZones.call(root, { id: carrierId, zones: [chosen()] })],
  ["switching an alarm on", () => switchAlarm.call(root, { id: carrierId, ...ON })],
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

const MOVED: [string, string, () => number, Call][] = [
  [
    "a range",
    "zone",
    () => foreignZoneId,
    () => zones.update.call(root, { ...range(customerId), name: "Moved", id: foreignZoneId, version: 1 } as never),
  ],
  [
    "a contact group",
    "contact_group",
    () => foreignGroupId,
    () => contactGroups.update.call(root, movedTo({ id: foreignGroupId, customerId, version: 1 })),
  ],
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

  it.each(MOVED)("holds nothing that moves before its new customer: %s", async (_, table, id, call) => {
    const result = await meanwhile(
      (tx) => tx.$client`select from customer where id = ${customerId} for no key update`,
      call,
      (tx) => tx.$client`select from ${tx.$client(table)} where id = ${id()} for update nowait`,
    );
    expect(result).toMatchObject({ status: "fulfilled" });
  });

  it("holds neither a transport nor its carriers before the customer", async () => {
    const stops = [{ name: "Depot", carrierId }, { name: "Ward" }];
    const blocked = (call: Call) =>
      meanwhile(
        (tx) => tx.$client`select from customer where id = ${customerId} for no key update`,
        call,
        async (tx) => {
          for (const table of ["transport", "carrier"])
            await tx.$client`select from ${tx.$client(table)} where customer_id = ${customerId} for update nowait`;
        },
      );
    const made = await createOneTransport.call(root, { consignee: "Ward 3", stops } as never);
    const create = () => createOneTransport.call(root, { consignee: "Ward 4", stops } as never);
    const { id, number, version } = made;
    const update = () => updateOneTransport.call(root, { id, number, version, consignee: "Ward 5", stops } as never);
    for (const call of [create, update]) expect(await blocked(call)).toMatchObject({ status: "fulfilled" });
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
  ["a carrier that moves", "sceneId", () => editedCarrier({ sceneId: elsewhereId })],
  ["a carrier that gets a trigger", "alarmTriggerId", () => editedCarrier({ alarmTriggerId: triggerId })],
  ["a carrier that gets a range", "zones", () => editedCarrier({ zones: [chosen()] })],
  ["carriers that move", "sceneId", () => moveCarriers.call(root, { ids: [carrierId], sceneId: elsewhereId })],
  [
    "carriers that get a trigger",
    "alarmTriggerId",
    () => bindTrigger.call(root, { ids: [carrierId], alarmTriggerId: triggerId }),
  ],
  [
    "carriers that get a range",
    "zones",
    () => editCarriers.call(root, { ids: [carrierId], zones: [chosen()] } as never),
  ],
  ["the ranges of a carrier", "zones", () => setCarrierZones.call(root, { id: carrierId, zones: [chosen()] })],
  ["a range for carriers", "id", () => bindZone.call(root, { id: zoneId, carrierIds: [carrierId] })],
  ["an alarm that is switched on", "alarmSwitch", () => switchAlarm.call(root, { id: carrierId, ...ON })],
  ["alarms that are switched on", "alarmSwitch", () => switchAlarms.call(root, { ids: [carrierId], ...ON })],
  [
    "an alarm trigger",
    "customerId",
    () =>
      createStandardTrigger.call(root, {
        customerId,
        name: "New",
        severity: "major",
        measures: ["temperature"],
        delaySeconds: 0,
        contactGroupId: null,
      } as never),
  ],
  ["somebody in a contact group", "groupId", () => createContact.call(root, recipient())],
  ["accounts in a contact group", "groupId", () => syncContacts.call(root, { userIds: [userId], groupId, level: 1 })],
  [
    "a range of another customer",
    "customerId",
    () => zones.update.call(root, { ...range(customerId), id: foreignZoneId } as never),
  ],
  [
    "a contact group of another customer",
    "customerId",
    () => contactGroups.update.call(root, movedTo({ id: foreignGroupId, customerId })),
  ],
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
    // The two that were there.
    expect(await db().$count(scene, and(eq(scene.customerId, customerId), isNotNull(scene.parentId)))).toBe(2);
  });
});

// What neither puts anything there nor has anything watched: whoever winds a customer up can go on tidying.
const HARMLESS: [string, Call][] = [
  ["a carrier's name", () => editedCarrier({ name: "Old fridge" })],
  ["a description for several carriers", () => editCarriers.call(root, { ids: [carrierId], description: "gone" })],
  ["a trigger that is taken away", () => bindTrigger.call(root, { ids: [carrierId], alarmTriggerId: null })],
  ["ranges that are taken away", () => setCarrierZones.call(root, { id: carrierId, zones: [] })],
  ["a contact group's name", () => contactGroups.update.call(root, movedTo({ id: groupId, customerId }))],
  ["a range's name", () => zones.update.call(root, { ...range(customerId), id: zoneId, name: "Was cold" } as never)],
  ["a contact's mail", () => updateContact.call(root, { ...(recipient() as object), id: contactId } as never)],
  ["a contact's level", () => moveContacts.call(root, { ids: [contactId], level: 3 })],
];

describe("below a cancelled customer", () => {
  it.each(HARMLESS)("this may still be changed: %s", async (_, call) => {
    await cancelCustomer.call(root, { id: customerId });
    await expect(call()).resolves.toBeDefined();
  });
});
