import { and, eq, gt, gte, isNull } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { audit, auditHead, auditPublication, customer, parameter } from "@/db/schema";
import { anchorChains, openMissingChains } from "@/db/seed/anchor-chains";
import { publishHeads } from "@/features/audit/audit.jobs";
import { verifySysLog } from "@/features/audit/audit.operations";
import { GENESIS, linkHash } from "@/lib/audit/chain";
import { chainKeysOf } from "@/lib/audit/chain-keys";
import { contradictionsOf, KEEPER_PARAMETER, readUnpublishedHeads } from "@/lib/audit/published-heads";
import { writeAudit } from "@/lib/audit/write-audit";
import { resetEnvironment } from "@/lib/env/env";
import { transaction } from "@/lib/operation/transaction";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink } from "../support/audit";
import { systemContext } from "../support/contexts";
import { TEST_ENVIRONMENT } from "../support/environment";
import { startMailbox } from "../support/smtp";

let customerId: number;
beforeEach(async () => {
  customerId = (await makeCustomer(db())).id;
  for (let row = 1; row <= 5; row += 1) await write(row);
});
afterAll(() => db().$client.end({ timeout: 5 }));

const write = (row: number) =>
  transaction(db(), (tx) =>
    writeAudit(tx, systemContext(), {
      operation: "zone.update",
      entity: "zone",
      entityId: String(row),
      customerId,
      new: { row },
    }),
  );
const head = async () => (await db().select().from(auditHead).where(eq(auditHead.customerId, customerId)))[0];
const setHead = (values: Partial<typeof auditHead.$inferInsert>) =>
  db().update(auditHead).set(values).where(eq(auditHead.customerId, customerId));

/** Who writes to the database without the key: changes a row, hashes the rest anew, rewrites the end. */
async function rewrite(from: number, keyId: string | null, keys = chainKeysOf(["a key of the attacker's own"])) {
  const rows = await auditRows(db(), customerId);
  let previousHash = rows[from - 2]?.hash ?? "0".repeat(64);
  for (const { id, hash: _, ...row } of rows.slice(from - 1)) {
    const values = { ...row, previousHash, keyId, ...(row.sequence === from && { newValues: { row: "forged" } }) };
    const hash = linkHash({ ...values, at: row.at.toISOString() }, keys) as string;
    await db()
      .update(audit)
      .set({ ...values, hash })
      .where(eq(audit.id, id));
    previousHash = hash;
  }
  await setHead({ hash: previousHash });
}

/** A row that fits nowhere. */
const FORGED = {
  at: new Date(0),
  actorType: "system" as const,
  actorName: "nobody",
  address: "",
  requestId: "x",
  operation: "zone.update",
  entity: "zone",
  entityId: "forged",
  previousHash: "0".repeat(64),
  hash: "0".repeat(64),
};

/** The chain as it was before there was a key. */
async function unkeyed() {
  await rewrite(1, null);
  await db()
    .update(auditHead)
    .set({ keyId: null, seal: null, plainUntil: 0, anchorKeyId: null, anchor: null })
    .where(eq(auditHead.customerId, customerId));
}

