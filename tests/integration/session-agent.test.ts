import { and, desc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { customer, roleCustomer, session, userAccount, userCustomer } from "@/db/schema";
import { listProxyCustomers, switchCustomer } from "@/features/session/proxy-customer/operations";
import { login } from "@/features/session/session.operations";
import { findPrincipal } from "@/lib/auth/principal";
import { openSession } from "@/lib/auth/session-token";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { TEST_PASSWORD } from "../support/environment";

type Owner = Awaited<ReturnType<typeof makeCustomer>>;

const PLATFORM = 1;
let [first, second, third]: Owner[] = [];

beforeAll(async () => {
  [first, second, third] = [await makeCustomer(db()), await makeCustomer(db()), await makeCustomer(db())];
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const idsOf = (...owners: (Owner | undefined)[]) => owners.map((owner) => owner?.id ?? 0);

const agentOf = (options: UserOptions = {}) =>
  makeUser(db(), PLATFORM, { scopeType: -1, customerIds: idsOf(first, second), ...options });

/** The newest first. */
const liveSessions = (userId: number) =>
  db()
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), isNull(session.endedAt)))
    .orderBy(desc(session.createdAt));

/** Logs in without HTTP; what the login answers. */
async function enter(username: string) {
  const { actor: _, ...base } = await accountContext(db(), await makeUser(db(), first?.id ?? 0));
  const reply = await login.call({ ...base, actor: { type: "anonymous" } }, { username, password: TEST_PASSWORD });
  if (!("result" in reply)) throw new Error("no reply");
  return reply.result;
}

const outcome = async (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

describe("an agent's customers", () => {
  it("are those of the account, else those of the role, by name, without the cancelled ones", async () => {
    const owner = await makeCustomer(db());
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, owner.id));
    const own = await agentOf({ customerIds: [...idsOf(first, second), owner.id] });
    const ctx = await accountContext(db(), own);
    const { items, current } = await listProxyCustomers.call(ctx, {});
    expect(items.map(({ id }) => id).sort()).toEqual(idsOf(first, second).sort());
    expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).sort());
    expect(current).toBeNull();

    const byRole = await agentOf({ customerIds: [] });
    await db()
      .insert(roleCustomer)
      .values({ roleId: byRole.roleId, customerId: third?.id ?? 0 });
    const list = await listProxyCustomers.call(await accountContext(db(), byRole), {});
    expect(list.items).toEqual([{ id: third?.id, name: third?.name }]);
    // What the account names narrows what the role names.
    await db()
      .insert(userCustomer)
      .values({ userId: byRole.id, customerId: first?.id ?? 0 });
    const narrowed = await listProxyCustomers.call(await accountContext(db(), byRole), {});
    expect(narrowed.items.map(({ id }) => id)).toEqual(idsOf(first));
  });
});

