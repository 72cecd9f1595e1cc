import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { userAccount } from "@/db/schema";
import { removeUser } from "@/features/user/lifecycle.operations";
import { createUser, updateUser } from "@/features/user/user.operations";
import { UserInput } from "@/features/user/user.schema";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { accountContext, makeRole, makeUser } from "../factories/account";
import { newNurse } from "../factories/nurse";
import { makeCustomer } from "../factories/world";
import { auditRows } from "../support/audit";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let roleId: number;
let existing: number;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id));
  roleId = (await makeRole(db(), own.id, { scopeType: 0, permissions: ["viewEx"] })).id;
  existing = (await createUser.call(admin, valid())).user.id;
});
afterAll(() => db().$client.end({ timeout: 5 }));

const valid = () => newNurse({ roleId, sceneIds: [own.sceneId] });
const everything = async () => [await db().select().from(userAccount), await auditRows(db(), own.id)];

/** Section 5 for a user: the field, a value that breaks a rule, and the rule. `undefined` leaves the field out. */
const BROKEN: [field: string, value: unknown, rule: string][] = [
  ["username", undefined, "required"],
  ["username", "", "required"],
  ["username", "abc", "accountName"],
  ["username", "a".repeat(21), "accountName"],
  ["username", "nurse one", "accountName"],
  ["username", "nurse-1", "accountName"],
  ["username", "护士护士", "accountName"],
  ["name", undefined, "required"],
  ["name", "  ", "required"],
  ["name", "林", "personName"],
  ["name", "一二三四五六七八九十一", "personName"],
  ["name", "x".repeat(31), "personName"],
  ["name", "<script>", "personName"],
  ["roleId", undefined, "required"],
  ["roleId", null, "required"],
  ["roleId", "", "required"],
  ["roleId", 0, "too_small"],
  ["mobile", undefined, "required"],
  ["mobile", "", "required"],
  ["mobile", "123456", "phone"],
  ["mobile", "139000011112", "phone"],
  ["mobile", "+0913900001111", "phone"],
  ["email", "nurse", "USER_EMAIL_FORMAT"],
  ["email", "a@b", "USER_EMAIL_FORMAT"],
  ["email", "a b@c.cn", "USER_EMAIL_FORMAT"],
  ["status", undefined, "USER_STATUS_EMPTY"],
  ["status", "", "USER_STATUS_EMPTY"],
  ["status", "gone", "invalid_value"],
  ["gender", 2, "invalid_value"],
  ["gender", "1", "invalid_value"],
  ["remarks", "x".repeat(251), "too_big"],
  ["customerIds", [0], "too_small"],
  ["contact", { groupId: 1, level: 6 }, "too_big"],
  ["contact", { groupId: 1, level: 0 }, "too_small"],
];

/** Values of the wrong kind: the field is named, and nothing is written. */
const WRONG_KIND: [field: string, value: unknown][] = [
  ["username", 12345],
  ["roleId", "nurse"],
  ["sceneIds", ["a"]],
  ["customerId", "own"],
];

/** Fields that a caller must not set: each is refused by name, not dropped. */
const FOREIGN: [field: string, value: unknown][] = [
  ["scopeType", 3],
  ["passwordHash", "x"],
  ["password", "abc123"],
  ["isDefault", true],
  ["isRoot", true],
  ["mustChangePassword", false],
  ["cancelledWith", null],
  ["totpSecret", null],
  ["failedLogins", 0],
  ["createdAt", "2026-01-01T00:00:00Z"],
  ["permissions", ["editUser"]],
];

/** Codes of section 8 that an operation answers with for the rule. */
const NAMED = new Set(["USER_EMAIL_FORMAT", "USER_STATUS_EMPTY"]);

describe.each(BROKEN)("%s: %j", (field, value, rule) => {
  const input = () => ({ ...valid(), [field]: value });

  it(`breaks ${rule} in the form`, () => {
    const parsed = UserInput.safeParse(input());
    expect((parsed.error ? issuesOf(parsed.error) : []).map((issue) => [issue.path.split(".")[0], issue.rule])).toEqual(
      [[field, rule]],
    );
  });

  it("is refused by the server, which writes nothing", async () => {
    const before = await everything();
    for (const call of [
      () => createUser.call(admin, input() as never),
      () => updateUser.call(admin, { ...input(), id: existing } as never),
    ]) {
      const failure = await call().then(() => null, failureOf);
      expect(failure?.code).toBe(NAMED.has(rule) ? rule : "INVALID");
      expect(failure?.issues?.map((issue) => [issue.path.split(".")[0], issue.rule])).toEqual([[field, rule]]);
    }
    expect(await everything()).toEqual(before);
  });
});

it.each(WRONG_KIND)("%s cannot be %j", async (field, value) => {
  const before = await everything();
  const input = { ...valid(), [field]: value };
  for (const call of [
    () => createUser.call(admin, input as never),
    () => updateUser.call(admin, { ...input, id: existing } as never),
  ]) {
    const failure = await call().then(() => null, failureOf);
    expect(failure?.code).toBe("INVALID");
    expect(failure?.issues?.map((issue) => [issue.path.split(".")[0], issue.rule])).toEqual([[field, "invalid_type"]]);
  }
  expect(await everything()).toEqual(before);
});

describe.each(FOREIGN)("%s", (field, value) => {
  it("is no field of an account's input", async () => {
    const before = await everything();
    const input = { ...valid(), [field]: value };
    for (const call of [
      () => createUser.call(admin, input),
      () => updateUser.call(admin, { ...input, id: existing }),
      () => createUser.call(admin, { ...valid(), contact: { groupId: 1, [field]: value } } as never),
    ]) {
      const failure = await call().then(() => null, failureOf);
      expect(failure).toMatchObject({ code: "INVALID", issues: [{ rule: "unrecognized_keys" }] });
      expect(failure?.message).toContain(field);
    }
    expect(await everything()).toEqual(before);
  });
});

it("an id in the body of a new account is refused as well", async () => {
  const failure = await createUser.call(admin, { ...valid(), id: existing } as never).then(() => null, failureOf);
  expect(failure).toMatchObject({ code: "INVALID", issues: [{ rule: "unrecognized_keys" }] });
});

const FITTING: [field: string, value: unknown][] = [
  ["username", "a_1B"],
  ["username", "a".repeat(20)],
  ["name", "  何静  "],
  ["name", "一二三四五六七八九十"],
  ["name", "Ana María O'Neill-Peña"],
  ["mobile", "8123456"],
  ["mobile", "020-81234567"],
  ["email", ""],
  ["email", "a@b.cn"],
  ["gender", 0],
  ["gender", null],
  ["remarks", "x".repeat(250)],
];

it.each(FITTING)("%s may be %j", async (field, value) => {
  const { user } = await createUser.call(admin, { ...valid(), [field]: value });
  expect(user[field as "name"]).toBe(typeof value === "string" ? value.trim() : value);
  await removeUser.call(admin, { id: user.id });
});