describe("who writes to the database without the key", () => {
  it.each([1, 3, 5])("is found at row %d, from which everything was hashed anew", async (from) => {
    await rewrite(from, null);
    expect(await brokenLink(db(), customerId)).toBe(from);
    expect(await verifySysLog.call(systemContext(), { customerId })).toMatchObject({
      ok: false,
      firstBroken: { sequence: from },
    });
  });

  it("is found who claims that there was no key up to there", async () => {
    await rewrite(3, null);
    await setHead({ plainUntil: 5 });
    expect(await brokenLink(db(), customerId)).toBe(3);
  });

  it("is found who brings a key of his own, or the name of ours", async () => {
    const own = chainKeysOf(["a key of the attacker's own"]);
    await rewrite(3, own.current.id, own);
    expect(await brokenLink(db(), customerId)).toBe(3);
    const named = { ...own.current, id: chainKeysOf([TEST_ENVIRONMENT.AUTH_SECRET]).current.id };
    await rewrite(3, named.id, { current: named, all: [named] });
    expect(await brokenLink(db(), customerId)).toBe(3);
  });

  const cutOff = (from: number) =>
    db()
      .delete(audit)
      .where(and(eq(audit.customerId, customerId), gte(audit.sequence, from)));

  it("is found who cuts rows off and makes the end fit, also after the next rows", async () => {
    const rows = await auditRows(db(), customerId);
    await cutOff(4);
    await setHead({ sequence: 3, hash: rows[2]?.hash as string });
    expect(await brokenLink(db(), customerId)).toBe(4);
    await write(6);
    expect(await brokenLink(db(), customerId)).toBe(4);
    for (let row = 7; row <= 9; row += 1) await write(row);
    expect(await brokenLink(db(), customerId)).toBe(4);
    // Nor is the row that says so taken away without another one that does.
    await cutOff(4);
    await setHead({ sequence: 3, hash: rows[2]?.hash as string });
    await write(10);
    expect(await brokenLink(db(), customerId)).toBe(4);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["with the end", () => db().delete(auditHead).where(eq(auditHead.customerId, customerId))],
    ["and sets the end back to the beginning", () => setHead({ sequence: 0, hash: GENESIS })],
    ["and leaves a beginning without a seal", () => setHead({ sequence: 0, hash: GENESIS, keyId: null, seal: null })],
  ])("is found who removes the whole chain %s, before and after the next rows", async (_, reset) => {
    await cutOff(1);
    await reset();
    expect(await brokenLink(db(), customerId)).toBe(1);
    await write(1);
    await write(2);
    expect(await brokenLink(db(), customerId)).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["removes the end alone", () => db().delete(auditHead).where(eq(auditHead.customerId, customerId))],
    ["sets the end back", () => setHead({ sequence: 2 })],
    ["moves the end far ahead", () => setHead({ sequence: Number.MAX_SAFE_INTEGER, hash: "f".repeat(64) })],
    [
      "adds a row behind the end",
      () =>
        db()
          .insert(audit)
          .values({ ...FORGED, customerId, sequence: 6 }),
    ],
  ])("stops no writer who %s, and is found", async (_, attack) => {
    await attack();
    await write(6);
    await write(7);
    expect((await auditRows(db(), customerId)).at(-1)?.entityId).toBe("7");
    expect(await brokenLink(db(), customerId)).toBe(6);
  });

  it("is found who removes the chain of a customer that has written nothing yet", async () => {
    const { id } = await makeCustomer(db());
    expect(await brokenLink(db(), id)).toBeNull();
    await db().delete(auditHead).where(eq(auditHead.customerId, id));
    expect(await brokenLink(db(), id)).toBe(1);
  });
});

describe("a customer from before each chain had a beginning", () => {
  it("gets one by the upgrade, and nobody gets one later", async () => {
    // Those of other tests.
    await openMissingChains(db(), TEST_ENVIRONMENT.AUTH_SECRET);
    const [row] = await db().insert(customer).values({ code: "OLD", name: "Old" }).returning();
    const id = row?.id as number;
    expect(await openMissingChains(db(), TEST_ENVIRONMENT.AUTH_SECRET)).toBe(1);
    expect(await brokenLink(db(), id)).toBeNull();
    customerId = id;
    await write(1);
    expect(await brokenLink(db(), id)).toBeNull();
    expect(await openMissingChains(db(), TEST_ENVIRONMENT.AUTH_SECRET)).toBe(0);
  });
});

describe("a chain from before there was a key", () => {
  beforeEach(async () => {
    await unkeyed();
    expect(await anchorChains(db(), TEST_ENVIRONMENT.AUTH_SECRET)).toBe(1);
  });

  it("holds, and goes on under the key", async () => {
    expect(await brokenLink(db(), customerId)).toBeNull();
    await write(6);
    expect(await brokenLink(db(), customerId)).toBeNull();
    const rows = await auditRows(db(), customerId);
    expect(rows.map(({ keyId }) => keyId !== null)).toEqual([false, false, false, false, false, true]);
    // Nothing is anchored a second time.
    expect(await anchorChains(db(), TEST_ENVIRONMENT.AUTH_SECRET)).toBe(0);
  });

  it("is broken by a change of its old rows, with and without rows behind them", async () => {
    await write(6);
    await rewrite(2, null);
    expect(await brokenLink(db(), customerId)).not.toBeNull();
  });

  it("is broken where its old rows were hashed anew before the next one came", async () => {
    await rewrite(2, null);
    expect(await brokenLink(db(), customerId)).not.toBeNull();
  });
});

