import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { role, rolePermission } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { grantable, type Permission } from "@/lib/auth/permissions";
import { makeCustomer } from "../factories/world";

/** New since roles of this installation were made: of an administrator, and of the platform's management. */
const OF_CUSTOMERS = [
  "viewNoticeChannel",
  "testNoticeChannel",
  "viewUnknownDevice",
  "removeUnknownDevice",
  "viewDecoderMapping",
  "editDecoderMapping",
] as const satisfies readonly Permission[];
const OF_PLATFORM = [
  "viewReplyProvider",
  "newReplyProvider",
  "editReplyProvider",
  "removeReplyProvider",
] as const satisfies readonly Permission[];
const NEW: readonly string[] = [...OF_CUSTOMERS, ...OF_PLATFORM];

beforeAll(() => seedReference(db(), { rootPassword: "Frost2026" }));
afterAll(() => db().$client.end({ timeout: 5 }));

type Made = { scopeType: ScopeType; isDefault?: boolean; customerId: number };

/** A role as an earlier release made it: with all codes of its kind that were there then. */
async function makeOldRole({ scopeType, isDefault = false, customerId }: Made): Promise<number> {
  const type = scopeType === 1 || scopeType === 3 ? "administrator" : "normal";
  const values = { customerId, name: `role ${scopeType} ${isDefault}`, type, scopeType, isDefault } as const;
  const [made] = await db().insert(role).values(values).returning({ id: role.id });
  const roleId = made?.id as number;
  const codes = grantable(scopeType, false).filter((code) => !NEW.includes(code));
  await db()
    .insert(rolePermission)
    .values(codes.map((code) => ({ roleId, code })));
  return roleId;
}

const newCodesOf = async (roleId: number) => {
  const where = and(eq(rolePermission.roleId, roleId), inArray(rolePermission.code, [...NEW]));
  return (await db().select({ code: rolePermission.code }).from(rolePermission).where(where))
    .map(({ code }) => code)
    .sort();
};

describe("an upgrade", () => {
  it("gives the codes of the release to default roles and administrators once, as a fresh installation has them", async () => {
    const { id: customerId } = await makeCustomer(db());
    const [root] = await db()
      .select({ id: role.id })
      .from(role)
      .where(and(eq(role.name, "Root"), eq(role.customerId, 1)));
    const rootId = root?.id as number;
    const own = await makeOldRole({ scopeType: 1, isDefault: true, customerId });
    const administrator = await makeOldRole({ scopeType: 1, customerId });
    const platform = await makeOldRole({ scopeType: 3, customerId: 1 });
    const nurse = await makeOldRole({ scopeType: 0, customerId });
    await db()
      .delete(rolePermission)
      .where(and(eq(rolePermission.roleId, rootId), inArray(rolePermission.code, [...NEW])));

    await seedReference(db());
    expect(await newCodesOf(rootId)).toEqual([...NEW].sort());
    for (const id of [own, administrator]) expect(await newCodesOf(id)).toEqual([...OF_CUSTOMERS].sort());
    expect(await newCodesOf(platform)).toEqual([...NEW].sort());
    expect(await newCodesOf(nurse)).toEqual([]);

    const view = eq(rolePermission.code, "viewNoticeChannel");
    await db()
      .delete(rolePermission)
      .where(and(eq(rolePermission.roleId, own), view));
    await seedReference(db());
    expect(await newCodesOf(own)).not.toContain("viewNoticeChannel");
  });
});
