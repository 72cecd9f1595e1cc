import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, customer, device, role, session, userAccount } from "@/db/schema";
import { updateCustomer } from "@/features/customer/operations";
import {
  activateCustomer,
  activateCustomers,
  cancelCustomer,
  cancelCustomers,
} from "@/features/customer/status/operations";
import { ingestReadings } from "@/features/telemetry/ingest/operations";
import { findApiKeyActor, newApiKey } from "@/lib/auth/api-key";
import { findIngestActor } from "@/lib/auth/ingest-token";
import { findPrincipal } from "@/lib/auth/principal";
import { type LiveEvent, liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const PLATFORM = 1;
const contextOf = async (options: UserOptions, customerId = PLATFORM) =>
  accountContext(db(), await makeUser(db(), customerId, options));

let user: OperationContext;
beforeAll(async () => {
  user = await contextOf({ scopeType: 2 });
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** A customer with everything switched on, and one of each that was switched off before. */
async function makeHouse() {
  const house = await makeCustomer(db());
  const { id } = house;
  const gateway = await makeGateway(db(), id);
  await makeGateway(db(), id, { use: "deactivated" });
  await makeGateway(db(), id, { use: "unactivated" });
  for (const status of ["running", "backup", "retirement", "repaired", "defrost"] as const)
    await makeFridge(db(), house, { carrier: { status } });
  const active = await makeUser(db(), id);
  await makeUser(db(), id, { roleId: active.roleId, status: "cancelled" });
  const offRole = await makeRole(db(), id, { status: "cancelled" });
  await makeUser(db(), id, { roleId: offRole.id, status: "cancelled", cancelledWith: "role" });
  return { ...house, gateway, user: active };
}

/** Everything that a cancellation may touch, as it stands. */
async function stateOf(id: number) {
  return {
    status: (await db().select().from(customer).where(eq(customer.id, id)))[0]?.status,
    roles: await db()
      .select({ id: role.id, status: role.status, with: role.cancelledWith })
      .from(role)
      .where(eq(role.customerId, id))
      .orderBy(role.id),
    users: await db()
      .select({ id: userAccount.id, status: userAccount.status, with: userAccount.cancelledWith })
      .from(userAccount)
      .where(eq(userAccount.customerId, id))
      .orderBy(userAccount.id),
    devices: await db()
      .select({ id: device.id, use: device.use, resume: device.resumeUse })
      .from(device)
      .where(eq(device.customerId, id))
      .orderBy(device.id),
    carriers: await db()
      .select({ id: carrier.id, status: carrier.status, resume: carrier.resumeStatus })
      .from(carrier)
      .where(eq(carrier.customerId, id))
      .orderBy(carrier.id),
  };
}

describe("cancelling a customer", () => {
  it("switches off its roles, accounts, devices and carriers, and says how many", async () => {
    const house = await makeHouse();
    const result = await cancelCustomer.call(user, { id: house.id });
    expect(result).toEqual({ id: house.id, status: "cancelled", roles: 1, users: 1, devices: 6, carriers: 4 });
    const { status, roles, users, devices, carriers } = await stateOf(house.id);
    expect(status).toBe("cancelled");
    expect(roles.map((row) => [row.status, row.with])).toEqual([
      ["cancelled", "customer"],
      ["cancelled", null],
    ]);
    expect(users.map((row) => [row.status, row.with])).toEqual([
      ["cancelled", "customer"],
      ["cancelled", null],
      ["cancelled", "role"],
    ]);
    expect(devices.filter(({ resume }) => resume === "activated").every(({ use }) => use === "deactivated")).toBe(true);
    expect(devices.filter(({ resume }) => resume === null).map(({ use }) => use)).toEqual([
      "deactivated",
      "unactivated",
    ]);
    expect(carriers.map((row) => [row.status, row.resume])).toEqual([
      ["retirement", "running"],
      ["retirement", "backup"],
      ["retirement", null],
      ["retirement", "repaired"],
      ["retirement", "defrost"],
    ]);
    expect((await trailOf(db(), house.id, "customer", house.id)).at(-1)).toMatchObject({
      operation: "customer.cancel",
      oldValues: { status: "active" },
      newValues: { status: "cancelled", roles: 1, users: 1, devices: 6, carriers: 4 },
    });
    expect(await brokenLink(db(), house.id)).toBeNull();
  });

  it("leaves a line for whatever it touched, and for nothing else, both ways", async () => {
    const house = await makeHouse();
    const lines = async (operation: string) =>
      (await auditRows(db(), house.id))
        .filter((row) => row.operation === operation && row.entity !== "customer")
        .map(({ entity, entityId, oldValues, newValues }) => [`${entity} ${entityId}`, oldValues, newValues] as const);
    const before = await stateOf(house.id);
    await cancelCustomer.call(user, { id: house.id });
    const [on, off] = [
      { status: "active", cancelledWith: null },
      { status: "cancelled", cancelledWith: "customer" },
    ];
    const expected = (isBack: boolean) => {
      const line = (what: string, was: object, is: object) => (isBack ? [what, is, was] : [what, was, is]);
      return [
        line(`role ${before.roles[0]?.id}`, on as object, off as object),
        line(`user ${before.users[0]?.id}`, on as object, off as object),
        ...before.devices
          .filter(({ use }) => use === "activated")
          .map(({ id }) => line(`device ${id}`, { use: "activated" }, { use: "deactivated" })),
        ...before.carriers
          .filter(({ status }) => status !== "retirement")
          .map(({ id, status }) => line(`carrier ${id}`, { status }, { status: "retirement" })),
      ];
    };
    expect(await lines("customer.cancel")).toEqual(expected(false));
    await activateCustomer.call(user, { id: house.id });
    expect(await lines("customer.activate")).toEqual(expected(true));
    expect(await brokenLink(db(), house.id)).toBeNull();
  });

  it("of thousands of carriers takes seconds, each with its line", async () => {
    const house = await makeCustomer(db());
    const COUNT = 5000;
    await db().$client`
      insert into carrier (customer_id, scene_id, type, name)
      select ${house.id}, ${house.sceneId}, 'refrigerator', 'F' || n from generate_series(1, ${COUNT}::int) n`;
    const started = performance.now();
    expect(await cancelCustomer.call(user, { id: house.id })).toMatchObject({ carriers: COUNT });
    expect(performance.now() - started).toBeLessThan(15_000);
    const rows = await auditRows(db(), house.id);
    expect(rows.filter(({ entity }) => entity === "carrier")).toHaveLength(COUNT);
    expect(await brokenLink(db(), house.id)).toBeNull();
  });

  it("restores exactly that when it is activated, and leaves another customer alone throughout", async () => {
    const [house, other] = [await makeHouse(), await makeHouse()];
    const [before, foreign] = [await stateOf(house.id), await stateOf(other.id)];
    await cancelCustomer.call(user, { id: house.id });
    expect(await stateOf(house.id)).not.toEqual(before);
    const result = await activateCustomer.call(user, { id: house.id });
    expect(result).toEqual({ id: house.id, status: "active", roles: 1, users: 1, devices: 6, carriers: 4 });
    expect(await stateOf(house.id)).toEqual(before);
    expect(await stateOf(other.id)).toEqual(foreign);
    expect((await trailOf(db(), house.id, "customer", house.id)).at(-1)).toMatchObject({
      operation: "customer.activate",
      oldValues: { status: "cancelled" },
    });
  });

  it("does so by its form as well, both ways", async () => {
    const house = await makeHouse();
    const before = await stateOf(house.id);
    const form = {
      id: house.id,
      code: house.code,
      name: house.name,
      type: "customer" as const,
      contact: "Wang",
      phone: `020-${house.id}`,
      email: `house${house.id}@example.com`,
    };
    await updateCustomer.call(user, { ...form, status: "cancelled" });
    expect((await stateOf(house.id)).users[0]).toMatchObject({ status: "cancelled", with: "customer" });
    await updateCustomer.call(user, { ...form, status: "active" });
    expect(await stateOf(house.id)).toEqual(before);
  });

  it("ends the sessions of its people at once, and tells their open pages after the commit", async () => {
    const house = await makeHouse();
    const [first, second] = [await openSessionOf(db(), house.user), await openSessionOf(db(), house.user)];
    const stranger = await openSessionOf(db(), await makeUser(db(), (await makeCustomer(db())).id));
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => void heard.push(...events));
    const started = Date.now();
    await cancelCustomer.call(user, { id: house.id });
    await expect.poll(() => heard.filter(({ type }) => type === "session"), { timeout: 1000 }).toHaveLength(1);
    expect(Date.now() - started).toBeLessThan(1000);
    await stop();
    const told = heard.find(({ type }) => type === "session")?.data as { sessionIds: string[]; reason: string };
    expect(told.reason).toBe("cancelled");
    expect(told.sessionIds.toSorted()).toEqual([first.id, second.id].sort());
    for (const { id } of [first, second]) {
      const [row] = await db().select().from(session).where(eq(session.id, id));
      expect(row).toMatchObject({ endReason: "cancelled" });
      expect(row?.endedAt).not.toBeNull();
      expect(await findPrincipal(db(), id)).toBeNull();
    }
    expect(await findPrincipal(db(), stranger.id)).not.toBeNull();
  });

  it("shuts the doors for its tokens and keys until it is active again", async () => {
    const house = await makeHouse();
    const { key, ...kept } = newApiKey();
    await db().$client`insert into api_key (customer_id, name, prefix, key_hash)
      values (${house.id}, 'k', ${kept.prefix}, ${kept.keyHash})`;
    const tokens = [house.token, house.gateway.token];
    for (const token of tokens) expect(await findIngestActor(db(), token)).not.toBeNull();
    expect(await findApiKeyActor(db(), key)).not.toBeNull();
    await cancelCustomer.call(user, { id: house.id });
    for (const token of tokens) expect(await findIngestActor(db(), token)).toBeNull();
    expect(await findApiKeyActor(db(), key)).toBeNull();
    await activateCustomer.call(user, { id: house.id });
    for (const token of tokens) expect(await findIngestActor(db(), token)).not.toBeNull();
    expect(await findApiKeyActor(db(), key)).not.toBeNull();
  });

  it("takes no reading of its devices, should one come in all the same", async () => {
    const house = await makeCustomer(db());
    const { sensor } = await makeFridge(db(), house);
    await cancelCustomer.call(user, { id: house.id });
    const at = new Date().toISOString();
    const reading = { device: sensor.serialNumber, at, values: { temperature: 30 } };
    expect(await ingestReadings.call(deviceContext(house.id), { readings: [reading] })).toMatchObject({ accepted: 0 });
  });

  it("is undone as a whole when it fails in the middle", async () => {
    const house = await makeHouse();
    const before = [await stateOf(house.id), await auditRows(db(), house.id)];
    await db().$client.unsafe(`
      create function refuse_retirement() returns trigger language plpgsql as
        $$ begin if new.customer_id = ${house.id} then raise exception 'no'; end if; return new; end $$;
      create trigger refuse_retirement before update on carrier for each row execute function refuse_retirement()`);
    await expect(cancelCustomer.call(user, { id: house.id })).rejects.toThrow();
    await db().$client`drop trigger refuse_retirement on carrier`;
    expect([await stateOf(house.id), await auditRows(db(), house.id)]).toEqual(before);
  });
});

describe("a batch", () => {
  it("is done for all, each with a line in its own trail", async () => {
    const houses = [await makeCustomer(db()), await makeCustomer(db()), await makeCustomer(db())];
    const ids = houses.map(({ id }) => id).reverse();
    expect(await cancelCustomers.call(user, { ids })).toEqual({ ids });
    for (const id of ids) {
      expect((await stateOf(id)).status).toBe("cancelled");
      expect((await trailOf(db(), id, "customer", id)).at(-1)).toMatchObject({ operation: "customer.cancel" });
    }
    await activateCustomers.call(user, { ids });
    for (const id of ids) expect((await stateOf(id)).status).toBe("active");
  });

  it("is refused for all when one refuses, which is named", async () => {
    const [first, second] = [await makeHouse(), await makeCustomer(db(), { status: "cancelled" })];
    const manager = await contextOf({ scopeType: 3 });
    const before = await stateOf(first.id);
    const answer = await refusal(cancelCustomers.call(manager, { ids: [first.id, second.id, PLATFORM] }));
    expect(answer.code).toBe("CONFLICT");
    expect(answer.issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "ids.1 cancelledAlready",
      "ids.2 platformCustomer",
    ]);
    expect(answer.message).toContain(second.name);
    expect(await stateOf(first.id)).toEqual(before);
    expect(await refusal(activateCustomers.call(manager, { ids: [second.id, first.id] }))).toMatchObject({
      issues: [{ path: "ids.1", rule: "activeAlready" }],
    });
    expect((await stateOf(second.id)).status).toBe("cancelled");
  });

  it.each([
    ["no id", []],
    ["more than a page", Array.from({ length: 101 }, (_, index) => index + 1)],
    ["ids that are none", [0, -1, "x", 1.5]],
    ["no list", "1,2"],
  ])("is invalid with %s", async (_, ids) => {
    expect(await refusal(cancelCustomers.call(user, { ids: ids as number[] }))).toMatchObject({ code: "INVALID" });
  });
});

describe("a change of status is refused", () => {
  it("where it is no change", async () => {
    const [on, off] = [await makeCustomer(db()), await makeCustomer(db(), { status: "cancelled" })];
    expect(await refusal(activateCustomer.call(user, { id: on.id }))).toMatchObject({
      issues: [{ path: "id", rule: "activeAlready" }],
    });
    expect(await refusal(cancelCustomer.call(user, { id: off.id }))).toMatchObject({
      issues: [{ path: "id", rule: "cancelledAlready" }],
    });
  });

  it("for the platform: by a platform user because it stands above him, by its management because it is the platform", async () => {
    expect(await refusal(cancelCustomer.call(user, { id: PLATFORM }))).toMatchObject({ code: "FORBIDDEN" });
    const branch = await makeCustomer(db(), { type: "platform" });
    expect(await refusal(cancelCustomer.call(user, { id: branch.id }))).toMatchObject({ code: "FORBIDDEN" });
    const manager = await contextOf({ scopeType: 3 });
    expect(await refusal(cancelCustomer.call(manager, { id: PLATFORM }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "platformCustomer" }],
    });
    await cancelCustomer.call(manager, { id: branch.id });
    expect((await stateOf(branch.id)).status).toBe("cancelled");
    expect((await stateOf(PLATFORM)).status).toBe("active");
  });

  it("without the code or the level, and outside of the scope it does not exist", async () => {
    const house = await makeHouse();
    const other = await makeCustomer(db());
    const inside = await contextOf({ scopeType: 1 }, house.id);
    const before = [await stateOf(house.id), (await auditRows(db(), house.id)).length];
    const outsider = await contextOf({ scopeType: 2, customerIds: [other.id] });
    const CASES: [OperationContext, string][] = [
      [{ ...systemContext(), actor: { type: "anonymous" } }, "UNAUTHENTICATED"],
      [await contextOf({ scopeType: 2, permissions: ["viewCustomer"] }), "FORBIDDEN"],
      [inside, "FORBIDDEN"],
      [outsider, "NOT_FOUND"],
    ];
    for (const [ctx, code] of CASES) {
      expect(await refusal(cancelCustomer.call(ctx, { id: house.id }))).toMatchObject({ code });
      expect(await refusal(activateCustomer.call(ctx, { id: house.id }))).toMatchObject({ code });
      expect(await refusal(cancelCustomers.call(ctx, { ids: [house.id] }))).toMatchObject({ code });
      expect(await refusal(activateCustomers.call(ctx, { ids: [house.id] }))).toMatchObject({ code });
    }
    // One's own beside another's: the whole batch does not exist.
    expect(await refusal(cancelCustomers.call(outsider, { ids: [other.id, house.id] }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await stateOf(other.id)).status).toBe("active");
    expect([await stateOf(house.id), (await auditRows(db(), house.id)).length]).toEqual(before);
  });

  it("to the second of two at once", async () => {
    const house = await makeHouse();
    const calls = [1, 2, 3].map(() => cancelCustomer.call(user, { id: house.id }));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stateOf(house.id)).carriers[0]).toMatchObject({ status: "retirement", resume: "running" });
  });
});