describe("a secret that was changed", () => {
  const withSecrets = async (current: string, previous: string, work: () => Promise<void>) => {
    process.env.AUTH_SECRET = current;
    process.env.AUTH_SECRET_PREVIOUS = previous;
    resetEnvironment();
    try {
      await work();
    } finally {
      process.env.AUTH_SECRET = TEST_ENVIRONMENT.AUTH_SECRET;
      process.env.AUTH_SECRET_PREVIOUS = "";
      resetEnvironment();
    }
  };

  it("leaves the chain verifiable while the earlier one is known", async () => {
    await withSecrets("the secret of the next year", TEST_ENVIRONMENT.AUTH_SECRET, async () => {
      expect(await brokenLink(db(), customerId)).toBeNull();
      await write(6);
      expect(await brokenLink(db(), customerId)).toBeNull();
    });
    await withSecrets("the secret of the next year", "", async () => {
      expect(await brokenLink(db(), customerId)).toBe(1);
    });
  });

  it("breaks no chain for ever where rows were written before the earlier one was named", async () => {
    await withSecrets("the secret of the next year", "", async () => {
      await write(6);
      await write(7);
      expect(await brokenLink(db(), customerId)).toBe(1);
    });
    await withSecrets("the secret of the next year", TEST_ENVIRONMENT.AUTH_SECRET, async () => {
      expect(await brokenLink(db(), customerId)).toBeNull();
    });
  });
});

