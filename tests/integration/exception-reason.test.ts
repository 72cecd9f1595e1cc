import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exceptionReason } from "@/db/schema";
import { handleException, listExceptionReasons } from "@/features/exception/handling/operations";
import { exceptionReasons } from "@/features/exception/reason/operations";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeException, makeReason, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let platform: OperationContext;
let viewer: OperationContext;

const contextOf = async (options: UserOptions, customer: { id: number } = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  platform = await contextOf({ scopeType: 3 }, { id: 1 });
});
beforeEach(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewExReason"] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("it was done")),
    (error: unknown) => {
      const { code, issues } = failureOf(error);
      return [code, issues?.[0]?.path, issues?.[0]?.rule];
    },
  );
const make = (name: string, ctx = admin, customerId?: number) =>
  exceptionReasons.create.call(ctx, { name, ...(customerId && { customerId }) });
const stored = async (id: number) => (await db().select().from(exceptionReason).where(eq(exceptionReason.id, id)))[0];
const ship = async (...codes: string[]) => {
  const rows = await db()
    .insert(exceptionReason)
    .values(codes.map((code) => ({ code, name: code })))
    .returning();
  return rows.map(({ id }) => id);
};
/** Nothing ships for as long as the work takes. */
async function withoutShipped<T>(work: () => Promise<T>): Promise<T> {
  const rows = await db().delete(exceptionReason).where(isNull(exceptionReason.customerId)).returning();
  try {
    return await work();
  } finally {
    await db().delete(exceptionReason).where(isNull(exceptionReason.customerId));
    if (rows.length > 0) await db().insert(exceptionReason).overridingSystemValue().values(rows);
  }
}

