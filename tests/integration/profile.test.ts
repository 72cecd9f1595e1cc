import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as meRoute } from "@/app/service/mine/me/route";
import { db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { session, userAccount } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import {
  chooseHomeStyle,
  chooseLocale,
  getPageInfo,
  listResources,
  loadProfileScreen,
  switchGuide,
  updatePersonal,
} from "@/features/user/profile/operations";
import { PersonalInput } from "@/features/user/profile/schema";
import { ERRORS } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  other = await makeCustomer(db());
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
/** A body that nothing is wrong with, and that nobody else has. */
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { name: `Ada ${count}`, mobile: `1390000${1000 + count}`, gender: 0 as const, ...fields };
};
const made = (options: UserOptions = {}, customer = own) => makeUser(db(), customer.id, options);
const stored = async (id: number) => (await db().select().from(userAccount).where(eq(userAccount.id, id)))[0];
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;
async function somebody(options: UserOptions = {}, customer = own) {
  const user = await made(options, customer);
  return { user, ctx: await accountContext(db(), user) };
}

const ANONYMOUS = (): OperationContext => ({ ...systemContext(), actor: { type: "anonymous" } });

describe("the own data", () => {
  it("are changed, and the trail of the own customer keeps what changed", async () => {
    const { user, ctx } = await somebody({ name: "Old Name", mobile: "13800000001", email: "old@example.com" });
    const dto = await updatePersonal.call(ctx, {
      name: "  陈国栋 ",
      gender: 1,
      mobile: "020-87654321",
      email: "new@example.com",
      remarks: "early shift",
    });
    const expected = {
      name: "陈国栋",
      gender: 1,
      mobile: "020-87654321",
      email: "new@example.com",
      remarks: "early shift",
    };
    expect(dto).toMatchObject({ id: user.id, username: user.username, ...expected });
    expect(await stored(user.id)).toMatchObject(expected);
    expect((await trailOf(db(), own.id, "user", user.id)).at(-1)).toMatchObject({
      operation: "profile.update",
      actorId: user.id,
      oldValues: { name: "Old Name", mobile: "13800000001", email: "old@example.com", gender: null, remarks: "" },
      newValues: expected,
    });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("that are left out stay as they are; empty ones are emptied", async () => {
    const { user, ctx } = await somebody({ gender: 1, email: "stays@example.com", remarks: "stays" });
    const { gender: _, ...rest } = values();
    await updatePersonal.call(ctx, rest);
    expect(await stored(user.id)).toMatchObject({ gender: 1, email: "stays@example.com", remarks: "stays" });
    await updatePersonal.call(ctx, { ...rest, email: "", remarks: "", gender: null });
    expect(await stored(user.id)).toMatchObject({ gender: null, email: "", remarks: "" });
  });

  it("of an agent go into the trail of his own customer, not of the one he works for", async () => {
    const agent = await made({ scopeType: -1, customerIds: [other.id] });
    const ctx = await accountContext(db(), agent, { proxyCustomerId: other.id });
    const before = await auditLength(other.id);
    await updatePersonal.call(ctx, values());
    expect((await trailOf(db(), own.id, "user", agent.id)).at(-1)).toMatchObject({ operation: "profile.update" });
    expect(await auditLength(other.id)).toBe(before);
  });

  const RULES: [field: string, value: unknown, rule: string][] = [
    ["name", "", "required"],
    ["name", undefined, "required"],
    ["name", "   ", "required"],
    ["name", "张", "personName"],
    ["name", "一二三四五六七八九十一", "personName"],
    ["name", "x".repeat(31), "personName"],
    ["name", "<script>", "personName"],
    ["mobile", "", "required"],
    ["mobile", undefined, "required"],
    ["mobile", "123", "phone"],
    ["mobile", "1390000000a", "phone"],
    ["mobile", "+0913900000000", "phone"],
    ["gender", 2, "invalid_value"],
    ["gender", "1", "invalid_value"],
    ["email", "no address", "USER_EMAIL_FORMAT"],
    ["email", "a@b", "USER_EMAIL_FORMAT"],
    ["email", `${"x".repeat(95)}@b.com`, "too_big"],
    ["remarks", "x".repeat(251), "too_big"],
  ];

  it.each(RULES)("are refused where %s is %j: %s", async (field, value, rule) => {
    const input = values({ [field]: value });
    const parsed = PersonalInput.safeParse(input);
    expect(parsed.success).toBe(false);
    const { user, ctx } = await somebody();
    const before = [await stored(user.id), await auditLength()];
    const { issues } = await refusal(updatePersonal.call(ctx, input as never));
    expect(issues).toContainEqual(expect.objectContaining({ path: field, rule }));
    expect([await stored(user.id), await auditLength()]).toEqual(before);
  });

  it("have the business code 412 where the address is wrong", async () => {
    const { ctx } = await somebody();
    const { code } = await refusal(updatePersonal.call(ctx, values({ email: "nobody" })));
    expect(ERRORS[code].code).toBe(412);
  });

  it.each([
    ["name", { name: "Taken Name" }, 417],
    ["mobile", { mobile: "13911112222" }, 418],
    ["email", { email: "TAKEN@example.com" }, 419],
  ])("are refused where somebody else has the %s", async (field, taken, businessCode) => {
    const already = { name: "taken name", mobile: "13911112222", email: "taken@example.com" };
    await made({ [field]: already[field as keyof typeof already] });
    const { user, ctx } = await somebody();
    const before = [await stored(user.id), await auditLength()];
    const { code, issues } = await refusal(updatePersonal.call(ctx, values(taken)));
    expect(ERRORS[code]).toMatchObject({ status: 409, code: businessCode });
    expect(issues).toMatchObject([{ path: field }]);
    expect([await stored(user.id), await auditLength()]).toEqual(before);
  });

  it.each([
    ["roleId", 1],
    ["scopeType", 3],
    ["customerId", 1],
    ["status", "active"],
    ["id", 1],
    ["username", "root2"],
    ["passwordHash", "x"],
    ["password", "Frost2027"],
    ["mustChangePassword", false],
    ["isDefault", true],
    ["sceneIds", [1]],
    ["customerIds", [1]],
    ["avatarId", "00000000-0000-0000-0000-000000000000"],
    ["signatureId", "00000000-0000-0000-0000-000000000000"],
    ["totpConfirmedAt", null],
    ["lockedUntil", null],
    ["locale", "ja"],
  ])("cannot carry %s along: the whole is refused, and the row stays", async (field, value) => {
    const { user, ctx } = await somebody();
    const before = [await stored(user.id), await auditLength()];
    const { code, issues } = await refusal(updatePersonal.call(ctx, { ...values(), [field]: value } as never));
    expect(code).toBe("INVALID");
    expect(issues).toMatchObject([{ rule: "unrecognized_keys" }]);
    expect([await stored(user.id), await auditLength()]).toEqual(before);
  });
});

describe("settings", () => {
  it("are kept, each with its row in the trail", async () => {
    const { user, ctx } = await somebody({ isGuideOn: true, homeStyle: "list", locale: null });
    expect(await switchGuide.call(ctx, { on: "0" })).toEqual({ id: user.id, on: 0 });
    expect(await chooseHomeStyle.call(ctx, { style: "map" })).toEqual({ id: user.id, style: "map" });
    expect(await chooseLocale.call(ctx, { locale: "zh_CN" })).toEqual({ id: user.id, locale: "zh-CN" });
    expect(await stored(user.id)).toMatchObject({ isGuideOn: false, homeStyle: "map", locale: "zh-CN" });
    const trail = (await trailOf(db(), own.id, "user", user.id)).slice(-3);
    expect(trail.map(({ operation, oldValues, newValues }) => [operation, oldValues, newValues])).toEqual([
      ["profile.guide", { isGuideOn: true }, { isGuideOn: false }],
      ["profile.homeStyle", { homeStyle: "list" }, { homeStyle: "map" }],
      ["profile.locale", { locale: null }, { locale: "zh-CN" }],
    ]);
    expect(await switchGuide.call(ctx, { on: 1 } as never)).toMatchObject({ on: 1 });
  });

  it.each([
    ["the guide", switchGuide, {}],
    ["the guide", switchGuide, { on: "" }],
    ["the guide", switchGuide, { on: "2" }],
    ["the guide", switchGuide, { on: "1", userId: 1 }],
    ["the home style", chooseHomeStyle, { style: "party" }],
    ["the home style", chooseHomeStyle, {}],
    ["the language", chooseLocale, { locale: "tlh" }],
    ["the language", chooseLocale, { locale: 5 }],
  ])("are refused: %s of %#", async (_, operation, input) => {
    const { user, ctx } = await somebody();
    const before = [await stored(user.id), await auditLength()];
    expect(await refusal(operation.call(ctx, input as never))).toMatchObject({ code: "INVALID" });
    expect([await stored(user.id), await auditLength()]).toEqual(before);
  });
});

describe("who may", () => {
  const CALLS = [
    ["profile.update", (ctx: OperationContext) => updatePersonal.call(ctx, values())],
    ["profile.guide", (ctx: OperationContext) => switchGuide.call(ctx, { on: "0" })],
    ["profile.homeStyle", (ctx: OperationContext) => chooseHomeStyle.call(ctx, { style: "map" })],
    ["profile.locale", (ctx: OperationContext) => chooseLocale.call(ctx, { locale: "ja" })],
    ["profile.info", (ctx: OperationContext) => getPageInfo.call(ctx, {})],
    ["profile.resource", (ctx: OperationContext) => listResources.call(ctx, {})],
  ] as const;

  it.each(CALLS)(
    "%s: nobody but the signed-in one, and not before a password that must be changed",
    async (_, call) => {
      expect(await refusal(call(ANONYMOUS()))).toMatchObject({ code: "UNAUTHENTICATED" });
      expect(await refusal(call(systemContext()))).toMatchObject({ code: "UNAUTHENTICATED" });
      const { user, ctx } = await somebody({ mustChangePassword: true });
      const before = await stored(user.id);
      expect(await refusal(call(ctx))).toMatchObject({ code: "PASSWORD_CHANGE_REQUIRED" });
      expect(await stored(user.id)).toEqual(before);
    },
  );
});

describe("the page info", () => {
  it("has the codes, the account and the menu", async () => {
    const { user, ctx } = await somebody({ permissions: ["viewEx", "viewHistory"], isGuideOn: true, homeStyle: "map" });
    const info = await getPageInfo.call(ctx, { locale: "en_US" });
    expect(info.funcs).toEqual({ viewEx: true, viewHistory: true });
    expect(info.userRsp).toEqual({
      user: {
        id: user.id,
        username: user.username,
        name: user.name,
        guide_on: 1,
        home_style: "map",
        locale: null,
        has_avatar: false,
      },
      scope: {
        type: 1,
        customer_id: own.id,
        customer_name: own.name,
        sysScope: false,
        sysAdmin: false,
        scopeAdmin: true,
      },
    });
    expect(info.auths).toMatchObject([
      { code: "arch", name: "Organization", children: [{ path: "/arch/alarmRecord", name: "Alarm record" }] },
      { code: "abnormal", name: "Exceptions", children: [{ path: "/abnormal/dataex", name: "Exception records" }] },
    ]);
    expect((await getPageInfo.call(ctx, { locale: "zh_CN" })).auths.at(-1)?.name).toBe("异常管理");
  });

  it.each<[ScopeType, object]>([
    [-1, { sysScope: false, sysAdmin: false, scopeAdmin: false }],
    [0, { sysScope: false, sysAdmin: false, scopeAdmin: false }],
    [1, { sysScope: false, sysAdmin: false, scopeAdmin: true }],
    [2, { sysScope: true, sysAdmin: false, scopeAdmin: false }],
    [3, { sysScope: true, sysAdmin: true, scopeAdmin: false }],
  ])("tells the category of scope type %i", async (scopeType, categories) => {
    const { ctx } = await somebody({ scopeType });
    expect((await getPageInfo.call(ctx, {})).userRsp.scope).toMatchObject({ type: scopeType, ...categories });
  });

  it("has nothing for an account without functions", async () => {
    const { ctx } = await somebody({ permissions: [] });
    expect(await getPageInfo.call(ctx, {})).toMatchObject({ funcs: {}, auths: [] });
    expect(await listResources.call(ctx, {})).toEqual([]);
  });

  it("holds the password's hash and secrets in no answer", async () => {
    const { user, ctx } = await somebody({ totpSecret: "sealed-secret" });
    const screen = await loadProfileScreen({ ...ctx, principal: ctx.actor.principal, search: {} });
    const answers = JSON.stringify([await getPageInfo.call(ctx, {}), screen, await updatePersonal.call(ctx, values())]);
    expect(answers).not.toContain(user.passwordHash);
    expect(answers).not.toContain("sealed-secret");
    expect(answers).not.toContain("argon2");
  });
});

describe("the current user", () => {
  const PLATFORM = { id: 1 };
  const me = async ({ id }: { id: number }) => {
    const headers = { authorization: `Bearer ${(await openSessionOf(db(), { id })).token}` };
    const response = await meRoute(new Request("http://frostline.example/service/mine/me", { headers }), {
      params: Promise.resolve({}),
    });
    return ((await response.json()) as { result: unknown }).result;
  };

  const CUSTOMER = { sysScope: false, sysAdmin: false, scopeAdmin: false };
  it.each<[string, ScopeType, object]>([
    ["an agent", -1, CUSTOMER],
    ["a customer user", 0, CUSTOMER],
    ["a customer administrator", 1, { ...CUSTOMER, scopeAdmin: true }],
    ["a platform user", 2, { ...CUSTOMER, sysScope: true }],
    ["a platform administrator", 3, { ...CUSTOMER, sysScope: true, sysAdmin: true }],
  ])("is told as %s, with the guide switched on or off", async (_, scopeType, categories) => {
    const customer = scopeType > 1 ? PLATFORM : own;
    for (const isGuideOn of [true, false]) {
      const user = await makeUser(db(), customer.id, { scopeType, isGuideOn, permissions: ["viewEx"] });
      expect(await me(user)).toEqual({
        user: { id: user.id, username: user.username, name: user.name, guide_on: isGuideOn ? 1 : 0 },
        scope: { type: scopeType, customer_id: customer.id, ...categories },
        customer: expect.objectContaining({ id: customer.id }),
        permissions: ["viewEx"],
      });
    }
  });
});

describe("the own codes", () => {
  it("come with their group and the keys of their names", async () => {
    const { ctx } = await somebody({ permissions: ["acknowledgeEx"] });
    expect(await listResources.call(ctx, {})).toEqual([
      { code: "viewEx", group: "exceptions", label: "subject.exception", action: "action.view" },
      { code: "acknowledgeEx", group: "exceptions", label: "subject.exception", action: "action.acknowledge" },
    ]);
  });
});

describe("the screen", () => {
  it("tells this login and the one before, not another's", async () => {
    const { user, ctx } = await somebody();
    const somebodyElse = await made();
    const past = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const signedIn = (userId: number, hours: number, address: string) =>
      db()
        .insert(session)
        .values({ userId, createdAt: past(hours), expiresAt: past(0), address, userAgent: "Firefox" });
    const load = () => loadProfileScreen({ ...ctx, principal: ctx.actor.principal, search: {} });
    expect((await load()).signIns.last).toBeNull();
    await signedIn(user.id, 30, "10.0.0.1");
    await signedIn(user.id, 5, "10.0.0.2");
    await signedIn(somebodyElse.id, 1, "10.0.0.3");
    const { signIns, profile } = await load();
    expect(signIns.last).toMatchObject({ address: "10.0.0.2", userAgent: "Firefox" });
    expect(Date.parse(signIns.current.at)).toBeGreaterThan(Date.now() - 60_000);
    expect(profile).toMatchObject({ id: user.id, customerName: own.name, hasSecondFactor: false, avatarId: null });
  });
});
