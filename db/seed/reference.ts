import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { type Db, transaction } from "@/db/client";
import { customer, exceptionReason, parameter, role, rolePermission, userAccount } from "@/db/schema";
import { DEFINITIONS } from "@/features/parameter/parameter.rules";
import { openChains } from "@/lib/audit/open-chains";
import { newOneTimePassword } from "@/lib/auth/one-time-password";
import { hashPassword } from "@/lib/auth/password";
import { ALL_PERMISSIONS, grantable } from "@/lib/auth/permissions";
import { seedCatalogue } from "./catalogue";
import { seedGuide } from "./guide";
import { seedMenu } from "./menu";
import { REASON_CODES, type ReasonCode } from "./reasons";

/** Id of the platform's own customer and of its first user. */
export const PLATFORM_ID = 1;
export const ROOT_ID = 1;

const REASON_NAMES: Record<ReasonCode, string> = {
  "door-left-open": "Door left open",
  "power-failure": "Power failure",
  defrost: "Defrost",
  loading: "Loading or unloading",
  "equipment-failure": "Equipment failure",
  "sensor-failure": "Sensor failure",
  maintenance: "Cleaning or maintenance",
  battery: "Battery empty",
  network: "Network failure",
  other: "Other",
};

/** Advisory lock key, arbitrary but equal in every process: serialises seeding. */
export const SEED_LOCK = 71_839;

/**
 * Seeds what every installation needs: the platform, Root with all permissions of this release, parameters and
 * exception reasons. Safe to repeat at each start: user changes are not overwritten. Without `rootPassword` a new Root
 * gets a random one, which is returned; null if Root exists or the password was given.
 */
export async function seedReference(
  db: Db,
  { rootPassword }: { rootPassword?: string | undefined } = {},
): Promise<{ generatedPassword: string | null }> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    await seedPlatform(tx);
    const rootRoleId = await seedRootRole(tx);
    const generatedPassword = await seedRoot(tx, rootRoleId, rootPassword);
    await seedParameters(tx);
    await seedReasons(tx);
    await seedCatalogue(tx);
    await seedMenu(tx);
    await seedGuide(tx);
    return { generatedPassword };
  });
}

async function seedPlatform(tx: Db): Promise<void> {
  const [found] = await tx.select({ id: customer.id }).from(customer).where(eq(customer.id, PLATFORM_ID));
  if (found) return;
  await tx
    .insert(customer)
    .overridingSystemValue()
    .values({ id: PLATFORM_ID, code: "PLATFORM", name: "Frostline", shortName: "Frostline", type: "platform" });
  await tx.execute(sql`select setval(pg_get_serial_sequence('customer', 'id'), max(id)) from customer`);
  await openChains(tx, [PLATFORM_ID]);
}

/**
 * Gives Root exactly the permissions of this release. Codes that are new to Root are new to the installation, so the
 * default and administrator roles get them too.
 */
async function seedRootRole(tx: Db): Promise<number> {
  await tx
    .insert(role)
    .values({ customerId: PLATFORM_ID, name: "Root", type: "administrator", scopeType: 3, isDefault: true })
    .onConflictDoNothing();
  const [found] = await tx
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.customerId, PLATFORM_ID), eq(role.name, "Root")));
  if (!found) throw new Error("the Root role is missing");
  await tx
    .delete(rolePermission)
    .where(and(eq(rolePermission.roleId, found.id), notInArray(rolePermission.code, [...ALL_PERMISSIONS])));
  const added = await tx
    .insert(rolePermission)
    .values(ALL_PERMISSIONS.map((code) => ({ roleId: found.id, code })))
    .onConflictDoNothing()
    .returning({ code: rolePermission.code });
  await grantNewCodes(tx, found.id, new Set(added.map(({ code }) => code)));
  return found.id;
}

/** Grants codes to the roles that have all codes of their kind when created; users may revoke them again. */
async function grantNewCodes(tx: Db, rootRoleId: number, codes: ReadonlySet<string>): Promise<void> {
  const roles = await tx
    .select({ id: role.id, scopeType: role.scopeType })
    .from(role)
    .where(and(ne(role.id, rootRoleId), or(role.isDefault, eq(role.type, "administrator"))));
  const rows = roles.flatMap(({ id: roleId, scopeType }) =>
    grantable(scopeType, false)
      .filter((code) => codes.has(code))
      .map((code) => ({ roleId, code })),
  );
  for (let from = 0; from < rows.length; from += 1000)
    await tx
      .insert(rolePermission)
      .values(rows.slice(from, from + 1000))
      .onConflictDoNothing();
}

async function seedRoot(tx: Db, roleId: number, password: string | undefined): Promise<string | null> {
  const [found] = await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.id, ROOT_ID));
  if (found) return null;
  const generated = password ? null : newOneTimePassword();
  await tx
    .insert(userAccount)
    .overridingSystemValue()
    .values({
      id: ROOT_ID,
      customerId: PLATFORM_ID,
      roleId,
      username: "root",
      name: "Root",
      passwordHash: await hashPassword(password ?? (generated as string)),
    });
  await tx.execute(sql`select setval(pg_get_serial_sequence('user_account', 'id'), max(id)) from user_account`);
  return generated;
}

/** Preserves an operator's changes; parameters that are no longer shipped are deleted with the customers' overrides. */
async function seedParameters(tx: Db): Promise<void> {
  const codes = DEFINITIONS.map(({ code }) => code);
  await tx
    .insert(parameter)
    .values(DEFINITIONS.map(({ code, type, content }) => ({ code, type, content, isShipped: true })))
    .onConflictDoNothing();
  await tx
    .update(parameter)
    .set({ isShipped: true })
    .where(and(isNull(parameter.customerId), inArray(parameter.code, codes), eq(parameter.isShipped, false)));
  const isOfRelease = or(parameter.isShipped, isNotNull(parameter.customerId));
  await tx.delete(parameter).where(and(isOfRelease, notInArray(parameter.code, codes)));
}

/** Inserted once: a deleted seeded reason stays deleted. */
async function seedReasons(tx: Db): Promise<void> {
  const [found] = await tx
    .select({ id: exceptionReason.id })
    .from(exceptionReason)
    .where(isNull(exceptionReason.customerId))
    .limit(1);
  if (found) return;
  await tx.insert(exceptionReason).values(REASON_CODES.map((code) => ({ code, name: REASON_NAMES[code] })));
}