describe("switching", () => {
  it("ends the session and begins a new one there, tells its pages, remembers the choice", async () => {
    const agent = await agentOf();
    const fridges = [await makeFridge(db(), first as Owner), await makeFridge(db(), second as Owner)];
    const ctx = await accountContext(db(), agent, { proxyCustomerId: first?.id ?? null });
    const told: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => told.push(...events));
    const reply = await switchCustomer.call(ctx, { customerId: second?.id ?? 0 });
    if (!("result" in reply) || reply.result.code !== 200) throw new Error("not switched");
    const { token } = reply.result;
    expect(reply.result.customer).toEqual({ id: second?.id, name: second?.name });
    expect(reply.options.cookies?.join()).toContain(`next-auth.session-token=${token}; `);

    const before = ctx.actor.principal.sessionId;
    expect(await findPrincipal(db(), before)).toBeNull();
    const [old] = await db().select().from(session).where(eq(session.id, before));
    expect(old?.endReason).toBe("switched");
    const principal = await findPrincipal(db(), (await openSession(token)) ?? "");
    if (!principal || principal === "replaced") throw new Error("the new session is not live");
    expect(principal.scope.customerIds).toEqual(idsOf(second));
    expect(principal.customer.name).toBe(second?.name);
    expect(fridges[1]?.carrier.customerId).toBe(second?.id);
    expect(await liveSessions(agent.id)).toHaveLength(1);
    await expect
      .poll(() => told)
      .toContainEqual(expect.objectContaining({ type: "session", data: { sessionIds: [before], reason: "switched" } }));
    await stop();

    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, agent.id));
    expect(row?.proxyCustomerId).toBe(second?.id);
    expect((await trailOf(db(), PLATFORM, "user", agent.id)).at(-1)).toMatchObject({
      operation: "proxyCustomer.switch",
      oldValues: { proxyCustomerId: first?.id },
      newValues: { proxyCustomerId: second?.id },
    });
  });

  it("to the same customer changes nothing and answers 300", async () => {
    const agent = await agentOf();
    const ctx = await accountContext(db(), agent, { proxyCustomerId: first?.id ?? null });
    const reply = await switchCustomer.call(ctx, { customerId: first?.id ?? 0 });
    expect("result" in reply && reply.result).toMatchObject({ code: 300, customer: { id: first?.id } });
    expect("options" in reply && reply.options.headers).toBeUndefined();
    expect((await liveSessions(agent.id)).map(({ id }) => id)).toEqual([ctx.actor.principal.sessionId]);
  });

  it("to a customer that is not his, is cancelled or does not exist finds nothing, and the session stands", async () => {
    const gone = await makeCustomer(db());
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, gone.id));
    const agent = await agentOf({ customerIds: [...idsOf(first), gone.id] });
    const ctx = await accountContext(db(), agent, { proxyCustomerId: first?.id ?? null });
    for (const customerId of [third?.id ?? 0, gone.id, PLATFORM, 999_999_999])
      expect(await outcome(switchCustomer.call(ctx, { customerId })), String(customerId)).toBe("NOT_FOUND");
    for (const customerId of [0, -1, 1.5, "x"])
      await expect(switchCustomer.call(ctx, { customerId }), String(customerId)).rejects.toThrow();
    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, agent.id));
    expect(row?.proxyCustomerId).toBeNull();
    expect(await liveSessions(agent.id)).toHaveLength(1);
  });

  it.each([0, 1, 2, 3] as const)("is nothing for scope type %d", async (scopeType) => {
    const user = await makeUser(db(), first?.id ?? 0, { scopeType, customerIds: idsOf(first, second) });
    const ctx = await accountContext(db(), user);
    expect(await outcome(switchCustomer.call(ctx, { customerId: second?.id ?? 0 }))).toBe("FORBIDDEN");
    expect(await outcome(listProxyCustomers.call(ctx, {}))).toBe("FORBIDDEN");
  });

  it("ends the session that it was made in, and no other", async () => {
    const agent = await agentOf({ customerIds: idsOf(first, second) });
    const desk = await accountContext(db(), agent, { proxyCustomerId: first?.id ?? null });
    const phone = await accountContext(db(), agent, { proxyCustomerId: first?.id ?? null });
    await switchCustomer.call(desk, { customerId: second?.id ?? 0 });
    const live = await liveSessions(agent.id);
    expect(live.map(({ proxyCustomerId }) => proxyCustomerId).sort()).toEqual(idsOf(first, second).sort());
    expect(live.map(({ id }) => id)).toContain(phone.actor.principal.sessionId);
  });

  it("twice at once leaves one session", async () => {
    const agent = await agentOf({ customerIds: idsOf(first, second, third) });
    const ctx = await accountContext(db(), agent, { proxyCustomerId: first?.id ?? null });
    const outcomes = await Promise.all(
      idsOf(second, third).map((customerId) => outcome(switchCustomer.call(ctx, { customerId }))),
    );
    expect(outcomes.filter((one) => one === "UNAUTHENTICATED")).toHaveLength(1);
    expect(await liveSessions(agent.id)).toHaveLength(1);
  });
});

describe("the next login", () => {
  it("starts on the customer of before, while it is still his and active", async () => {
    const agent = await agentOf();
    expect((await enter(agent.username)).scope).toEqual({ type: -1, scope_id: null });
    const ctx = await accountContext(db(), agent);
    await switchCustomer.call(ctx, { customerId: second?.id ?? 0 });
    const entered = await enter(agent.username);
    expect([entered.scope, entered.switchScope]).toEqual([{ type: -1, scope_id: second?.id }, true]);
    const [live] = await liveSessions(agent.id);
    expect(live?.proxyCustomerId).toBe(second?.id);

    await db()
      .delete(userCustomer)
      .where(and(eq(userCustomer.userId, agent.id), eq(userCustomer.customerId, second?.id ?? 0)));
    expect((await enter(agent.username)).scope.scope_id).toBeNull();
    const [now] = await liveSessions(agent.id);
    expect(now?.proxyCustomerId).toBeNull();
  });
});