describe("the published ends", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 3));
  const run = (now: Date) =>
    publishHeads.run({}, { db: db(), now, attempt: 1, maximumAttempts: 12, signal: new AbortController().signal });

  it("are taken once a day, and found again in the chains until these are set back", async () => {
    const published = await transaction(db(), (tx) => readUnpublishedHeads(tx, at(2)));
    expect(published.flatMap(({ heads }) => heads)).toContainEqual(
      expect.objectContaining({ customerId, sequence: 5 }),
    );
    expect(await transaction(db(), (tx) => readUnpublishedHeads(tx, at(2)))).toEqual([]);
    await write(6);
    // Other tests have broken chains of their own.
    const against = async (lines: typeof published) =>
      (await contradictionsOf(db(), lines)).filter((one) => one.customerId === null || one.customerId === customerId);
    expect(await against(published)).toEqual([]);
    const forged = published.map((line) => ({ ...line, signature: "0".repeat(64) }));
    expect(await against(forged)).toEqual([
      { at: at(2).toISOString(), customerId: null, sequence: null, kind: "signature" },
    ]);
    // An earlier state of the whole chain, with the end that was right then: only what was published tells.
    await rewrite(4, null);
    expect(await against(published)).toEqual([{ at: at(2).toISOString(), customerId, sequence: 5, kind: "row" }]);
  });

  const take = (day: number) => transaction(db(), (tx) => readUnpublishedHeads(tx, at(day)));
  const headOf = (lines: Awaited<ReturnType<typeof take>>) =>
    lines.flatMap(({ heads }) => heads).find((one) => one.customerId === customerId);

  it("are not silenced by days that somebody has entered", async () => {
    const days = Array.from({ length: 20 }, (_, index) => ({
      day: at(5 + index)
        .toISOString()
        .slice(0, 10),
      at: at(4),
    }));
    await db().insert(auditPublication).values(days);
    expect(headOf(await take(5))).toMatchObject({ sequence: 5 });
    expect(await take(5)).toEqual([]);
    // Nor by one that is copied from a day that was published.
    const [known] = await db().select().from(auditPublication).where(eq(auditPublication.day, "2026-01-05"));
    const copied = { ...(known as typeof auditPublication.$inferSelect), day: "2026-01-06" };
    await db().update(auditPublication).set(copied).where(eq(auditPublication.day, "2026-01-06"));
    expect(headOf(await take(6))).toMatchObject({ sequence: 5 });
    await db().delete(auditPublication).where(gt(auditPublication.day, "2026-01-06"));
  });

  it("say which were not written last, and which are missing", async () => {
    expect(headOf(await take(26))).not.toHaveProperty("isBroken");
    const rows = await auditRows(db(), customerId);
    await db()
      .delete(audit)
      .where(and(eq(audit.customerId, customerId), gte(audit.sequence, 4)));
    await setHead({ sequence: 3, hash: rows[2]?.hash as string });
    const broken = await take(27);
    expect(headOf(broken)).toMatchObject({ sequence: 3, isBroken: true });
    expect(await contradictionsOf(db(), broken)).toContainEqual({
      at: at(27).toISOString(),
      customerId,
      sequence: 3,
      kind: "seal",
    });
    await db().delete(auditHead).where(eq(auditHead.customerId, customerId));
    expect(headOf(await take(28))).toEqual({ customerId, sequence: 0, hash: GENESIS, isBroken: true });
  });

  it("name the publication before, so that one that is removed leaves a gap", async () => {
    const first = await take(29);
    const second = await take(30);
    expect(second[0]?.last).toBe("2026-01-29");
    const gaps = async (...lines: typeof first) =>
      (await contradictionsOf(db(), lines)).filter(({ kind }) => kind === "gap");
    expect(await gaps(...first, ...second)).toEqual([]);
    await db().delete(auditPublication).where(gte(auditPublication.day, "2026-01-29"));
    const third = await take(31);
    expect(await gaps(...first, ...second, ...third)).toEqual([
      { at: at(31).toISOString(), customerId: null, sequence: null, kind: "gap" },
    ]);
  });

  const setKeeper = (content: string) =>
    db()
      .update(parameter)
      .set({ content })
      .where(and(eq(parameter.code, KEEPER_PARAMETER), isNull(parameter.customerId)));

  it("tell the address before when another one gets them, however it was changed", async () => {
    await setKeeper("first@example.com");
    await run(new Date(Date.UTC(2026, 1, 1, 3)));
    const mailbox = await startMailbox();
    process.env.SMTP_URL = "smtp://127.0.0.1:1";
    resetEnvironment();
    try {
      await setKeeper("second@example.com");
      // The same day: nothing is published, and while the server is away it is tried again.
      await run(new Date(Date.UTC(2026, 1, 1, 4)));
      process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
      resetEnvironment();
      await run(new Date(Date.UTC(2026, 1, 2, 3)));
      await run(new Date(Date.UTC(2026, 1, 2, 4)));
      const receivers = () => mailbox.mails.map(({ to }) => [to].flat()[0]?.text);
      expect(receivers()).toEqual(["first@example.com", "second@example.com"]);
      expect(mailbox.mails[0]?.text).toContain("second@example.com");
      await setKeeper("");
      await run(new Date(Date.UTC(2026, 1, 2, 5)));
      expect(receivers().at(-1)).toBe("second@example.com");
    } finally {
      await setKeeper("");
      process.env.SMTP_URL = "";
      resetEnvironment();
      await mailbox.close();
    }
  });

  it("go by mail to who keeps them, and the day stays open while the mail is not taken", async () => {
    await setKeeper("keeper@example.com");
    process.env.SMTP_URL = "smtp://127.0.0.1:1";
    resetEnvironment();
    await expect(run(at(3))).rejects.toThrow();
    expect(await db().select().from(auditPublication).where(eq(auditPublication.day, "2026-01-03"))).toEqual([]);
    const mailbox = await startMailbox();
    process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
    resetEnvironment();
    try {
      await run(at(3));
      await run(at(3));
      expect(mailbox.mails).toHaveLength(1);
      expect(mailbox.mails[0]?.text).toContain((await head())?.hash);
    } finally {
      process.env.SMTP_URL = "";
      resetEnvironment();
      await mailbox.close();
    }
  });
});
