import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, customer, device, role, session, userAccount } from "@/db/schema";
import { updateCustomer } from "@/features/customer/customer.operations";
import {
  activateCustomer,
  activateCustomers,
  cancelCustomer,
  cancelCustomers,
} from "@/features/customer/status.operations";
import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { findApiKeyActor, newApiKey } from "@/lib/auth/api-key";
import { findIngestActor } from "@/lib/auth/ingest-token";
import { findPrincipal } from "@/lib/auth/principal";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { longTest } from "../support/long";
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
async function makeOwner() {
  const owner = await makeCustomer(db());
  const { id } = owner;
  const gateway = await makeGateway(db(), id);
  await makeGateway(db(), id, { use: "deactivated" });
  await makeGateway(db(), id, { use: "unactivated" });
  for (const status of ["running", "backup", "retirement", "repaired", "defrost"] as const)
    await makeFridge(db(), owner, { carrier: { status } });
  const active = await makeUser(db(), id);
  await makeUser(db(), id, { roleId: active.roleId, status: "cancelled" });
  const offRole = await makeRole(db(), id, { status: "cancelled" });
  await makeUser(db(), id, { roleId: offRole.id, status: "cancelled", cancelledWith: "role" });
  return { ...owner, gateway, user: active };
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
    const owner = await makeOwner();
    const result = await cancelCustomer.call(user, { id: owner.id });
    expect(result).toEqual({ id: owner.id, status: "cancelled", roles: 1, users: 1, devices: 6, carriers: 4 });
    const { status, roles, users, devices, carriers } = await stateOf(owner.id);
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
    expect((await trailOf(db(), owner.id, "customer", owner.id)).at(-1)).toMatchObject({
      operation: "customer.cancel",
      oldValues: { status: "active" },
      newValues: { status: "cancelled", roles: 1, users: 1, devices: 6, carriers: 4 },
    });
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("leaves a line for whatever it touched, and for nothing else, both ways", async () => {
    const owner = await makeOwner();
    const lines = async (operation: string) =>
      (await auditRows(db(), owner.id))
        .filter((row) => row.operation === operation && row.entity !== "customer")
        .map(({ entity, entityId, oldValues, newValues }) => [`${entity} ${entityId}`, oldValues, newValues] as const);
    const before = await stateOf(owner.id);
    await cancelCustomer.call(user, { id: owner.id });
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
    await activateCustomer.call(user, { id: owner.id });
    expect(await lines("customer.activate")).toEqual(expected(true));
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  longTest(null)("of thousands of carriers takes seconds, each with its line", async () => {
    const owner = await makeCustomer(db());
    const COUNT = 5000;
    await db().$client`
      insert into carrier (customer_id, scene_id, type, name)
      select ${owner.id}, ${owner.sceneId}, 'refrigerator', 'F' || n from generate_series(1, ${COUNT}::int) n`;
    const started = performance.now();
    expect(await cancelCustomer.call(user, { id: owner.id })).toMatchObject({ carriers: COUNT });
    expect(performance.now() - started).toBeLessThan(15_000);
    const rows = await auditRows(db(), owner.id);
    expect(rows.filter(({ entity }) => entity === "carrier")).toHaveLength(COUNT);
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("restores exactly that when it is activated, and leaves another customer alone throughout", async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const [before, foreign] = [await stateOf(owner.id), await stateOf(other.id)];
    await cancelCustomer.call(user, { id: owner.id });
    expect(await stateOf(owner.id)).not.toEqual(before);
    const result = await activateCustomer.call(user, { id: owner.id });
    expect(result).toEqual({ id: owner.id, status: "active", roles: 1, users: 1, devices: 6, carriers: 4 });
    expect(await stateOf(owner.id)).toEqual(before);
    expect(await stateOf(other.id)).toEqual(foreign);
    expect((await trailOf(db(), owner.id, "customer", owner.id)).at(-1)).toMatchObject({
      operation: "customer.activate",
      oldValues: { status: "cancelled" },
    });
  });

  it("does so by its form as well, both ways", async () => {
    const owner = await makeOwner();
    const before = await stateOf(owner.id);
    const form = {
      id: owner.id,
      code: owner.code,
      name: owner.name,
      type: "customer" as const,
      contact: "Wang",
      phone: `020-${owner.id}`,
      email: `house${owner.id}@example.com`,
    };
    await updateCustomer.call(user, { ...form, status: "cancelled" });
    expect((await stateOf(owner.id)).users[0]).toMatchObject({ status: "cancelled", with: "customer" });
    await updateCustomer.call(user, { ...form, status: "active" });
    expect(await stateOf(owner.id)).toEqual(before);
  });

  it("ends the sessions of its people at once, and tells their open pages after the commit", async () => {
    const owner = await makeOwner();
    const [first, second] = [await openSessionOf(db(), owner.user), await openSessionOf(db(), owner.user)];
    const stranger = await openSessionOf(db(), await makeUser(db(), (await makeCustomer(db())).id));
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => void heard.push(...events));
    const started = Date.now();
    await cancelCustomer.call(user, { id: owner.id });
    await expect.poll(() => heard.filter(({ type }) => type === "session")).toHaveLength(1);
    expect(Date.now() - started).toBeLessThan(5000);
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
    const owner = await makeOwner();
    const { key, ...kept } = newApiKey();
    await db().$client`insert into api_key (customer_id, name, prefix, key_hash)
      values (${owner.id}, 'k', ${kept.prefix}, ${kept.keyHash})`;
    const tokens = [owner.token, owner.gateway.token];
    for (const token of tokens) expect(await findIngestActor(db(), token)).not.toBeNull();
    expect(await findApiKeyActor(db(), key)).not.toBeNull();
    await cancelCustomer.call(user, { id: owner.id });
    for (const token of tokens) expect(await findIngestActor(db(), token)).toBeNull();
    expect(await findApiKeyActor(db(), key)).toBeNull();
    await activateCustomer.call(user, { id: owner.id });
    for (const token of tokens) expect(await findIngestActor(db(), token)).not.toBeNull();
    expect(await findApiKeyActor(db(), key)).not.toBeNull();
  });

  it("takes no reading of its devices, should one come in all the same", async () => {
    const owner = await makeCustomer(db());
    const { sensor } = await makeFridge(db(), owner);
    await cancelCustomer.call(user, { id: owner.id });
    const at = new Date().toISOString();
    const reading = { device: sensor.serialNumber, at, values: { temperature: 30 } };
    expect(await ingestReadings.call(deviceContext(owner.id), { readings: [reading] })).toMatchObject({
      accepted: 0,
    });
  });

  it("is undone as a whole when it fails in the middle", async () => {
    const owner = await makeOwner();
    const before = [await stateOf(owner.id), await auditRows(db(), owner.id)];
    await db().$client.unsafe(`
      create function refuse_retirement() returns trigger language plpgsql as
        $$ begin if new.customer_id = ${owner.id} then raise exception 'no'; end if; return new; end $$;
      create trigger refuse_retirement before update on carrier for each row execute function refuse_retirement()`);
    await expect(cancelCustomer.call(user, { id: owner.id })).rejects.toThrow();
    await db().$client`drop trigger refuse_retirement on carrier`;
    expect([await stateOf(owner.id), await auditRows(db(), owner.id)]).toEqual(before);
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
    const [first, second] = [await makeOwner(), await makeCustomer(db(), { status: "cancelled" })];
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
    const owner = await makeOwner();
    const other = await makeCustomer(db());
    const inside = await contextOf({ scopeType: 1 }, owner.id);
    const before = [await stateOf(owner.id), (await auditRows(db(), owner.id)).length];
    const outsider = await contextOf({ scopeType: 2, customerIds: [other.id] });
    const CASES: [OperationContext, string][] = [
      [{ ...systemContext(), actor: { type: "anonymous" } }, "UNAUTHENTICATED"],
      [await contextOf({ scopeType: 2, permissions: ["viewCustomer"] }), "FORBIDDEN"],
      [inside, "FORBIDDEN"],
      [outsider, "NOT_FOUND"],
    ];
    for (const [ctx, code] of CASES) {
      expect(await refusal(cancelCustomer.call(ctx, { id: owner.id }))).toMatchObject({ code });
      expect(await refusal(activateCustomer.call(ctx, { id: owner.id }))).toMatchObject({ code });
      expect(await refusal(cancelCustomers.call(ctx, { ids: [owner.id] }))).toMatchObject({ code });
      expect(await refusal(activateCustomers.call(ctx, { ids: [owner.id] }))).toMatchObject({ code });
    }
    // One's own beside another's: the whole batch does not exist.
    expect(await refusal(cancelCustomers.call(outsider, { ids: [other.id, owner.id] }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await stateOf(other.id)).status).toBe("active");
    expect([await stateOf(owner.id), (await auditRows(db(), owner.id)).length]).toEqual(before);
  });

  it("to the second of two at once", async () => {
    const owner = await makeOwner();
    const calls = [1, 2, 3].map(() => cancelCustomer.call(user, { id: owner.id }));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stateOf(owner.id)).carriers[0]).toMatchObject({ status: "retirement", resume: "running" });
  });

  it("where it reaches an account that holds what the actor does not: by the call, a batch or the form", async () => {
    const owner = await makeOwner();
    const clerk = await contextOf({ scopeType: 2, permissions: ["viewCustomer", "editCustomer"] });
    const before = [await stateOf(owner.id), (await auditRows(db(), owner.id)).length];
    const above = (path: string) => ({ code: "FORBIDDEN", issues: [{ path, rule: "higherPeople" }] });
    expect(await refusal(cancelCustomer.call(clerk, { id: owner.id }))).toMatchObject(above("id"));
    expect(await refusal(cancelCustomers.call(clerk, { ids: [owner.id] }))).toMatchObject(above("ids.0"));
    const form = {
      id: owner.id,
      code: owner.code,
      name: owner.name,
      type: "customer" as const,
      contact: "Wang",
      phone: `020-${owner.id}`,
      email: `house${owner.id}@example.com`,
    };
    expect(await refusal(updateCustomer.call(clerk, { ...form, status: "cancelled" }))).toMatchObject(above("status"));
    expect([await stateOf(owner.id), (await auditRows(db(), owner.id)).length]).toEqual(before);

    await cancelCustomer.call(user, { id: owner.id });
    expect(await refusal(activateCustomer.call(clerk, { id: owner.id }))).toMatchObject(above("id"));
    expect((await stateOf(owner.id)).status).toBe("cancelled");
  });

  it("not where its accounts hold what the actor holds, or are off already", async () => {
    const clerk = await contextOf({ scopeType: 2, permissions: ["viewCustomer", "editCustomer", "viewEx"] });
    const owner = await makeCustomer(db());
    await makeUser(db(), owner.id, { permissions: ["viewEx"] });
    await makeUser(db(), owner.id, { status: "cancelled" });
    await cancelCustomer.call(clerk, { id: owner.id });
    await activateCustomer.call(clerk, { id: owner.id });
    expect((await stateOf(owner.id)).users.map(({ status }) => status)).toEqual(["active", "cancelled"]);
  });

  it("of a customer of the platform by a manager who lacks a code of its accounts", async () => {
    const branch = await makeCustomer(db(), { type: "platform" });
    await makeUser(db(), branch.id, { scopeType: 3 });
    const narrow = await contextOf({ scopeType: 3, permissions: ["viewCustomer", "editCustomer"] });
    expect(await refusal(cancelCustomer.call(narrow, { id: branch.id }))).toMatchObject({
      issues: [{ rule: "higherPeople" }],
    });
    await cancelCustomer.call(await contextOf({ scopeType: 3 }), { id: branch.id });
    expect((await stateOf(branch.id)).status).toBe("cancelled");
  });
});