describe("reasons of a customer's own", () => {
  it("are made, renamed and deleted, and the trail says so", async () => {
    const dto = await make("  Cleaning after hours ");
    expect(dto).toMatchObject({ customerId: own.id, name: "Cleaning after hours", isShipped: false });
    const renamed = await exceptionReasons.update.call(admin, { id: dto.id, name: "Cleaning at night" });
    expect(renamed).toEqual({ ...dto, name: "Cleaning at night", version: dto.version + 1 });
    expect(await exceptionReasons.remove.call(admin, { id: dto.id })).toEqual(renamed);
    expect(await stored(dto.id)).toBeUndefined();
    expect(await trailOf(db(), own.id, "exceptionReason", dto.id)).toMatchObject([
      { operation: "exceptionReason.create", newValues: { name: "Cleaning after hours" } },
      { operation: "exceptionReason.update", oldValues: { name: "Cleaning after hours" } },
      { operation: "exceptionReason.remove", oldValues: { name: "Cleaning at night" } },
    ]);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("are offered where an exception of the customer is handled, beside those that ship", async () => {
    const { id } = await make("Cleaning");
    const nurse = await signedInAs(own.id, { permissions: ["viewEx", "handleEx"] });
    const offered = await listExceptionReasons.call(nurse, { customerId: own.id });
    expect(offered.filter(({ customerId }) => customerId !== null).map((one) => one.id)).toEqual([id]);
    const stranger = await signedInAs(other.id, { permissions: ["viewEx"] });
    expect((await listExceptionReasons.call(stranger, {})).map((one) => one.id)).not.toContain(id);
  });

  it("have one name each within a customer, however it is written, and none that ships in any language", async () => {
    const taken = ["CONFLICT", "name", "unique"];
    const { id } = await make("Cleaning");
    await ship("defrost");
    for (const name of ["Cleaning", "CLEANING", "Defrost", "除霜", "desescarche"]) {
      expect(await refusal(make(name))).toEqual(taken);
    }
    const second = await make("Stocktaking");
    expect(await refusal(exceptionReasons.update.call(admin, { id: second.id, name: "cleaning" }))).toEqual(taken);
    expect((await stored(second.id))?.name).toBe("Stocktaking");
    await expect(exceptionReasons.update.call(admin, { id, name: "cleaning" })).resolves.toMatchObject({ id });
    await expect(make("Cleaning", platform, other.id)).resolves.toMatchObject({ customerId: other.id });
    await db().delete(exceptionReason).where(eq(exceptionReason.code, "defrost"));
  });

  it.each(["", "   ", "x".repeat(51)])("need a name: %j", async (name) =>
    expect((await refusal(make(name))).slice(0, 2)).toEqual(["INVALID", "name"]),
  );
});

describe("a reason stays", () => {
  it("that was given for an exception", async () => {
    const { id } = await make("Cleaning");
    const place = await makeFridge(db(), own);
    const exception = await makeException(db(), place);
    const nurse = await signedInAs(own.id);
    await handleException.call(nurse, { id: exception.id, reasonId: id, analysisResult: "confirmed" });
    expect(await refusal(exceptionReasons.remove.call(admin, { id }))).toEqual(["CONFLICT", "id", "inUse"]);
    expect(await stored(id)).toBeDefined();
    const { items } = await exceptionReasons.list.call(viewer, { origin: "own" });
    expect(items).toMatchObject([{ id, exceptionCount: 1, customerName: own.name }]);
  });

  it("that is the last one: the last exception reason cannot be deleted", () =>
    withoutShipped(async () => {
      const [first, second] = [await make("Cleaning"), await make("Stocktaking")];
      await make("Of another", platform, other.id);
      await exceptionReasons.remove.call(admin, { id: first.id });
      expect(await refusal(exceptionReasons.remove.call(admin, { id: second.id }))).toEqual([
        "CONFLICT",
        "id",
        "lastReason",
      ]);
      expect(await stored(second.id)).toBeDefined();
      // What ships counts: it is offered too.
      await ship("defrost");
      await expect(exceptionReasons.remove.call(admin, { id: second.id })).resolves.toMatchObject({ id: second.id });
    }));

  it("of two that are deleted at once, where they are the last", () =>
    withoutShipped(async () => {
      const reasons = [await make("Cleaning"), await make("Stocktaking")];
      const outcomes = await Promise.allSettled(reasons.map(({ id }) => exceptionReasons.remove.call(admin, { id })));
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }));

  it("with its customer", async () => {
    const { id } = await make("Cleaning");
    const moved = { id, name: "Cleaning", customerId: other.id };
    expect(await refusal(exceptionReasons.update.call(platform, moved))).toEqual([
      "CONFLICT",
      "customerId",
      "fixedCustomer",
    ]);
    expect((await stored(id))?.customerId).toBe(own.id);
  });

  it("as it is where it ships; who sees all customers may delete all but the last", () =>
    withoutShipped(async () => {
      const [defrost = 0, loading = 0] = await ship("defrost", "loading");
      const shipped = ["CONFLICT", "id", "isShipped"];
      for (const ctx of [admin, platform])
        expect(await refusal(exceptionReasons.update.call(ctx, { id: defrost, name: "Thawing" }))).toEqual(shipped);
      expect(await refusal(exceptionReasons.remove.call(admin, { id: defrost }))).toEqual(shipped);
      await expect(exceptionReasons.remove.call(platform, { id: defrost })).resolves.toMatchObject({ isShipped: true });
      expect(await refusal(exceptionReasons.remove.call(platform, { id: loading }))).toEqual([
        "CONFLICT",
        "id",
        "lastReason",
      ]);
      expect(await trailOf(db(), 1, "exceptionReason", defrost)).toHaveLength(1);
    }));
});

describe("the list", () => {
  it("names what ships in the reader's language, finds it by that, and sorts by it", () =>
    withoutShipped(async () => {
      await ship("defrost", "loading");
      await make("Auditing");
      const namesIn = async (locale: string, query = {}) => {
        const { items } = await exceptionReasons.list.call({ ...viewer, locale }, { sort: "name", ...query });
        return items.map(({ name }) => name);
      };
      expect(await namesIn("en-US")).toEqual(["Auditing", "Defrost", "Loading or unloading"]);
      expect(await namesIn("zh-CN", { q: "霜" })).toEqual(["除霜"]);
      expect(await namesIn("en-US", { origin: "own" })).toEqual(["Auditing"]);
      expect(await namesIn("en-US", { origin: "shipped", q: "LOAD" })).toEqual(["Loading or unloading"]);
    }));

  it("shows another customer's to nobody but who sees it", async () => {
    const { id } = await make("Cleaning");
    const stranger = await contextOf({}, other);
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const seen = async (ctx: OperationContext, query = {}) =>
      (await exceptionReasons.list.call(ctx, { iDisplayLength: 100, ...query })).items.some((one) => one.id === id);
    expect(await seen(stranger)).toBe(false);
    expect(await seen(bound)).toBe(true);
    expect(await seen(platform, { customerId: own.id })).toBe(true);
    expect(await seen(platform, { customerId: other.id })).toBe(false);
    for (const ctx of [stranger, bound]) {
      expect((await refusal(exceptionReasons.update.call(ctx, { id, name: "x" })))[0]).toBe("NOT_FOUND");
      expect((await refusal(exceptionReasons.remove.call(ctx, { id })))[0]).toBe("NOT_FOUND");
    }
    expect((await refusal(make("Mine", bound)))[0]).toBe("NOT_FOUND");
    expect((await refusal(make("Theirs", admin, other.id)))[0]).toBe("NOT_FOUND");
    expect((await refusal(make("Mine", viewer)))[0]).toBe("FORBIDDEN");
    expect(await stored(id)).toMatchObject({ name: "Cleaning" });
    const kept = and(eq(exceptionReason.customerId, own.id), eq(exceptionReason.name, "Mine"));
    expect(await db().select().from(exceptionReason).where(kept)).toEqual([]);
  });

  it("counts the exceptions that the reader sees", async () => {
    const { id } = await makeReason(db(), own.id);
    const place = await makeFridge(db(), own);
    for (let made = 0; made < 2; made += 1) await makeException(db(), place, { reasonId: id, endedAt: new Date() });
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const elsewhere = await contextOf({ scopeType: 0 });
    const countOf = async (ctx: OperationContext) =>
      (await exceptionReasons.list.call(ctx, { origin: "own" })).items.find((one) => one.id === id)?.exceptionCount;
    expect(await Promise.all([admin, bound, elsewhere].map(countOf))).toEqual([2, 2, 0]);
  });
});
