import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { forwardEvent, forwardState, forwardTarget } from "@/db/schema";
import { passwordOwner } from "@/features/forward/forward.data";
import {
  changeForwardSet,
  forwardSets,
  lookUpForwardSets,
  removeForwardSets,
  switchForwardSet,
} from "@/features/forward/forward.operations";
import { getPlatform, replayForwardSet, skipForwardSet, testForwardSet } from "@/features/forward/state/operations";
import { openSecret } from "@/lib/auth/secret-box";
import { resetEnvironment } from "@/lib/env/env";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeTarget } from "../factories/forward";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { HttpPlatform } from "../support/forward-platform";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let viewer: OperationContext;
let stranger: OperationContext;
let staff: OperationContext;

const PLATFORM = 1;
const contextOf = async (options: UserOptions, customerId = own.id) =>
  accountContext(db(), await makeUser(db(), customerId, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewForwardSet"] });
  stranger = await contextOf({}, other.id);
  staff = await contextOf({ scopeType: 2 }, PLATFORM);
});
afterEach(() => {
  delete process.env.FORWARD_PRIVATE;
  resetEnvironment();
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  const fixed = { name: `target ${count}`, type: "mqtt" as const, host: `host${count}.example`, port: 1883 };
  return { ...fixed, publishTopic: "cold", ...fields };
};
const made = (fields: Record<string, unknown> = {}, ctx = admin) =>
  forwardSets.create.call(ctx, values(fields) as never);
const stored = async (id: number) => (await db().select().from(forwardTarget).where(eq(forwardTarget.id, id)))[0];
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;
const inputOf = ({ name, type, host, port, publishTopic }: Awaited<ReturnType<typeof made>>) => ({
  name,
  type,
  host,
  port,
  publishTopic,
});

/** What the caller is told: the code, and `field rule` of each issue. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("it was done")),
    (error: unknown) => {
      const { code, issues = [] } = failureOf(error);
      return [code, ...issues.map(({ path, rule }) => `${path} ${rule}`)];
    },
  );

describe("forwarding targets", () => {
  it("are made with the own customer, begin from now on, and keep their secrets", async () => {
    await db().$client`update forward_head set position = 41`;
    const dto = await made({ username: "frost", password: "pass-1", appKey: "key-1", qos: 2, timeoutSeconds: 0 });
    expect(dto).toMatchObject({
      customerId: own.id,
      qos: 2,
      timeoutSeconds: 0,
      isEnabled: true,
      mayReachPrivate: false,
    });
    expect([dto.credentialSetAt, dto.appKeySetAt]).toEqual([admin.now.toISOString(), admin.now.toISOString()]);
    const row = await stored(dto.id);
    expect(openSecret(row?.sealedPassword as string, passwordOwner(dto.id))).toBe("pass-1");
    expect(openSecret(row?.sealedPassword as string, passwordOwner(dto.id + 1))).toBeNull();
    const [state] = await db().select().from(forwardState).where(eq(forwardState.targetId, dto.id));
    expect(state?.cursor).toBe(41);

    const trail = await trailOf(db(), own.id, "forwardSet", dto.id);
    expect(trail).toMatchObject([{ operation: "forwardSet.create", newValues: { name: dto.name, qos: 2 } }]);
    const shown = [
      dto,
      await forwardSets.get.call(viewer, { id: dto.id }),
      await forwardSets.list.call(viewer, {}),
      await getPlatform.call(viewer, { id: dto.id }),
      await lookUpForwardSets.call(viewer, {}),
      await auditRows(db(), own.id),
    ];
    expect(JSON.stringify([row, ...shown])).not.toMatch(/pass-1|key-1/);
    expect(JSON.stringify(shown)).not.toMatch(/sealed|hash":"[^"]*v1\./i);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("are changed; an empty secret stays, null forgets it, and the trail says when it was set", async () => {
    const dto = await made({ username: "frost", password: "pass-2", appKey: "key-2" });
    const input = { id: dto.id, ...inputOf(dto), username: "frost" };
    const later = { ...admin, now: new Date(admin.now.getTime() + 1000) };
    const kept = await forwardSets.update.call(later, { ...input, password: "", qos: 0 });
    expect(kept).toMatchObject({ qos: 0, credentialSetAt: dto.credentialSetAt, appKeySetAt: dto.appKeySetAt });
    const next = await forwardSets.update.call(later, { ...input, password: "pass-3", appKey: null });
    expect([next.credentialSetAt, next.appKeySetAt]).toEqual([later.now.toISOString(), null]);
    expect(openSecret((await stored(dto.id))?.sealedPassword as string, passwordOwner(dto.id))).toBe("pass-3");
    expect((await trailOf(db(), own.id, "forwardSet", dto.id)).at(-1)).toMatchObject({
      operation: "forwardSet.update",
      oldValues: { credentialSetAt: dto.credentialSetAt, appKeySetAt: dto.appKeySetAt },
      newValues: { credentialSetAt: next.credentialSetAt, appKeySetAt: null },
    });
  });

  it("are changed field by field by the older call, with the rules of the whole", async () => {
    const dto = await made({ username: "frost", password: "pass-2", qos: 2 });
    const changed = await changeForwardSet.call(admin, { id: dto.id, name: `${dto.name} 2` });
    expect(changed).toMatchObject({ ...dto, name: `${dto.name} 2`, version: dto.version + 1 });
    expect(openSecret((await stored(dto.id))?.sealedPassword as string, passwordOwner(dto.id))).toBe("pass-2");
    const nothing = { id: dto.id, sendsReadings: false, sendsExceptions: false };
    expect(await refusal(changeForwardSet.call(admin, nothing))).toEqual(["INVALID", "sendsReadings oneKind"]);
    expect(await refusal(changeForwardSet.call(admin, { id: dto.id, port: 0 }))).toEqual(["INVALID", "port too_small"]);
  });

  it.each([
    ["another host", { host: "thief.example" }],
    ["another port", { port: 1884 }],
    ["without TLS", { isTls: false }],
  ])("do not hand a stored password to %s", async (_, change) => {
    const dto = await made({ username: "frost", password: "pass", isTls: true });
    const input = { id: dto.id, ...inputOf(dto), username: "frost", isTls: true, ...change };
    expect(await refusal(forwardSets.update.call(admin, input))).toEqual(["INVALID", "password passwordAgain"]);
    expect(await stored(dto.id)).toMatchObject({ host: dto.host, port: dto.port, isTls: true });
    expect(await forwardSets.update.call(admin, { ...input, password: "again" })).toMatchObject(change);
  });

  it.each([
    ["name", (dto: { name: string }) => ({ name: dto.name.toUpperCase() }), "name unique"],
    ["host and port", (dto: { host: string }) => ({ host: dto.host.toUpperCase() }), "port unique"],
    ["platform code", () => ({ platformCode: "gz_taken" }), "platformCode unique"],
    ["platform name", () => ({ platformName: "TAKEN" }), "platformName unique"],
    ["app key", () => ({ appKey: "taken" }), "appKey unique"],
  ])("have a %s of their own within the customer", async (_, same, issue) => {
    const taken = { platformCode: "GZ_taken", platformName: "Taken", appKey: "taken" };
    const dto = (await forwardSets.list.call(admin, { q: "GZ_taken" })).items[0] ?? (await made(taken));
    expect(await refusal(made(same(dto)))).toEqual(["CONFLICT", issue]);
    expect((await made(same(dto), stranger)).customerId).toBe(other.id);
  });

  it("stay with their customer", async () => {
    const dto = await made();
    const move = forwardSets.update.call(staff, { id: dto.id, ...inputOf(dto), customerId: other.id });
    expect(await refusal(move)).toEqual(["INVALID", "customerId fixed"]);
    expect((await stored(dto.id))?.customerId).toBe(own.id);
  });

  it("are removed once they are switched off, several at once or none of them", async () => {
    const [one, two] = [await made(), await made()];
    expect(await refusal(forwardSets.remove.call(admin, { id: one.id }))).toEqual(["CONFLICT", "id isEnabled"]);
    await switchForwardSet.call(admin, { id: one.id, isEnabled: false });
    const both = removeForwardSets.call(admin, { ids: [one.id, two.id] });
    expect(await refusal(both)).toEqual(["CONFLICT", "ids.1 isEnabled"]);
    expect(await stored(one.id)).toBeDefined();
    await switchForwardSet.call(admin, { id: two.id, isEnabled: false });
    await removeForwardSets.call(admin, { ids: `${one.id},${two.id}` as never });
    expect([await stored(one.id), await stored(two.id)]).toEqual([undefined, undefined]);
    const operations = (await trailOf(db(), own.id, "forwardSet", two.id)).map(({ operation }) => operation);
    expect(operations).toEqual(["forwardSet.create", "forwardSet.switch", "forwardSet.remove"]);
  });

  it("that are switched on again begin from then", async () => {
    const dto = await made();
    await switchForwardSet.call(admin, { id: dto.id, isEnabled: false });
    await db().$client`update forward_head set position = position + 100`;
    await switchForwardSet.call(admin, { id: dto.id, isEnabled: true });
    const [head] = await db().$client<{ position: number }[]>`select position::int from forward_head`;
    const [state] = await db().select().from(forwardState).where(eq(forwardState.targetId, dto.id));
    expect(state?.cursor).toBe(head?.position);
  });
});

describe("somebody who may only look, and another customer", () => {
  const calls: [string, (ctx: OperationContext, id: number) => Promise<unknown>][] = [
    ["update", (ctx, id) => forwardSets.update.call(ctx, { ...values(), id })],
    ["remove", (ctx, id) => forwardSets.remove.call(ctx, { id })],
    ["switch", (ctx, id) => switchForwardSet.call(ctx, { id, isEnabled: false })],
    ["test", (ctx, id) => testForwardSet.call(ctx, { id })],
    ["replay", (ctx, id) => replayForwardSet.call(ctx, { id, from: "2026-01-01T00:00:00Z" })],
    ["skip", (ctx, id) => skipForwardSet.call(ctx, { id })],
    ["removal of several", (ctx, id) => removeForwardSets.call(ctx, { ids: [id] })],
  ];

  it.each(calls)("cannot change one by %s", async (_, call) => {
    const dto = await made();
    const before = [await stored(dto.id), await auditLength()];
    expect((await refusal(call(viewer, dto.id)))[0]).toBe("FORBIDDEN");
    expect((await refusal(call(stranger, dto.id)))[0]).toBe("NOT_FOUND");
    expect([await stored(dto.id), await auditLength()]).toEqual(before);
    const events = await db().select().from(forwardEvent).where(eq(forwardEvent.targetId, dto.id));
    expect(events).toEqual([]);
  });

  it("make none for others, and do not find them", async () => {
    const dto = await made();
    expect((await refusal(made({}, viewer)))[0]).toBe("FORBIDDEN");
    expect((await refusal(made({ customerId: own.id }, stranger)))[0]).toBe("NOT_FOUND");
    expect((await refusal(forwardSets.get.call(stranger, { id: dto.id })))[0]).toBe("NOT_FOUND");
    expect((await refusal(getPlatform.call(stranger, { id: dto.id })))[0]).toBe("NOT_FOUND");
    expect((await forwardSets.list.call(stranger, { q: dto.name })).items.map(({ id }) => id)).not.toContain(dto.id);
    expect((await lookUpForwardSets.call(stranger, {})).map(({ id }) => id)).not.toContain(dto.id);
  });
});

describe("addresses in the house's own network", () => {
  it("are refused to customers, and open to the platform's staff", async () => {
    for (const host of ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254"])
      expect([host, ...(await refusal(made({ host })))]).toEqual([host, "INVALID", "host privateHost"]);
    expect(await refusal(made({ host: "169.254.169.254", customerId: own.id }, staff))).toEqual([
      "INVALID",
      "host privateHost",
    ]);
    expect(await made({ host: "10.1.2.3", customerId: own.id }, staff)).toMatchObject({ mayReachPrivate: true });
    process.env.FORWARD_PRIVATE = "on";
    resetEnvironment();
    expect(await made({ host: "10.1.2.4" })).toMatchObject({ mayReachPrivate: false });
  });

  it.each([
    ["host", { host: "10.9.9.8" }],
    ["port", { port: 22 }],
    ["type", { type: "http" as const }],
    ["path", { path: "/admin" }],
  ])("keep the staff's leave until a customer changes the %s", async (field, change) => {
    const dto = await made({ host: "10.9.9.9", port: 8080, customerId: own.id, name: `inner ${field}` }, staff);
    const input = { id: dto.id, ...inputOf(dto) };
    expect(await forwardSets.update.call(admin, { ...input, qos: 0 })).toMatchObject({ mayReachPrivate: true });
    const call = forwardSets.update.call(admin, { ...input, ...change });
    expect(await refusal(call)).toEqual(["INVALID", "host privateHost"]);
    expect(await stored(dto.id)).toMatchObject({ host: "10.9.9.9", port: 8080, type: "mqtt", path: "" });
    const named = await forwardSets.update.call(admin, { ...input, ...change, host: "inner.example" });
    expect(named.mayReachPrivate).toBe(false);
    expect(await forwardSets.update.call(staff, input)).toMatchObject({ mayReachPrivate: true });
    await switchForwardSet.call(admin, { id: dto.id, isEnabled: false });
    await forwardSets.remove.call(admin, { id: dto.id });
  });

  it("of a name that a customer gave get no leave when staff changes something else", async () => {
    const dto = await made({ host: "leads-inside.example" });
    const input = { id: dto.id, ...inputOf(dto), name: "another label" };
    expect(await forwardSets.update.call(staff, input)).toMatchObject({ name: input.name, mayReachPrivate: false });
    expect(await forwardSets.update.call(staff, { ...input, port: 1884 })).toMatchObject({ mayReachPrivate: true });
  });
});

describe("the test button", () => {
  it("really sends, and the window tells of it", async () => {
    const platform = await HttpPlatform.start();
    try {
      const target = await makeTarget(db(), own.id, { port: platform.port, platformCode: "P9" });
      expect(await testForwardSet.call(admin, { id: target.id })).toMatchObject({ ok: true, errorCode: null });
      expect(platform.messages).toMatchObject([{ type: "test", platformCode: "P9" }]);
      platform.answer = () => 401;
      expect(await testForwardSet.call(admin, { id: target.id })).toMatchObject({
        ok: false,
        errorCode: "login",
        errorDetail: "HTTP 401",
      });
      const { events } = await getPlatform.call(viewer, { id: target.id });
      expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
        ["test-failed", "HTTP 401"],
        ["tested", ""],
      ]);
      expect(await trailOf(db(), own.id, "forwardSet", target.id)).toMatchObject([
        { operation: "forwardSet.test", newValues: { ok: true } },
        { operation: "forwardSet.test", newValues: { ok: false, errorCode: "login" } },
      ]);
    } finally {
      await platform.close();
    }
  });

  it("does not reach inside for a customer, nor knock for ever", async () => {
    const target = await makeTarget(db(), own.id, { mayReachPrivate: false, port: 1 });
    for (let times = 0; times < 10; times += 1)
      expect(await testForwardSet.call(admin, { id: target.id })).toMatchObject({ ok: false, errorCode: "address" });
    expect(await refusal(testForwardSet.call(admin, { id: target.id }))).toEqual(["RATE_LIMITED"]);
  });
});
