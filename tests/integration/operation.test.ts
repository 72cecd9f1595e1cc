import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Db, db, openDb, transaction } from "@/db/client";
import { zone } from "@/db/schema";
import { AppError } from "@/lib/errors";
import { failureOf } from "@/lib/http/error-response";
import { handlerOf } from "@/lib/http/handle";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC, Refused } from "@/lib/operation/define-operation";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink } from "../support/audit";
import { systemContext } from "../support/contexts";
import { testDatabaseUrl } from "../support/database";

let customerId: number;
let admin: OperationContext;
let reader: OperationContext;
let heard: string[];

beforeAll(async () => {
  customerId = (await makeCustomer(db())).id;
  admin = await accountContext(db(), await makeUser(db(), customerId, { username: "kit-admin" }));
  reader = await accountContext(db(), await makeUser(db(), customerId, { permissions: ["viewDataZone"] }));
});
beforeEach(() => {
  heard = [];
});
afterAll(() => db().$client.end({ timeout: 5 }));

const names = async () => {
  const rows = await db().select({ name: zone.name }).from(zone).where(eq(zone.customerId, customerId));
  return rows.map(({ name }) => name);
};
const operations = async () => (await auditRows(db(), customerId)).map(({ operation }) => operation);

async function insert(tx: Db, name: string): Promise<number> {
  const [row] = await tx.insert(zone).values({ customerId, name, measure: "temperature", minimum: 2 }).returning();
  return row?.id as number;
}

type How = "done" | "throws" | "refuses" | "fails in the database";

/** Writes a row and then ends as asked. */
const make = defineOperation({
  name: "kit.make",
  kind: "mutation",
  permission: "newDataZone",
  input: z.strictObject({ name: z.string().min(1), how: z.string().transform((how) => how as How) }),
  async run({ tx, audit, afterCommit, now }, { name, how }) {
    const id = await insert(tx, name);
    audit({ new: { name, minimum: 2 }, reason: "first" });
    audit({ reason: "because" });
    afterCommit(async () => {
      heard.push(`${name} ${(await names()).includes(name) ? "is there" : "is not there"}`);
    });
    if (how === "throws") throw new AppError("CONFLICT", "not today");
    if (how === "fails in the database") await tx.execute("select 1 / 0");
    if (how === "refuses") return new Refused(new AppError("PASSWORD_WRONG", "no"), id);
    return { id, now };
  },
  audit: { entity: "kit", id: ({ id }) => id },
});

