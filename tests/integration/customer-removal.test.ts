import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { apiKey, customer, role, userAccount, userCustomer } from "@/db/schema";
import { monitoringStates } from "@/features/carrier/status/state.data";
import { getBelongings, removeCustomer } from "@/features/customer/removal.operations";
import { BELONGINGS } from "@/features/customer/removal.schema";
import { deviceStates } from "@/features/device/status/state.data";
import type { OperationContext } from "@/lib/operation/context";
import { dropOrphans } from "@/lib/resource/materialized-state";
import { accountContext, makeRole, makeUser, type UserOptions } from "../factories/account";
import { giveCustomer, makeFullCustomer } from "../factories/customer-world";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const PLATFORM = 1;
const contextOf = async (options: UserOptions, customerId = PLATFORM) =>
  accountContext(db(), await makeUser(db(), customerId, options));

let manager: OperationContext;
beforeAll(async () => {
  manager = await contextOf({ scopeType: 3 });
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** The tables that hang on `customer`: by a reference, however far, by name of a column, or by what it measures. */
async function ownedTables(): Promise<string[]> {
  const rows = await db().$client<{ name: string }[]>`
    with recursive hanging as (
      select 'customer'::regclass::oid as id
      union
      select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.id where c.contype = 'f'
    )
    select relname as name from pg_class where oid in (select id from hanging)
    union
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attname in ('customer_id', 'carrier_id', 'probe_id', 'device_id', 'user_id')
     order by 1`;
  // The audit trail and the signatures outlive their customer.
  return rows.map(({ name }) => name).filter((name) => !name.startsWith("audit") && name !== "signature");
}

/** How many rows every table holds, and one value for all that they say. */
async function stateOf(tables: readonly string[]): Promise<Map<string, { count: number; digest: string }>> {
  const state = new Map<string, { count: number; digest: string }>();
  for (const table of tables) {
    const [row] = await db().$client.unsafe<{ count: number; digest: string }[]>(
      `select count(*)::int as count, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from "${table}" t`,
    );
    state.set(table, row as { count: number; digest: string });
  }
  return state;
}

describe("removing a customer", () => {
  it("leaves every table as it was before the customer came, and others' rows untouched", async () => {
    await makeFullCustomer(db());
    const other = await makeCustomer(db());
    const agent = await makeUser(db(), PLATFORM, { scopeType: -1 });
    await giveCustomer(db(), agent, other.id);
    const tables = await ownedTables();
    expect(tables).toEqual(expect.arrayContaining(["reading", "reading_hour", "position", "backup_code", "api_key"]));
    const before = await stateOf(tables);

    const { customer: doomed } = await makeFullCustomer(db());
    await giveCustomer(db(), agent, doomed.id);
    const filled = await stateOf(tables);
    const empty = tables.filter((table) => (filled.get(table)?.count ?? 0) <= (before.get(table)?.count ?? 0));
    expect(empty, "makeFullCustomer must fill these as well, and the removal empty them").toEqual([]);

    await removeCustomer.call(manager, { id: doomed.id, confirm: doomed.code });
    for (const kept of [monitoringStates, deviceStates]) await dropOrphans(db(), kept);
    const after = await stateOf(tables);
    expect(tables.filter((table) => after.get(table)?.digest !== before.get(table)?.digest)).toEqual([]);
  });

  it("counts beforehand what will go, and tells afterwards what went", async () => {
    const { customer: doomed, session } = await makeFullCustomer(db());
    const question = await getBelongings.call(manager, { id: doomed.id });
    expect(question).toMatchObject({ id: doomed.id, code: doomed.code, name: doomed.name, governedOnlyBy: [] });
    expect(Object.keys(question.counts).sort()).toEqual([...BELONGINGS].sort());
    expect(question.counts).toMatchObject({
      users: 1,
      carriers: 1,
      devices: 3,
      probes: 1,
      readings: 60,
      exceptions: 1,
    });
    expect(Object.entries(question.counts).filter(([, count]) => count === 0)).toEqual([]);
    expect((await removeCustomer.call(manager, { id: doomed.id, confirm: doomed.code })).counts).toEqual(
      question.counts,
    );
    expect(await refusal(getBelongings.call(manager, { id: doomed.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await db().$client`select from session where id = ${session.id}`).toHaveLength(0);
  });

  it("keeps the trail, which ends with the removal and still holds", async () => {
    const { customer: doomed } = await makeFullCustomer(db());
    await removeCustomer.call(manager, { id: doomed.id, confirm: doomed.code });
    expect((await trailOf(db(), doomed.id, "customer", doomed.id)).at(-1)).toMatchObject({
      operation: "customer.remove",
      oldValues: { name: doomed.name, code: doomed.code, readings: 60 },
      newValues: null,
    });
    expect(await brokenLink(db(), doomed.id)).toBeNull();
    expect(JSON.stringify(await auditRows(db(), doomed.id))).not.toContain("okenHash");
  });
});

describe("a removal is refused", () => {
  const exists = async (id: number) => (await db().select().from(customer).where(eq(customer.id, id))).length === 1;

  it.each([
    ["without a confirmation", undefined, "confirm required"],
    ["with an empty one", "  ", "confirm required"],
    ["with another word", "yes", "confirm confirmCode"],
    ["with the code in other letters", "UPPER", "confirm confirmCode"],
  ])("%s", async (_, word, issue) => {
    const doomed = await makeCustomer(db());
    const confirm = word === "UPPER" ? `${doomed.code.toUpperCase()}X` : word;
    const before = (await auditRows(db(), doomed.id)).length;
    const { issues } = await refusal(removeCustomer.call(manager, { id: doomed.id, confirm: confirm as string }));
    expect(issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([issue]);
    expect(await exists(doomed.id)).toBe(true);
    expect((await auditRows(db(), doomed.id)).length).toBe(before);
  });

  it("for the platform itself and the own customer", async () => {
    const answer = await refusal(removeCustomer.call(manager, { id: PLATFORM, confirm: "PLATFORM" }));
    expect(answer).toMatchObject({ code: "CONFLICT", issues: [{ path: "id", rule: "platformCustomer" }] });
    const branch = await makeCustomer(db(), { type: "platform" });
    const ofBranch = await contextOf({ scopeType: 3 }, branch.id);
    expect(await refusal(removeCustomer.call(ofBranch, { id: branch.id, confirm: branch.code }))).toMatchObject({
      issues: [{ rule: "ownCustomer" }],
    });
    expect(await exists(branch.id)).toBe(true);
  });

  it("while others would be left without any customer, and may then see more", async () => {
    const doomed = await makeCustomer(db());
    const account = await makeUser(db(), PLATFORM, { scopeType: 2, customerIds: [doomed.id] });
    const held = await makeRole(db(), PLATFORM, { scopeType: 2 });
    await db().$client`insert into role_customer (role_id, customer_id) values (${held.id}, ${doomed.id})`;
    const bars = [account.username, held.name].sort();
    expect((await getBelongings.call(manager, { id: doomed.id })).governedOnlyBy.toSorted()).toEqual(bars);
    const answer = await refusal(removeCustomer.call(manager, { id: doomed.id, confirm: doomed.code }));
    expect(answer).toMatchObject({ code: "CONFLICT", issues: [{ path: "id", rule: "onlyCustomer" }] });
    for (const name of bars) expect(answer.message).toContain(name);
    expect(await exists(doomed.id)).toBe(true);
    const other = await makeCustomer(db());
    await db().insert(userCustomer).values({ userId: account.id, customerId: other.id });
    await db().$client`insert into role_customer (role_id, customer_id) values (${held.id}, ${other.id})`;
    await removeCustomer.call(manager, { id: doomed.id, confirm: doomed.code });
    expect(await exists(doomed.id)).toBe(false);
  });

  it("for whoever lacks the code or the level, and for strangers it does not exist", async () => {
    const { customer: doomed } = await makeFullCustomer(db());
    const input = { id: doomed.id, confirm: doomed.code };
    const without = await contextOf({ scopeType: 3, permissions: ["viewCustomer", "editCustomer"] });
    const denied = [without, await contextOf({ scopeType: 2 }), await contextOf({ scopeType: 1 }, doomed.id)];
    for (const ctx of denied) {
      expect(await refusal(removeCustomer.call(ctx, input))).toMatchObject({ code: "FORBIDDEN" });
      expect(await refusal(getBelongings.call(ctx, { id: doomed.id }))).toMatchObject({ code: "FORBIDDEN" });
    }
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    expect(await refusal(removeCustomer.call(anonymous, input))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await refusal(removeCustomer.call(manager, { ...input, id: 999_999_999 }))).toMatchObject({
      code: "NOT_FOUND",
    });
    for (const id of ["0", "-1", "1 or 1=1", "1;drop table customer"])
      expect(await refusal(removeCustomer.call(manager, { ...input, id }))).toMatchObject({ code: "INVALID" });
    expect(await exists(doomed.id)).toBe(true);
  });

  it("where it would delete an account that holds what the actor does not, on or off", async () => {
    const doomed = await makeCustomer(db());
    await makeUser(db(), doomed.id, { status: "cancelled" });
    const narrow = await contextOf({ scopeType: 3, permissions: ["viewCustomer", "removeCustomer"] });
    expect(await refusal(removeCustomer.call(narrow, { id: doomed.id, confirm: doomed.code }))).toMatchObject({
      code: "FORBIDDEN",
      issues: [{ path: "id", rule: "higherPeople" }],
    });
    expect(await exists(doomed.id)).toBe(true);
    const empty = await makeCustomer(db());
    await removeCustomer.call(narrow, { id: empty.id, confirm: empty.code });
    expect(await exists(empty.id)).toBe(false);
  });

  it("as a whole where another customer's record names one of its people", async () => {
    const { customer: doomed, user } = await makeFullCustomer(db());
    const other = await makeFullCustomer(db());
    await db().$client`update exception set handled_by = ${user.id} where id = ${other.exception.id}`;
    const answer = await refusal(removeCustomer.call(manager, { id: doomed.id, confirm: doomed.code }));
    expect(answer).toMatchObject({ code: "CONFLICT", issues: [{ path: "id", rule: "inUse" }] });
    expect(await db().select().from(userAccount).where(eq(userAccount.customerId, doomed.id))).toHaveLength(1);
    expect(await db().select().from(role).where(eq(role.customerId, doomed.id))).toHaveLength(1);
    expect(await db().select().from(apiKey).where(eq(apiKey.customerId, doomed.id))).toHaveLength(1);
  });
});
