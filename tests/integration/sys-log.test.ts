import { and, eq, gt, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { audit, auditHead, customer, parameter } from "@/db/schema";
import {
  getLogSetting,
  getSysLog,
  listLoginLog,
  listSysLog,
  setLogSetting,
  verifySysLog,
} from "@/features/audit/audit.operations";
import { exportSysLog } from "@/features/audit/export.operations";
import { login } from "@/features/session/session.operations";
import { GENESIS, linkHash, sealOf } from "@/lib/audit/chain";
import { chainKeys } from "@/lib/audit/chain-keys";
import { verifyChain } from "@/lib/audit/verify-chain";
import { type Change, writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;

const contextOf = async (options: UserOptions, of = own) => accountContext(db(), await makeUser(db(), of.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({ username: "log-admin" });
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Written = Change & { operation?: string; entity?: string; entityId?: string };

const write = (change: Written = {}, ctx = admin) =>
  transaction(db(), (tx) =>
    writeAudit(tx, ctx, { operation: "zone.update", entity: "zone", entityId: "7", ...change }),
  );

/** A chain that holds, of so many rows, written at one go. */
async function writeFor(customerId: number, count: number): Promise<void> {
  const rows: (typeof audit.$inferInsert)[] = [];
  const keys = chainKeys();
  let previousHash = GENESIS;
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const link = {
      customerId,
      sequence,
      at: new Date(1_700_000_000_000 + sequence).toISOString(),
      actorType: "system" as const,
      actorId: null,
      actorName: "bulk",
      address: "",
      requestId: "",
      operation: "zone.create",
      entity: "zone",
      entityId: String(sequence),
      oldValues: null,
      newValues: { made: sequence },
      reason: null,
      previousHash,
      foundSeal: null,
      keyId: keys.current.id,
    };
    previousHash = linkHash(link, keys) as string;
    rows.push({ ...link, at: new Date(link.at), hash: previousHash });
  }
  for (let from = 0; from < count; from += 1000)
    await db()
      .insert(audit)
      .values(rows.slice(from, from + 1000));
  const end = { sequence: count, hash: previousHash };
  const head = { ...end, ...sealOf(customerId, end, keys) };
  await db()
    .insert(auditHead)
    .values({ customerId, ...head })
    .onConflictDoUpdate({ target: auditHead.customerId, set: head });
}

const list = async (query: Parameters<typeof listSysLog.call>[1], ctx = admin) => listSysLog.call(ctx, query);
const entityIds = async (query: Parameters<typeof listSysLog.call>[1], ctx = admin) =>
  (await list(query, ctx)).items.map(({ entityId }) => entityId);

describe("the log", () => {
  it("shows who did what, newest first, with old and new values in the detail", async () => {
    await write({ old: { maximum: 8, name: "a" }, new: { maximum: 9, name: "a" }, reason: "too narrow" });
    const { items } = await list({});
    const [row] = items;
    expect(row).toMatchObject({
      customerId: own.id,
      customerName: own.name,
      actorType: "user",
      actorName: "log-admin",
      address: "127.0.0.1",
      operation: "zone.update",
      entity: "zone",
      entityId: "7",
      result: "succeeded",
      fields: ["maximum"],
      reason: "too narrow",
    });
    expect(row).not.toHaveProperty("newValues");
    const detail = await getSysLog.call(admin, { id: row?.id as number });
    const [stored] = (await auditRows(db(), own.id)).slice(-1);
    expect(detail).toEqual({
      ...row,
      requestId: admin.requestId,
      oldValues: { maximum: 8 },
      newValues: { maximum: 9 },
      previousHash: stored?.previousHash,
      hash: stored?.hash,
      measure: null,
    });
  });

  it("finds by time, operator, module, operation, record, address and text", async () => {
    const mine = await makeCustomer(db());
    const ada = await contextOf({ username: "ada-of-log" }, mine);
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 8, minutes));
    await write({ entityId: "1", operation: "zone.create" }, { ...ada, now: at(0) });
    await write({ entityId: "2", entity: "role" }, { ...ada, now: at(1), address: "10.9.8.7" });
    await write({ entityId: "3", operation: "session.login.refused", reason: "100%" }, { ...ada, now: at(2) });
    await write({ entityId: "4", customerId: mine.id }, systemContext(at(3)));
    const find = (query: Parameters<typeof listSysLog.call>[1]) => entityIds(query, ada);
    expect(await find({})).toEqual(["4", "3", "2", "1"]);
    expect(await find({ from: at(1).toISOString(), to: at(3).toISOString() })).toEqual(["3", "2"]);
    expect(await find({ operator: "ADA-OF" })).toEqual(["3", "2", "1"]);
    expect(await find({ entity: "role" })).toEqual(["2"]);
    expect(await find({ operation: "zone.create" })).toEqual(["1"]);
    expect(await find({ entityId: "4" })).toEqual(["4"]);
    expect(await find({ address: "10.9" })).toEqual(["2"]);
    expect(await find({ q: "0%" })).toEqual(["3"]);
    expect(await find({ q: ada.requestId })).toEqual(["3", "2", "1"]);
    expect((await list({ operation: "session.login.refused" }, ada)).items[0]?.result).toBe("refused");
    expect(await find({ iDisplayLength: 1, iDisplayStart: 2 })).toEqual(["2"]);
    expect(await find({ iDisplayLength: 15, dir: "asc" as "desc" })).toEqual(["4", "3", "2", "1"]);
    expect(await refusal(list({ sort: "hash" as "at" }, ada))).toMatchObject({ code: "INVALID" });
    expect(await refusal(list({ from: "yesterday" }, ada))).toMatchObject({ code: "INVALID" });
  });

  it("counts to ten thousand and says that there are more", async () => {
    const mine = await makeCustomer(db());
    const ctx = await contextOf({}, mine);
    await db().$client`
      insert into audit (customer_id, sequence, at, actor_type, actor_name, address, request_id, operation, entity, entity_id, previous_hash, hash)
      select ${mine.id}, n, now(), 'system', 'bulk', '', '', 'zone.create', 'zone', n::text, '', '' from generate_series(1, 10001) n`;
    const page = await list({ iDisplayStart: 9990 }, ctx);
    expect([page.total, page.isCapped, page.items.length]).toEqual([10_000, true, 11]);
    expect(await list({ entityId: "5" }, ctx)).toMatchObject({ total: 1, isCapped: false });
  });

  it("is exported as it is filtered, formulas disarmed", async () => {
    await write({ entityId: "csv", reason: '=1+"1"', new: { a: 1 } });
    const reply = await exportSysLog.call(admin, { entityId: "csv" });
    const lines = String(reply.body).split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("Operator");
    expect(lines[1]).toContain('"\'=1+""1"""');
    expect(lines[1]).toContain('"{""a"":1}"');
    expect(lines[1]).toContain("Monitoring range,Change,zone.update,csv,Successful");
    expect(reply.headers["content-disposition"]).toMatch(/filename="GM_\d{14}\.csv"/);
  });

  it("is exported with the times of its customer's clock, for an account and for an API key", async () => {
    const now = new Date("2026-11-20T20:30:00.000Z");
    const lima = await makeCustomer(db(), { timeZone: "America/Lima" });
    const account = { ...(await contextOf({}, lima)), now };
    await write({ entityId: "clock" }, account);
    const permissions = new Set(["viewSysLog"]);
    const actor = { type: "key", keyId: 1, customerId: lima.id, name: "key", permissions };
    const key = { ...account, actor, scope: customerScope(lima.id) } as OperationContext;
    for (const ctx of [account, key]) {
      const reply = await exportSysLog.call(ctx, { entityId: "clock" });
      expect(String(reply.body).split("\r\n")[1]).toMatch(/^2026-11-20T15:30:00\.000-05:00,/);
      expect(reply.headers["content-disposition"]).toContain('filename="GM_20261120153000.csv"');
    }
  });

  it("is the scope's alone", async () => {
    await writeFor(other.id, 1);
    const [foreign] = await auditRows(db(), other.id);
    expect(await refusal(getSysLog.call(admin, { id: foreign?.id as number }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await list({ customerId: other.id })).toEqual({ items: [], total: 0, isCapped: false });
    expect(await refusal(verifySysLog.call(admin, { customerId: other.id }))).toMatchObject({ code: "NOT_FOUND" });
    const governor = await contextOf({ scopeType: 2, customerIds: [other.id] }, { ...own, id: 1 });
    expect((await list({}, governor)).items.map(({ customerId }) => customerId)).toContain(other.id);
    expect(await entityIds({ customerId: own.id }, governor)).toEqual([]);
    for (const ctx of [await contextOf({ permissions: ["viewEx"] }), await contextOf({ scopeType: 0 })])
      expect(await refusal(list({}, ctx))).toMatchObject({ code: "FORBIDDEN" });
    const viewer = await contextOf({ permissions: ["viewSysLog"] });
    expect(await refusal(verifySysLog.call(viewer, {}))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(listLoginLog.call(viewer, {}))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("outlives its customer", async () => {
    const gone = await makeCustomer(db());
    await writeFor(gone.id, 2);
    await db().$client`delete from scene where customer_id = ${gone.id}`;
    await db().delete(customer).where(eq(customer.id, gone.id));
    const root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    expect((await list({ customerId: gone.id }, root)).items[0]?.customerName).toBe(`#${gone.id}`);
    expect(await verifySysLog.call(root, { customerId: gone.id })).toMatchObject({ ok: true, rows: 2 });
  });
});

describe("the verifier", () => {
  const LENGTH = 2500;
  let chain: Customer;
  let root: OperationContext;
  const place = (sequence: number) => and(eq(audit.customerId, chain.id), eq(audit.sequence, sequence));
  const verify = () => verifySysLog.call(root, { customerId: chain.id });
  const idOf = async (sequence: number) =>
    (await db().select({ id: audit.id }).from(audit).where(place(sequence)))[0]?.id ?? null;

  beforeAll(async () => {
    root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    chain = await makeCustomer(db());
    await writeFor(chain.id, LENGTH);
  });

  /** Does it inside a transaction that never commits. */
  async function tampered(change: (tx: OperationContext["db"]) => Promise<unknown>, after = 0) {
    const undo = new Error("undo");
    let verdict: Awaited<ReturnType<typeof verifyChain>> | undefined;
    await transaction(db(), async (tx) => {
      await change(tx);
      verdict = await verifyChain(tx, chain.id, { after });
      throw undo;
    }).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    return verdict;
  }

  it("walks a chain of several batches to its end", async () => {
    expect(await verify()).toEqual({
      ok: true,
      rows: LENGTH,
      total: LENGTH,
      isWhole: true,
      next: null,
      firstBroken: null,
    });
    expect(await verifySysLog.call(admin, {})).toMatchObject({ ok: true, firstBroken: null });
  });

  it("takes a long chain in parts, and comes to the same end", async () => {
    let [after, calls] = [0, 0];
    for (let next: number | null = 0; next !== null; calls += 1) {
      const verdict = await verifyChain(db(), chain.id, { after: next, budgetMs: 0 });
      expect(verdict.firstBroken).toBeNull();
      next = verdict.next;
      after = verdict.rows;
    }
    expect([after, calls]).toEqual([LENGTH, 3]);
    const broken = await tampered((tx) => tx.update(audit).set({ actorName: "x" }).where(place(2400)), 2000);
    expect(broken?.firstBroken?.sequence).toBe(2400);
  });

  it("names the first row that somebody wrote over, in the database itself", async () => {
    const id = await idOf(1777);
    const [before] = await db().select().from(audit).where(place(1777));
    await db()
      .update(audit)
      .set({ newValues: { made: 0 } })
      .where(place(1777));
    try {
      expect(await verify()).toMatchObject({
        ok: false,
        rows: 1776,
        isWhole: true,
        firstBroken: { sequence: 1777, id, at: before?.at.toISOString() },
      });
    } finally {
      await db().update(audit).set({ newValues: before?.newValues }).where(place(1777));
    }
    expect(await verify()).toMatchObject({ ok: true });
  });

  it("names a row that is missing, without an id", async () => {
    const gone = await tampered((tx) => tx.delete(audit).where(place(1000)));
    expect(gone).toMatchObject({ rows: 999, firstBroken: { sequence: 1000, id: null, at: null } });
  });

  it("names where the end was cut off, or a row was hung behind it", async () => {
    const cut = await tampered((tx) =>
      tx.delete(audit).where(and(eq(audit.customerId, chain.id), gt(audit.sequence, 2450))),
    );
    expect(cut?.firstBroken).toEqual({ sequence: 2451, id: null, at: null });
    const later = await tampered(
      (tx) => tx.delete(audit).where(and(eq(audit.customerId, chain.id), gt(audit.sequence, 1500))),
      2000,
    );
    expect(later?.firstBroken?.sequence).toBe(1501);
    const headless = await tampered((tx) => tx.delete(auditHead).where(eq(auditHead.customerId, chain.id)));
    expect(headless?.firstBroken).toMatchObject({ sequence: LENGTH + 1, id: null });
    const hung = await tampered((tx) =>
      tx.execute(sql`insert into audit (customer_id, sequence, at, actor_type, actor_name, address, request_id, operation, entity, entity_id, previous_hash, hash)
        select customer_id, sequence + 1, at, actor_type, actor_name, address, request_id, operation, entity, entity_id, hash, hash from audit
         where customer_id = ${chain.id} and sequence = ${LENGTH}`),
    );
    expect(hung?.firstBroken).toMatchObject({ sequence: LENGTH + 1, id: expect.any(Number) });
  });

  it("is not misled by a start behind the end", async () => {
    expect(await verifySysLog.call(root, { customerId: chain.id, after: 999_999 })).toMatchObject({
      ok: true,
      rows: LENGTH,
    });
  });
});

describe("the setting", () => {
  const stored = async () => (await db().select().from(parameter).where(eq(parameter.code, "retention.logDays")))[0];

  it("says how many days are shown; older rows stay and are found by a time", async () => {
    const mine = await makeCustomer(db());
    const root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    const ctx = await contextOf({}, mine);
    const old = new Date(Date.now() - 40 * 86_400_000);
    await write({ entityId: "old" }, { ...ctx, now: old });
    await write({ entityId: "new" }, ctx);
    expect(await entityIds({}, ctx)).toEqual(["new", "old"]);
    const { days: shipped } = await getLogSetting.call(ctx, {});
    expect(await setLogSetting.call(root, { days: 30 })).toEqual({ code: 1, days: 30 });
    expect(await entityIds({}, ctx)).toEqual(["new"]);
    expect(await entityIds({ from: new Date(old.getTime() - 1).toISOString() }, ctx)).toEqual(["new", "old"]);
    const [row] = (await auditRows(db(), 1)).slice(-1);
    expect(row).toMatchObject({
      operation: "sysLog.set",
      entity: "parameter",
      entityId: "retention.logDays",
      oldValues: { days: shipped },
      newValues: { days: 30 },
    });
    expect(await setLogSetting.call(root, { days: shipped })).toEqual({ code: 1, days: shipped });
  });

  it.each([29, 3651, 30.5])("is refused with code 0: %d days", async (days) => {
    const root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    const before = await stored();
    expect(await setLogSetting.call(root, { days })).toEqual({ code: 0, days: Number(before?.content) });
    expect(await stored()).toEqual(before);
  });

  it("is the platform administrator's alone", async () => {
    const before = await stored();
    const user = await contextOf({ scopeType: 2 }, { ...own, id: 1 });
    for (const ctx of [admin, user])
      expect(await refusal(setLogSetting.call(ctx, { days: 40 }))).toMatchObject({ code: "FORBIDDEN" });
    const root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    expect(await refusal(setLogSetting.call(root, { days: "many" }))).toMatchObject({ code: "INVALID" });
    expect(await stored()).toEqual(before);
  });
});

describe("the login log", () => {
  it("shows logins with their end, and refusals, of the accounts in scope", async () => {
    const mine = await makeCustomer(db());
    const ctx = await contextOf({ username: "watcher" }, mine);
    const user = await makeUser(db(), mine.id, { username: "login-user", name: "Login User" });
    const at = (minutes: number) => new Date(Date.UTC(2026, 9, 1, 8, minutes));
    const session = { address: "10.1.1.1", userAgent: "Firefox" };
    const ended = { endedAt: at(5), endReason: "logout" as const };
    await openSessionOf(db(), user, { ...session, createdAt: at(0), ...ended });
    await openSessionOf(db(), user, { ...session, createdAt: at(1), expiresAt: at(9) });
    const refused = { operation: "session.login.refused", entity: "user", entityId: String(user.id) };
    await write({ ...refused, customerId: mine.id }, { ...systemContext(at(2)), address: "10.2.2.2" });
    const from = at(0).toISOString();
    const to = at(30).toISOString();
    const { items, total } = await listLoginLog.call(ctx, { from, to });
    expect(total).toBe(3);
    expect(items).toMatchObject([
      { kind: "refused", username: "login-user", name: "Login User", address: "10.2.2.2", endedAt: null },
      { kind: "login", at: at(1).toISOString(), endReason: "expired", endedAt: at(9).toISOString() },
      { kind: "login", device: "Firefox", address: "10.1.1.1", endReason: "logout", endedAt: at(5).toISOString() },
    ]);
    const tried = login.call(
      { ...systemContext(), actor: { type: "anonymous" } },
      { username: "login-user", password: "x" },
    );
    expect(await refusal(tried)).toMatchObject({ code: "PASSWORD_WRONG" });
    expect((await listLoginLog.call(ctx, { q: "login-user", kind: "refused" })).items[0]?.reason).toBe(
      "PASSWORD_WRONG",
    );
    const count = async (query: Parameters<typeof listLoginLog.call>[1]) =>
      (await listLoginLog.call(ctx, { from, to, ...query })).total;
    expect(await count({ kind: "login" })).toBe(2);
    expect(await count({ q: "login user" })).toBe(3);
    expect(await count({ q: "nobody" })).toBe(0);
    expect(await count({ address: "10.2" })).toBe(1);
    expect(await count({ customerId: own.id })).toBe(0);
    const live = (await listLoginLog.call(ctx, { q: "watcher" })).items[0];
    expect(live).toMatchObject({ kind: "login", endedAt: null, endReason: null });
    expect((await listLoginLog.call(admin, { from, to })).items).toEqual([]);
    expect(JSON.stringify(items)).not.toMatch(/token|hash/i);
  });
});