describe("a mutation", () => {
  it("leaves the change and one audit row: who, when, from where, what, old and new, why", async () => {
    const { id } = await make.call(admin, { name: "one", how: "done" });
    expect(await names()).toContain("one");
    const [row, ...others] = await auditRows(db(), customerId);
    expect(others).toEqual([]);
    const { principal } = admin.actor as { principal: { user: { id: number } } };
    expect(row).toMatchObject({
      sequence: 1,
      at: admin.now,
      actorType: "user",
      actorId: principal.user.id,
      actorName: "kit-admin",
      address: "127.0.0.1",
      requestId: admin.requestId,
      operation: "kit.make",
      entity: "kit",
      entityId: String(id),
      oldValues: null,
      newValues: { name: "one", minimum: 2 },
      reason: "because",
    });
    expect(heard).toEqual(["one is there"]);
  });

  it.each<[string, () => OperationContext, string, How, unknown]>([
    ["without the permission", () => reader, "two", "done", { code: "FORBIDDEN" }],
    ["with an input that does not parse", () => admin, "", "done", { name: "ZodError" }],
    ["that throws", () => admin, "two", "throws", { code: "CONFLICT" }],
    ["that the database refuses", () => admin, "two", "fails in the database", { cause: { code: "22012" } }],
  ])("%s leaves nothing, and nobody hears of it", async (_, who, name, how, error) => {
    const before = await operations();
    await expect(make.call(who(), { name, how })).rejects.toMatchObject(error as object);
    expect(await names()).not.toContain("two");
    expect(await operations()).toEqual(before);
    expect(heard).toEqual([]);
  });

  it("whose audit row cannot be written does not happen", async () => {
    const unaccountable = defineOperation({
      name: "kit.lose",
      kind: "mutation",
      permission: "newDataZone",
      input: z.object({}),
      async run({ tx, audit, afterCommit }) {
        await insert(tx, "unaccountable");
        // No whole number: the trail cannot take it.
        audit({ customerId: 0.5 });
        afterCommit(async () => void heard.push("lost"));
        return 1;
      },
      audit: { entity: "kit", id: (id) => id },
    });
    await expect(unaccountable.call(admin, {})).rejects.toMatchObject({ cause: { code: "22P02" } });
    expect(await names()).not.toContain("unaccountable");
    expect(heard).toEqual([]);
  });

  it("that is refused for the record keeps what it wrote, is in the trail, and throws", async () => {
    const before = await operations();
    await expect(make.call(admin, { name: "kept", how: "refuses" })).rejects.toMatchObject({ code: "PASSWORD_WRONG" });
    expect(await names()).toContain("kept");
    expect(await operations()).toEqual([...before, "kit.make.refused"]);
    expect(heard).toEqual(["kept is there"]);
  });

  it("stands even if telling of it fails", async () => {
    const tell = defineOperation({
      name: "kit.tell",
      kind: "mutation",
      permission: "newDataZone",
      input: z.object({}),
      async run({ tx, afterCommit }) {
        afterCommit(() => Promise.reject(new Error("nobody listens")));
        afterCommit(async () => void heard.push("the next one"));
        return insert(tx, "told");
      },
      audit: { entity: "kit", id: (id) => id },
    });
    await expect(tell.call(admin, {})).resolves.toEqual(expect.any(Number));
    expect(await names()).toContain("told");
    expect(heard).toEqual(["the next one"]);
  });

  it("inside another one shares its fate, and is told of after the whole", async () => {
    const both = defineOperation({
      name: "kit.both",
      kind: "mutation",
      permission: "newDataZone",
      input: z.object({ how: z.enum(["done", "throws"]), part: z.string() }),
      async run(ctx, { how, part }) {
        await make.call(ctx, { name: `${part} inner`, how: "done" });
        await make.call(ctx, { name: `${part} dropped`, how: "throws" }).catch(() => {});
        const id = await insert(ctx.tx, `${part} outer`);
        if (how === "throws") throw new AppError("CONFLICT", "all of it");
        return id;
      },
      audit: { entity: "kit", id: (id) => id },
    });
    const before = await operations();
    await expect(both.call(admin, { how: "throws", part: "a" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await names()).filter((name) => name.startsWith("a "))).toEqual([]);
    expect([await operations(), heard]).toEqual([before, []]);
    await both.call(admin, { how: "done", part: "b" });
    expect((await names()).filter((name) => name.startsWith("b "))).toEqual(["b inner", "b outer"]);
    expect(await operations()).toEqual([...before, "kit.make", "kit.both"]);
    expect(heard).toEqual(["b inner is there"]);
  });

  it("of the system is signed by its job, in the platform's chain unless a customer is named", async () => {
    const made = await make.call(systemContext(), { name: "by a job", how: "done" });
    const [row] = (await auditRows(db(), 1)).filter(({ entityId }) => entityId === String(made.id));
    expect(row).toMatchObject({ customerId: 1, actorType: "system", actorId: null, actorName: "test" });
  });

  it("leaves chains that hold", async () => {
    expect(await brokenLink(db(), customerId)).toBeNull();
    expect(await brokenLink(db(), 1)).toBeNull();
  });
});

it("a query writes no audit row", async () => {
  const before = await operations();
  const look = defineOperation({
    name: "kit.look",
    kind: "query",
    permission: "viewDataZone",
    input: z.object({}),
    run: ({ db: connection }) => connection.select().from(zone),
  });
  expect((await look.call(reader, {})).length).toBeGreaterThan(0);
  expect(await operations()).toEqual(before);
});

describe("a transaction", () => {
  const attempt = (outer: Db, name: string, fails: boolean, inside?: (tx: Db) => Promise<unknown>) =>
    transaction(outer, async (tx) => {
      await insert(tx, name);
      await inside?.(tx);
      if (fails) throw new Error(name);
    });
  const swallow = (work: Promise<unknown>) => work.catch(() => {});
  const kept = async (part: string) =>
    (await names()).filter((name) => name.startsWith(part) && /^.\d/.test(name)).sort();

  it("inside a transaction is a savepoint: it can fail by itself, at any depth", async () => {
    await attempt(db(), "n1", false, async (one) => {
      await swallow(attempt(one, "n2 lost", true));
      await attempt(one, "n2", false, async (two) => {
        await swallow(attempt(two, "n3 lost", true));
        await attempt(two, "n3", false);
      });
    });
    expect(await kept("n")).toEqual(["n1", "n2", "n3"]);
  });

  it("takes everything inside with it when it fails", async () => {
    await swallow(attempt(db(), "o1", true, (one) => attempt(one, "o2", false)));
    await attempt(db(), "p1", false, (one) => swallow(attempt(one, "p2", true, (two) => attempt(two, "p3", false))));
    expect([await kept("o"), await kept("p")]).toEqual([[], ["p1"]]);
  });

  it("goes on after an error of the database inside", async () => {
    await attempt(db(), "q1", false, async (one) => {
      await swallow(attempt(one, "q2", false, (two) => two.execute("select 1 / 0")));
      await insert(one, "q3");
    });
    expect(await kept("q")).toEqual(["q1", "q3"]);
  });

  it("is the same for drizzle's own transactions and for the raw client", async () => {
    await transaction(db(), async (tx) => {
      await insert(tx, "r1");
      await swallow(
        tx.transaction(async (inner) => {
          await inner.insert(zone).values({ customerId, name: "r2", measure: "temperature" });
          throw new Error("lost");
        }),
      );
      const [row] = await tx.$client`select count(*)::int as count from zone where name like 'r_'`;
      expect(row?.count).toBe(1);
    });
    expect(await kept("r")).toEqual(["r1"]);
  });

  describe("whose connection is lost", () => {
    const pidOf = async (tx: Db) =>
      (await tx.$client<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid as number;
    const cut = async (tx: Db) => {
      await db().$client`select pg_terminate_backend(${await pidOf(tx)})`;
      await pause(20);
    };

    /** Ways on from there; whatever the work does, nothing of it may reach another connection. */
    const WAYS: [string, (tx: Db) => Promise<unknown>][] = [
      ["with a statement", (tx) => insert(tx, "t2")],
      [
        "with a raw statement",
        (tx) => tx.$client`insert into zone (customer_id, name, measure) values (${customerId}, 't3', 'door')`,
      ],
      ["with a savepoint", (tx) => transaction(tx, (inner) => insert(inner, "t4"))],
      [
        "with a swallowed failure and a statement",
        async (tx) => [await swallow(insert(tx, "t5")), await insert(tx, "t6")],
      ],
      ["with an error of its own", () => Promise.reject(new AppError("CONFLICT", "own"))],
      ["to its end", async () => "done"],
    ];

    it.each(WAYS)("fails, and leaves the pool and others' transactions alone: %s", async (_, goOn) => {
      const others = Array.from({ length: 6 }, (_entry, index) =>
        transaction(db(), async (tx) => {
          await insert(tx, `u${index}`);
          await pause(60);
          throw new Error("rolled back");
        }).catch((error: Error) => error.message),
      );
      const whole = transaction(db(), async (tx) => {
        await insert(tx, "t1");
        await cut(tx);
        return goOn(tx);
      });
      await expect(whole).rejects.toSatisfy((error) => failureOf(error).code === "UNAVAILABLE");
      expect(await Promise.all(others)).toEqual(Array(6).fill("rolled back"));
      const used = await Promise.all(Array.from({ length: 30 }, () => db().$client`select pg_sleep(0.01), 1 as one`));
      expect(used.flat().every(({ one }) => one === 1)).toBe(true);
      expect([await kept("t"), await kept("u")]).toEqual([[], []]);
    });

    it("in the middle of a statement fails", async () => {
      const whole = transaction(db(), async (tx) => {
        const pid = await pidOf(tx);
        setTimeout(() => void db().$client`select pg_terminate_backend(${pid})`.catch(() => {}), 50);
        await tx.execute("select pg_sleep(10)");
      });
      await expect(whole).rejects.toSatisfy((error) => failureOf(error).code === "UNAVAILABLE");
    });

    it.each([0, 1, 2, 3, 4])("holds up none of the statements that follow one sent %d turns after", async (turns) => {
      const { $client: client } = openDb(testDatabaseUrl(), 1);
      try {
        const [own] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const ending = db().$client`select pg_sleep(0.05), pg_terminate_backend(${own?.pid as number})`.execute();
        await pause(20);
        // The end arrives while this process is busy.
        const until = performance.now() + 200;
        while (performance.now() < until);
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        const start = performance.now();
        // The driver also tells the next one what has ended the connection.
        await swallow(client`select 1`);
        await swallow(client`select 1`);
        expect(await client`select 1 as one`).toEqual([{ one: 1 }]);
        expect(performance.now() - start).toBeLessThan(2000);
        await ending;
      } finally {
        await client.end({ timeout: 5 });
      }
    });
  });

  it("refuses to speak for work that outlives it", async () => {
    let late: Promise<unknown> = Promise.resolve();
    await transaction(db(), async (tx) => {
      late = pause(30).then(() => insert(tx, "v1"));
    });
    await expect(late).rejects.toThrow();
    expect(await kept("v")).toEqual([]);
  });

  it("is invisible to others until it commits", async () => {
    await transaction(db(), async (tx) => {
      await insert(tx, "s1");
      expect(await kept("s")).toEqual([]);
    });
    expect(await kept("s")).toEqual(["s1"]);
  });
});

describe("a caller who is gone", () => {
  const caller = new AbortController();
  const asking = (end: (signal?: AbortSignal) => void) => {
    const input = z.object({});
    const run = async ({ signal }: OperationContext) => end(signal);
    const operation = defineOperation({ name: "x.long", kind: "query", permission: PUBLIC, input, run });
    const request = new Request("http://frost.test/service/x", { signal: caller.signal });
    return handlerOf(operation)(request, { params: Promise.resolve({}) });
  };

  it("ends the work that asks for him, and an error of another kind is still told", async () => {
    caller.abort();
    expect((await asking((signal) => signal?.throwIfAborted())).status).toBe(499);
    const failing = () => {
      throw new AppError("CONFLICT", "in the way");
    };
    expect((await asking(failing)).status).toBe(409);
  });

  it("leaves one long read behind, and not a row of them", async () => {
    const begun: string[] = [];
    let end = () => {};
    const operation = defineOperation({
      name: "x.longRead",
      kind: "query",
      isLong: true,
      permission: PUBLIC,
      input: z.object({ name: z.string() }),
      async run(_, { name }) {
        begun.push(name);
        if (name === "first") await new Promise<void>((resolve) => (end = resolve));
      },
    });
    const ask = (name: string, signal?: AbortSignal) =>
      handlerOf(operation)(new Request(`http://frost.test/service/x?name=${name}`, signal ? { signal } : {}), {
        params: Promise.resolve({}),
      });
    const first = ask("first");
    const passing = new AbortController();
    const second = ask("second", passing.signal);
    const third = ask("third");
    await expect.poll(() => begun).toEqual(["first"]);
    passing.abort();
    expect((await second).status).toBe(499);
    end();
    expect((await Promise.all([first, third])).map(({ status }) => status)).toEqual([200, 200]);
    expect(begun).toEqual(["first", "third"]);
  });
});
