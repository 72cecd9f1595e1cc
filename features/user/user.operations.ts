import "server-only";
import { syncContacts } from "@/features/notice/contact/contact.operations";
import { SYNC } from "@/features/notice/contact/contact.rules";
import { assertVersion } from "@/lib/audit/assert-version";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { newOneTimePassword } from "@/lib/auth/one-time-password";
import { hashPassword } from "@/lib/auth/password";
import { covers } from "@/lib/auth/scope";
import { notFound } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { referredAll } from "@/lib/resource/referred";
import { assertPlacesExist, findCustomers, findHeldRoles, findRoleNames, isCustomerActive } from "./grant.data";
import { accountGrantorOf } from "./grant.operations";
import {
  assertGives,
  assertManages,
  assertPlaces,
  broken,
  type Grantor,
  type HeldRole,
  missing,
  namesCustomers,
} from "./grant.rules";
import {
  findUsers,
  getUser,
  insertUser,
  type LockedUser,
  lockCustomersAndRoles,
  lockUsers,
  saveUser,
} from "./user.data";
import { auditSnapshot, placesOf } from "./user.rules";
import {
  type CreatedUserDto,
  type SaveCode,
  type UpdatedUserDto,
  type UserDetailDto,
  type UserDto,
  UserInput,
  UserListQuery,
  UserUpdate,
} from "./user.schema";

/** A page of the accounts that the actor may view. */
export const findUserPage = (ctx: OperationContext, query: UserListQuery): Promise<Page<UserDto>> =>
  findUsers(ctx.db, ctx.scope, accountGrantorOf(ctx), query);

export const listUsers = defineOperation({
  name: "user.list",
  kind: "query",
  permission: "viewUser",
  input: UserListQuery,
  run: findUserPage,
});

export const getOneUser = defineOperation({
  name: "user.get",
  kind: "query",
  permission: "viewUser",
  input: ById,
  run: (ctx, { id }): Promise<UserDetailDto> => getUser(ctx.db, ctx.scope, accountGrantorOf(ctx), id),
});

/** The customer of a new account; default is the one that the actor works for. */
function homeOf(ctx: OperationContext, wanted: number | undefined): number {
  const customerId = wanted ?? workingCustomer(ctx);
  if (customerId === undefined) throw broken("customerId", "required", "say for which customer");
  return customerId;
}

/** The role, which must belong to the account's customer. */
async function roleOf({ db, scope }: OperationContext, roleId: number, customerId: number): Promise<HeldRole> {
  const role = (await findHeldRoles(db, scope, [roleId])).get(roleId);
  if (!role) throw missing("roleId", "role");
  if (role.customerId !== customerId) throw broken("roleId", "scope", "the role is of another customer");
  return role;
}

/** Creates an account with a one-time password, which is shown only once. */
export const createUser = defineOperation({
  name: "user.create",
  kind: "mutation",
  permission: "newUser",
  input: UserInput,
  async run(ctx, input): Promise<CreatedUserDto> {
    const grantor = accountGrantorOf(ctx);
    const customerId = homeOf(ctx, input.customerId);
    const isOpen = await isCustomerActive(ctx.tx, ctx.scope, customerId);
    const role = await roleOf(ctx, input.roleId, customerId);
    if (!isOpen) throw broken("customerId", "inactive", "the customer is cancelled");
    const places = placesOf(input);
    await assertPlacesExist(ctx.tx, ctx.scope, customerId, places);
    assertGives(grantor, role);
    assertPlaces(grantor, role, places);
    const password = newOneTimePassword();
    const id = await insertUser(ctx.tx, customerId, input, places, {
      passwordHash: await hashPassword(password),
    });
    ctx.audit({ customerId, new: auditSnapshot({ ...input, ...places, customerId }) });
    const user = await getUser(ctx.tx, ctx.scope, grantor, id);
    return { code: await saveCode(ctx, input, id), user, password };
  },
  audit: { entity: "user", id: ({ user }) => user.id },
});

/**
 * Makes the account a contact if requested. Returns 501 if it is cancelled and therefore not notified, 201 if it could
 * not be made a contact. Neither undoes the saved account.
 */
async function saveCode(ctx: OperationContext, { status, contact }: UserInput, userId: number): Promise<SaveCode> {
  if (status === "cancelled") return 501;
  if (!contact) return 200;
  try {
    const { items } = await syncContacts.call(ctx, { userIds: [userId], ...contact });
    return items.every(({ code }) => code === SYNC.succeeded || code === SYNC.duplicate) ? 200 : 201;
  } catch (error) {
    log.warn({ err: error, requestId: ctx.requestId, userId }, "saved, but not made a contact");
    return 201;
  }
}

/** The account as its update takes it. */
const inputOf = ({ scenes, customers, ...user }: UserDetailDto) => ({
  ...user,
  ...referredAll("scene", scenes),
  ...referredAll("customer", customers),
});

