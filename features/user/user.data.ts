import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { customer, role, scene, userAccount, userCustomer, userScene } from "@/db/schema";
import { lockCustomers } from "@/lib/auth/lock-customer";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { type AccountFacts, type Grantor, type Holdings, mayManage, type OwnPlaces } from "./grant.rules";
import type { Gender, NamedPlace, UserDetailDto, UserDto, UserInput, UserListQuery } from "./user.schema";

const visible = (scope: Scope) => inScope(scope, { customerId: userAccount.customerId });

/** The codes and places of an account: those of its role, and its own places. */
const HOLDINGS = {
  codes: sql<string[]>`array(select p.code from role_permission p where p.role_id = ${userAccount.roleId})`,
  roleCustomerIds: sql`array(select c.customer_id from role_customer c where c.role_id = ${userAccount.roleId})`,
  roleSceneIds: sql`array(select s.scene_id from role_scene s where s.role_id = ${userAccount.roleId})`,
  ownCustomerIds: sql`array(select c.customer_id from user_customer c where c.user_id = ${userAccount.id})`,
  ownSceneIds: sql`array(select s.scene_id from user_scene s where s.user_id = ${userAccount.id})`,
};
type HoldingRow = Record<Exclude<keyof typeof HOLDINGS, "codes">, unknown> & { codes: string[] };

const COLUMNS = {
  id: userAccount.id,
  customerId: userAccount.customerId,
  customerName: customer.name,
  roleId: userAccount.roleId,
  roleName: role.name,
  scopeType: role.scopeType,
  username: userAccount.username,
  name: userAccount.name,
  gender: userAccount.gender,
  mobile: sql<string>`coalesce(${userAccount.mobile}, '')`,
  email: sql<string>`coalesce(${userAccount.email}, '')`,
  remarks: userAccount.remarks,
  status: userAccount.status,
  cancelledWith: userAccount.cancelledWith,
  isDefault: userAccount.isDefault,
  hasSecondFactor: sql<boolean>`${userAccount.totpConfirmedAt} is not null`,
  mustChangePassword: userAccount.mustChangePassword,
  lastLoginAt: sql<string | null>`(select max(s.created_at) from session s where s.user_id = ${userAccount.id})`,
  createdAt: userAccount.createdAt,
  version: userAccount.version,
  ...HOLDINGS,
};

const SORT: Record<UserListQuery["sort"], SQL> = {
  createdAt: sql`${userAccount.createdAt}`,
  name: sql`lower(${userAccount.name})`,
  username: sql`lower(${userAccount.username})`,
  status: sql`${userAccount.status}`,
  roleName: sql`lower(${role.name})`,
  customerName: sql`lower(${customer.name})`,
};

const select = (db: Db) =>
  db
    .select(COLUMNS)
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId));

type Row = Awaited<ReturnType<typeof select>>[number];

const idsOf = (values: unknown): number[] => (values as string[]).map(Number).sort((a, b) => a - b);

type Placed = HoldingRow & { id: number; customerId: number; scopeType: Holdings["scopeType"] };

/** Separates the codes and places of a row from the account itself. */
function standing<R extends Placed>(row: R): { standing: AccountFacts; account: Omit<R, keyof HoldingRow> } {
  const { codes, roleCustomerIds, roleSceneIds, ownCustomerIds, ownSceneIds, ...account } = row;
  const { id, customerId, scopeType } = row;
  const [customerIds, sceneIds] = [idsOf(roleCustomerIds), idsOf(roleSceneIds)];
  const role = { customerId, scopeType, codes, customerIds, sceneIds };
  const own = { customerIds: idsOf(ownCustomerIds), sceneIds: idsOf(ownSceneIds) };
  return { standing: { id, isRoot: id === ROOT_USER_ID, role, own }, account };
}

