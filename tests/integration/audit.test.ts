import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { audit, auditHead } from "@/db/schema";
import { canonicalJson } from "@/lib/audit/chain";
import { type Change, writeAudit } from "@/lib/audit/write-audit";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";

let customerId: number;
let ctx: OperationContext;

async function newCustomer(): Promise<void> {
  customerId = (await makeCustomer(db())).id;
  ctx = await accountContext(db(), await makeUser(db(), customerId));
}
beforeAll(newCustomer);
afterAll(() => db().$client.end({ timeout: 5 }));

const write = (change: Change = {}, entityId = "1", as = ctx) =>
  transaction(db(), (tx) => writeAudit(tx, as, { operation: "kit.write", entity: "kit", entityId, ...change }));

const last = async () => (await auditRows(db(), customerId)).at(-1);

describe("writers at the same time", () => {
  it("keep one chain without a gap", async () => {
    await newCustomer();
    const done = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => write({ new: { index } }, String(index))),
    );
    expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
    const rows = await auditRows(db(), customerId);
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(rows.map(({ entityId }) => entityId)).size).toBe(60);
    expect(await brokenLink(db(), customerId)).toBeNull();
  });

  it("leave no gap where one of them fails", async () => {
    await newCustomer();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        transaction(db(), async (tx) => {
          await writeAudit(tx, ctx, { operation: "kit.write", entity: "kit", entityId: String(index) });
          if (index % 4 === 0) throw new Error("rolled back");
        }).catch(() => {}),
      ),
    );
    expect(await auditRows(db(), customerId)).toHaveLength(30);
    expect(await brokenLink(db(), customerId)).toBeNull();
  });

  it("of different customers do not wait for each other", async () => {
    const other = await makeCustomer(db());
    await transaction(db(), async (tx) => {
      await writeAudit(tx, ctx, { operation: "kit.write", entity: "kit", entityId: "held" });
      // Would wait for the end of this transaction, and so forever, if there were one chain.
      await write({ customerId: other.id });
    });
    expect(await auditRows(db(), other.id)).toHaveLength(1);
  });
});

describe("what is written", () => {
  it("is the difference: only fields that changed, as they were and as they are", async () => {
    await write({
      old: { name: "a", maximum: 8, tags: ["x"], at: new Date(0), gone: 1, both: { a: 1, b: [2] } },
      new: { name: "b", maximum: 8, tags: ["x"], at: new Date(1), came: undefined, both: { a: 1, b: [2] } },
    });
    expect(await last()).toMatchObject({
      oldValues: { name: "a", at: "1970-01-01T00:00:00.000Z", gone: 1 },
      newValues: { name: "b", at: "1970-01-01T00:00:00.001Z" },
    });
    await write({ new: { name: "made" } });
    expect(await last()).toMatchObject({ oldValues: null, newValues: { name: "made" } });
    await write({ old: { name: "removed" } });
    expect(await last()).toMatchObject({ oldValues: { name: "removed" }, newValues: null });
  });

  it("is signed by who acted", async () => {
    await write({}, "1", deviceContext(customerId));
    expect(await last()).toMatchObject({ actorType: "device", actorId: null, actorName: "test" });
    await write({ customerId }, "1", systemContext());
    expect(await last()).toMatchObject({ actorType: "system", actorName: "test" });
    await write({ customerId }, "1", { ...systemContext(), actor: { type: "anonymous" } });
    expect(await last()).toMatchObject({ actorType: "anonymous", actorId: null, actorName: "" });
    const by = { id: 7, username: "came-in", customerId };
    await write({ by }, "7", { ...systemContext(), actor: { type: "anonymous" } });
    expect(await last()).toMatchObject({ customerId, actorType: "user", actorId: 7, actorName: "came-in" });
  });
});

const VALUES: [string, unknown][] = [
  ["fractions", [0.1, 1 / 3, 73.96732207, -0.005, 1e-7, 5e-324]],
  ["large and small numbers", [1e21, 1.7976931348623157e308, 9_007_199_254_740_991, -1e-21, 100, 1e2]],
  ["negative zero", -0],
  ["no numbers", [Number.NaN, Number.POSITIVE_INFINITY]],
  ["texts", ["冷库 ±0.5 ℃", "Señal", "日本語", "😀", 'quote " \\ / \n\t', "\u2028", "é", "e\u0301", ""]],
  ["what cannot be stored", ["half \ud800 a pair", "\udc00", "nul \0 inside"]],
  ["nested objects in any order of keys", { z: { b: 1, a: [{ y: null, x: [] }] }, a: {}, 10: 1, 9: 2 }],
  ["keys that mean something elsewhere", JSON.parse('{"__proto__":1,"constructor":2,"nul \\u0000":3,"":4}')],
  ["dates", { at: new Date("2026-11-20T08:00:00.123Z") }],
];