/** Updates an account's person, role, places and status. */
export const updateUser = defineOperation({
  name: "user.update",
  kind: "mutation",
  permission: "editUser",
  input: UserUpdate,
  async run(ctx, { id, version, ...input }): Promise<UpdatedUserDto> {
    const grantor = accountGrantorOf(ctx);
    await lockCustomersAndRoles(ctx.tx, [id], { roleIds: [input.roleId] });
    const [old] = await lockUsers(ctx.tx, ctx.scope, [id]);
    if (!old) throw notFound("user", id);
    assertManages(grantor, old);
    await assertVersion(ctx, { entity: "user", id, version }, async () =>
      inputOf(await getUser(ctx.tx, ctx.scope, grantor, id)),
    );
    if (input.customerId !== undefined && input.customerId !== old.customerId)
      throw broken("customerId", "scope", "an account stays with its customer");
    const role = await roleOf(ctx, input.roleId, old.customerId);
    await assertPlacesExist(ctx.tx, ctx.scope, old.customerId, input);
    const places = placesOf({ ...input, customerIds: [...input.customerIds, ...unseen(ctx, old, role)] });
    const isMoved = JSON.stringify(places) !== JSON.stringify(placesOf(old));
    assertChange(grantor, old, { ...input, isMoved });
    if (role.id !== old.roleId) assertGives(grantor, role);
    if (isMoved || role.id !== old.roleId) assertPlaces(grantor, role, places);
    const isSwitched = input.status !== old.status;
    if (isSwitched && input.status === "active") assertCanBeActive(old, role);
    // A reactivated role must not reactivate an account that has another role by then. The customer is unchanged.
    const isLeft = isSwitched || (role.id !== old.roleId && old.cancelledWith === "role");
    const cancelledWith = isLeft ? null : old.cancelledWith;
    await saveUser(ctx.tx, id, { ...input, cancelledWith }, places);
    ctx.audit({
      customerId: old.customerId,
      old: auditSnapshot(old),
      new: auditSnapshot({ ...input, ...places, customerId: old.customerId }),
    });
    if (isSwitched && input.status === "cancelled") {
      const ended = await endSessionsOf(ctx.tx, [id], "cancelled", ctx.now);
      ctx.afterCommit(() => publishSessionsEnded(ended, "cancelled"));
    }
    const user = await getUser(ctx.tx, ctx.scope, grantor, id);
    return { code: await saveCode(ctx, input, id), user };
  },
  audit: { entity: "user", id: ({ user }) => user.id },
});

/** Customers of the account that the actor cannot see. The form did not show them, so they are retained. */
const unseen = ({ scope }: OperationContext, { customerIds }: LockedUser, { scopeType }: HeldRole): number[] =>
  namesCustomers(scopeType) ? customerIds.filter((customerId) => !covers(scope, { customerId })) : [];

/** Throws for changes that nobody may make to themselves or to Root: role, places, status. */
function assertChange(
  grantor: Grantor,
  old: LockedUser,
  input: Pick<UserInput, "roleId" | "status"> & { isMoved: boolean },
) {
  const rule = old.isRoot ? "root" : grantor.userId === old.id ? "oneself" : null;
  if (!rule) return;
  const message = "stays as it is";
  if (input.roleId !== old.roleId) throw broken("roleId", rule, message);
  if (input.status !== old.status) throw broken("status", rule, message);
  if (input.isMoved) throw broken(old.sceneIds.length > 0 ? "sceneIds" : "customerIds", rule, message);
}

/** An account can only be activated if its role and customer are active. */
function assertCanBeActive(account: LockedUser, role: HeldRole): void {
  if (!account.isCustomerActive) throw broken("status", "customerCancelled", "the customer is cancelled");
  if (!role.isActive) throw broken("status", "roleCancelled", "the role is cancelled");
}

/** Loads the page: valid filters, rows, and the user's rights. */
export async function loadUserScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, UserListQuery);
  const { permissions, customer, user } = ctx.principal;
  const isManyCustomers = ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1;
  const roleOf = isManyCustomers ? query.customerId : customer.id;
  const [page, roles, [chosen]] = await Promise.all([
    listUsers.call(ctx, query),
    roleOf === undefined ? [] : findRoleNames(ctx.db, ctx.scope, roleOf),
    query.customerId === undefined ? [] : findCustomers(ctx.db, ctx.scope, { ids: [query.customerId], limit: 1 }),
  ]);
  return {
    page,
    roles,
    customer: chosen ?? null,
    home: { id: customer.id, name: customer.name },
    isManyCustomers,
    ...address,
    rights: {
      create: permissions.has("newUser"),
      edit: permissions.has("editUser"),
      remove: permissions.has("removeUser"),
      reset: permissions.has("resetUser"),
      sync: permissions.has("syncContacts"),
      makeRole: permissions.has("newRole"),
      ownId: user.id,
    },
  };
}