function toDto(grantor: Grantor, row: Row): UserDto {
  const { standing: held, account } = standing(row);
  const { lastLoginAt, createdAt, gender, ...rest } = account;
  return {
    ...rest,
    gender: gender as Gender | null,
    isManageable: mayManage(grantor, held),
    lastLoginAt: lastLoginAt === null ? null : new Date(lastLoginAt).toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/**
 * The ids of accounts that match the text, as an array that is evaluated once and first. With an order and a limit the
 * planner would otherwise scan all accounts in that order instead of using the search index.
 */
function matching(q: string): SQL {
  const pattern = containsPattern(q);
  const found = alias(userAccount, "found");
  const columns = [found.username, found.name, found.mobile, found.email];
  const where = or(...columns.map((column) => ilike(column, pattern)));
  return sql`${userAccount.id} = any(array(select ${found.id} from ${userAccount} as found where ${where}))`;
}

/** A page of accounts with their roles and customers. */
export async function findUsers(db: Db, scope: Scope, grantor: Grantor, query: UserListQuery): Promise<Page<UserDto>> {
  const { q, status, roleId, customerId, gender } = query;
  const where = and(
    visible(scope),
    q ? matching(q) : undefined,
    status && eq(userAccount.status, status),
    roleId ? eq(userAccount.roleId, roleId) : undefined,
    customerId ? eq(userAccount.customerId, customerId) : undefined,
    gender === undefined ? undefined : eq(userAccount.gender, gender),
  );
  const direction = query.dir === "asc" ? asc : desc;
  const order = [direction(SORT[query.sort]), direction(userAccount.id)] as const;
  // The rows first: in the order of an index, the columns of all rows that are skipped would be evaluated as well.
  const page = db
    .select({ id: userAccount.id })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(where)
    .orderBy(...order)
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart)
    .as("page");
  const [rows, [counted]] = await Promise.all([
    select(db)
      .innerJoin(page, eq(page.id, userAccount.id))
      .orderBy(...order),
    db.select({ total: count() }).from(userAccount).where(where),
  ]);
  return { items: rows.map((row) => toDto(grantor, row)), total: counted?.total ?? 0 };
}

/** One account with its own places. Customers outside the scope are omitted. Throws NOT_FOUND. */
export async function getUser(db: Db, scope: Scope, grantor: Grantor, id: number): Promise<UserDetailDto> {
  const [row] = await select(db).where(and(eq(userAccount.id, id), visible(scope)));
  if (!row) throw notFound("user", id);
  const [scenes, customers] = await Promise.all([
    db
      .select({ id: scene.id, name: scene.name })
      .from(userScene)
      .innerJoin(scene, eq(scene.id, userScene.sceneId))
      .where(eq(userScene.userId, id))
      .orderBy(asc(scene.name)),
    db
      .select({ id: customer.id, name: customer.name })
      .from(userCustomer)
      .innerJoin(customer, eq(customer.id, userCustomer.customerId))
      .where(and(eq(userCustomer.userId, id), inScope(scope, { customerId: customer.id })))
      .orderBy(asc(customer.name)),
  ]);
  return { ...toDto(grantor, row), scenes: scenes satisfies NamedPlace[], customers };
}

/** An account, locked for a change. */
export type LockedUser = AccountFacts &
  OwnPlaces &
  Pick<
    typeof userAccount.$inferSelect,
    | "customerId"
    | "roleId"
    | "username"
    | "name"
    | "gender"
    | "mobile"
    | "email"
    | "remarks"
    | "status"
    | "cancelledWith"
    | "isDefault"
  > & { isRoleActive: boolean; isCustomerActive: boolean };

type Manner = { alone?: boolean | undefined; roleIds?: readonly number[] };

/**
 * Locks the customers of these accounts, then their roles and those of `roleIds`, until the transaction ends. Call it
 * before the accounts are locked. `alone` takes an exclusive lock on the customers.
 */
export async function lockCustomersAndRoles(
  db: Db,
  ids: readonly number[],
  { alone, roleIds = [] }: Manner = {},
): Promise<void> {
  const wanted = inArray(userAccount.id, [...ids]);
  await lockCustomers(db, sql`(select ${userAccount.customerId} from ${userAccount} where ${wanted})`, alone);
  const held = sql`(select ${userAccount.roleId} from ${userAccount} where ${wanted})`;
  await db
    .select({ id: role.id })
    .from(role)
    .where(or(inArray(role.id, held), inArray(role.id, [...roleIds])))
    .orderBy(asc(role.id))
    .for("share");
}

/** The accounts in scope among these ids, in the order of their ids, locked. */
export async function lockUsers(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedUser[]> {
  const rows = await db
    .select({
      id: userAccount.id,
      customerId: userAccount.customerId,
      roleId: userAccount.roleId,
      username: userAccount.username,
      name: userAccount.name,
      gender: userAccount.gender,
      mobile: userAccount.mobile,
      email: userAccount.email,
      remarks: userAccount.remarks,
      status: userAccount.status,
      cancelledWith: userAccount.cancelledWith,
      isDefault: userAccount.isDefault,
      scopeType: role.scopeType,
      roleStatus: role.status,
      customerStatus: customer.status,
      ...HOLDINGS,
    })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(and(inArray(userAccount.id, [...ids]), visible(scope)))
    .orderBy(asc(userAccount.id))
    .for("update", { of: userAccount });
  return rows.map((row) => {
    const { standing: held, account } = standing(row);
    const { scopeType: _, roleStatus, customerStatus, ...rest } = account;
    return {
      ...rest,
      ...held,
      ...held.own,
      isRoleActive: roleStatus === "active",
      isCustomerActive: customerStatus === "active",
    };
  });
}

type Person = Pick<UserInput, "roleId" | "username" | "name" | "gender" | "mobile" | "email" | "remarks" | "status">;

const rowOf = ({ roleId, username, name, gender, mobile, email, remarks, status }: Person) => ({
  roleId,
  username,
  name,
  gender,
  mobile,
  email: email || null,
  remarks,
  status,
});

/** Inserts an account. Its password must be changed at the first login, unless it was not disclosed. Returns the id. */
export async function insertUser(
  db: Db,
  customerId: number,
  person: Person,
  places: OwnPlaces,
  { passwordHash, mustChangePassword = true }: { passwordHash: string; mustChangePassword?: boolean },
): Promise<number> {
  const [made] = await db
    .insert(userAccount)
    .values({ ...rowOf(person), customerId, passwordHash, mustChangePassword })
    .returning({ id: userAccount.id });
  const id = (made as { id: number }).id;
  await setPlaces(db, id, places);
  return id;
}

/** Updates person, role and places of a locked account. */
export async function saveUser(
  db: Db,
  id: number,
  person: Person & { cancelledWith: LockedUser["cancelledWith"] },
  places: OwnPlaces,
): Promise<void> {
  await db
    .update(userAccount)
    .set({ ...rowOf(person), cancelledWith: person.cancelledWith })
    .where(eq(userAccount.id, id));
  await setPlaces(db, id, places);
}

async function setPlaces(db: Db, userId: number, { sceneIds, customerIds }: OwnPlaces): Promise<void> {
  await db.delete(userScene).where(eq(userScene.userId, userId));
  await db.delete(userCustomer).where(eq(userCustomer.userId, userId));
  if (sceneIds.length > 0) await db.insert(userScene).values(sceneIds.map((sceneId) => ({ userId, sceneId })));
  if (customerIds.length > 0)
    await db.insert(userCustomer).values(customerIds.map((customerId) => ({ userId, customerId })));
}