describe("a value read back from the database", () => {
  it.each(VALUES)("hashes as it was written: %s", async (_, value) => {
    await write({ old: { value: "before" }, new: { value }, reason: "why" });
    expect(await brokenLink(db(), customerId)).toBeNull();
  });

  it("is the value that was written, wherever it can be", async () => {
    const value = { f: 73.96732207, t: "冷库 😀", n: [1e-7, null, true], o: { b: 1, a: 2 } };
    await write({ new: { value } });
    expect((await last())?.newValues).toEqual({ value });
    expect(canonicalJson((await last())?.newValues)).toBe(canonicalJson({ value }));
  });

  it("holds for texts that people type, wherever they stand", async () => {
    await write({ reason: "half \ud800" }, "name \udfff \0", { ...ctx, address: "::1 \ud800" });
    expect(await last()).toMatchObject({ reason: "half \ufffd", entityId: "name \ufffd \ufffd" });
    expect(await brokenLink(db(), customerId)).toBeNull();
  });

  it("holds for whatever JSON there is", async () => {
    await newCustomer();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ depthSize: "medium" }), fc.string({ unit: "binary" }), (value, reason) =>
        write({ new: { value }, reason }),
      ),
      { numRuns: 150 },
    );
    expect(await auditRows(db(), customerId)).toHaveLength(150);
    expect(await brokenLink(db(), customerId)).toBeNull();
  });
});

describe("a chain that somebody wrote over", () => {
  const row = (sequence: number) => and(eq(audit.customerId, customerId), eq(audit.sequence, sequence));

  async function sixRows(): Promise<void> {
    await newCustomer();
    for (const index of [1, 2, 3, 4, 5, 6])
      await write({ old: { maximum: 8 }, new: { maximum: 8 + index }, reason: "x" });
    expect(await brokenLink(db(), customerId)).toBeNull();
  }

  const CHANGES: [string, Partial<typeof audit.$inferInsert>][] = [
    ["the new value", { newValues: { maximum: 8 } }],
    ["the old value", { oldValues: null }],
    ["the time, by a millisecond", { at: new Date(0) }],
    ["who it was", { actorName: "somebody else" }],
    ["what was done", { operation: "kit.read" }],
    ["the reason", { reason: null }],
    ["the hash", { hash: "0".repeat(64) }],
    ["the link", { previousHash: "0".repeat(64) }],
  ];

  it.each(CHANGES)("is found, and the first broken row named: %s", async (_, values) => {
    await sixRows();
    await db().update(audit).set(values).where(row(3));
    expect(await brokenLink(db(), customerId)).toBe(3);
    await db().update(audit).set(values).where(row(5));
    expect(await brokenLink(db(), customerId)).toBe(3);
  });

  it.each([1, 4, 6])("is found when row %d is removed", async (sequence) => {
    await sixRows();
    await db().delete(audit).where(row(sequence));
    expect(await brokenLink(db(), customerId)).toBe(sequence);
  });

  it("is found when the end is cut off, with or without the head", async () => {
    await sixRows();
    await db().delete(audit).where(row(6));
    await db().delete(audit).where(row(5));
    expect(await brokenLink(db(), customerId)).toBe(5);
    await db().delete(auditHead).where(eq(auditHead.customerId, customerId));
    expect(await brokenLink(db(), customerId)).toBe(5);
  });

  it("is found when rows close up behind a removed one", async () => {
    await sixRows();
    await db().delete(audit).where(row(3));
    for (const sequence of [4, 5, 6])
      await db()
        .update(audit)
        .set({ sequence: sequence - 1 })
        .where(row(sequence));
    await db()
      .update(auditHead)
      .set({ sequence: sql`${auditHead.sequence} - 1` })
      .where(eq(auditHead.customerId, customerId));
    expect(await brokenLink(db(), customerId)).toBe(3);
  });

  it("is found when a row is moved to another customer", async () => {
    await sixRows();
    const other = await makeCustomer(db());
    await db().update(audit).set({ customerId: other.id, sequence: 1 }).where(row(1));
    expect(await brokenLink(db(), customerId)).toBe(1);
    expect(await brokenLink(db(), other.id)).toBe(1);
  });
});
