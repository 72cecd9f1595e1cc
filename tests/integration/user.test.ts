import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { userAccount } from "@/db/schema";
import { createUser, getOneUser, listUsers, updateUser } from "@/features/user/operations";
import { checkPassword } from "@/lib/auth/password";
import { grantable } from "@/lib/auth/permissions";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { trailOf } from "../support/audit";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let nurses: { id: number };

const contextOf = async (options: UserOptions, customer: { id: number } = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  nurses = await makeRole(db(), own.id, { scopeType: 0, permissions: ["viewEx"] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return {
    roleId: nurses.id,
    username: `nurse_${count}`,
    name: `Nurse ${count}`,
    mobile: `1390000${String(count).padStart(4, "0")}`,
    status: "active" as const,
    sceneIds: [own.sceneId],
    ...fields,
  };
};
const stored = async (id: number) => (await db().select().from(userAccount).where(eq(userAccount.id, id)))[0];

describe("users", () => {
  it("are made with a one-time password that must be changed", async () => {
    const { code, user, password } = await createUser.call(admin, values({ email: "a@b.cn", gender: 0 }));
    expect(code).toBe(200);
    const row = await stored(user.id);
    expect(row).toMatchObject({ customerId: own.id, mustChangePassword: true, isDefault: false });
    expect(await checkPassword(row?.passwordHash ?? null, password)).toBe(true);
    expect(await trailOf(db(), own.id, "user", user.id)).toMatchObject([
      { operation: "user.create", newValues: { username: user.username, sceneIds: [own.sceneId] } },
    ]);
    expect(user.scenes).toEqual([{ id: own.sceneId, name: "House" }]);
    expect(await getOneUser.call(admin, { id: user.id })).toEqual(user);
    const updated = await updateUser.call(admin, { ...values(), id: user.id, username: user.username });
    expect(updated.code).toBe(200);
    expect((await listUsers.call(admin, { q: user.username })).total).toBe(1);
    void [grantable, failureOf];
  });
});
