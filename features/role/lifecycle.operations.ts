import "server-only";
import type { z } from "zod";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { conflict, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { grantorOf } from "./grantor.service";
import {
  activateWithUsers,
  cancelWithUsers,
  customersLeftEmpty,
  findRoleUsers,
  type LockedUser,
  lockUsersOf,
  removeWithUsers,
} from "./lifecycle.data";
import { assertActivates, assertCancels, assertRemoves, assertUsersGo, type Target } from "./lifecycle.rules";
import { type LifecycleDto, RemoveRole, RemoveRoles, RoleIds, type RoleUsersDto } from "./lifecycle.schema";
import { type LockedRole, lockRoles } from "./role.data";
import { assertSeesUsers, type RoleGrantor } from "./role.rules";

/** The users of a role by name, shown before it is deleted or cancelled. */
export const listRoleUsers = defineOperation({
  name: "role.users",
  kind: "query",
  permission: "viewRole",
  input: ById,
  async run({ db, scope }, { id }): Promise<RoleUsersDto> {
    const found = await findRoleUsers(db, scope, id);
    if (!found) throw notFound("role", id);
    return found;
  },
});

type Mutation = OperationContext & { tx: OperationContext["db"]; afterCommit: (work: () => Promise<void>) => void };

/** Locks the roles; each target names its field. Throws NOT_FOUND for the first missing role. */
async function lockTargets(ctx: Mutation, verb: Verb, ids: readonly number[], pathOf: (index: number) => string) {
  // Exclusive for deletion, which counts the customer's remaining accounts.
  const rows = await lockRoles(ctx.tx, ctx.scope, ids, verb === "remove");
  return ids.map((id, index): Target<LockedRole> => {
    const role = rows.find((row) => row.id === id);
    if (!role) throw notFound("role", id);
    return { path: pathOf(index), role };
  });
}

const ONE = () => "id";
const MANY = (index: number) => `ids.${index}`;

type Row = { customerId: number; entity: "role" | "user"; id: number; old?: object; new?: object };

/** Writes an audit row for each changed role and account. */
async function auditEach(ctx: Mutation, operation: string, rows: readonly Row[]): Promise<void> {
  const entries = rows.map(({ id, old, new: after, ...row }) => ({
    ...{ ...row, operation, entityId: String(id) },
    ...(old && { old: { ...old } }),
    ...(after && { new: { ...after } }),
  }));
  await writeAuditOfEach(ctx.tx, ctx, entries);
}

/** Locks the accounts of the roles. They change with their role, so none may have places that the grantor lacks. */
export async function usersOf(
  ctx: Mutation,
  grantor: RoleGrantor,
  targets: readonly Target<LockedRole>[],
): Promise<LockedUser[]> {
  const users = await lockUsersOf(
    ctx.tx,
    targets.map(({ role }) => role.id),
  );
  for (const { role, path } of targets)
    assertSeesUsers(
      grantor,
      role,
      users.filter(({ roleId }) => roleId === role.id),
      path,
    );
  return users;
}

const stateOf = ({ status, cancelledWith }: LockedRole) => ({ status, cancelledWith });

/** Cancels the roles with their accounts, whose sessions end immediately. Cancelled roles are not changed. */
export async function cancelAll(ctx: Mutation, targets: readonly Target<LockedRole>[]): Promise<Row[]> {
  const grantor = grantorOf(ctx);
  for (const target of targets) assertCancels(grantor, target);
  const roles = targets.map(({ role }) => role).filter(({ status }) => status === "active");
  const roleIds = roles.map(({ id }) => id);
  if (roleIds.length === 0) return [];
  const users = await usersOf(ctx, grantor, targets);
  const hit = new Set(await cancelWithUsers(ctx.tx, roleIds));
  const sessionIds = await endSessionsOf(ctx.tx, [...hit], "cancelled", ctx.now);
  ctx.afterCommit(() => publishSessionsEnded(sessionIds, "cancelled"));
  return rowsOf(roles, users, hit, { status: "active", cancelledWith: null }, "cancelled");
}

/** Activates the roles, and exactly the accounts that were cancelled with them. */
export async function activateAll(ctx: Mutation, targets: readonly Target<LockedRole>[]): Promise<Row[]> {
  const grantor = grantorOf(ctx);
  for (const target of targets) assertActivates(grantor, target);
  const roles = targets.map(({ role }) => role).filter(({ status }) => status === "cancelled");
  const roleIds = roles.map(({ id }) => id);
  if (roleIds.length === 0) return [];
  const users = await usersOf(ctx, grantor, targets);
  const hit = new Set(await activateWithUsers(ctx.tx, roleIds));
  return rowsOf(roles, users, hit, { status: "cancelled", cancelledWith: "role" }, "active");
}

function rowsOf(
  roles: readonly LockedRole[],
  users: readonly LockedUser[],
  hit: ReadonlySet<number>,
  before: object,
  status: LockedRole["status"],
): Row[] {
  const after = { status, cancelledWith: null };
  return [
    ...roles.map((role): Row => ({ ...place(role), entity: "role", old: stateOf(role), new: after })),
    ...users
      .filter(({ id }) => hit.has(id))
      .map((user): Row => {
        const cancelledWith = status === "cancelled" ? "role" : null;
        return { ...place(user), entity: "user", old: before, new: { status, cancelledWith } };
      }),
  ];
}

const place = ({ id, customerId }: { id: number; customerId: number }) => ({ id, customerId });

/** Deletes the roles and their accounts, if this is confirmed and each customer retains an account. */
async function removeAll(ctx: Mutation, targets: readonly Target<LockedRole>[], isConfirmed: boolean): Promise<Row[]> {
  const grantor = grantorOf(ctx);
  for (const target of targets) assertRemoves(grantor, target);
  const roleIds = targets.map(({ role }) => role.id);
  const users = await usersOf(ctx, grantor, targets);
  for (const target of targets)
    assertUsersGo(
      target,
      users.filter(({ roleId }) => roleId === target.role.id),
      isConfirmed,
    );
  const userIds = users.map(({ id }) => id);
  const [empty] = await customersLeftEmpty(ctx.tx, [...new Set(users.map(({ customerId }) => customerId))], userIds);
  if (empty !== undefined) {
    const last = users.find(({ customerId }) => customerId === empty);
    const target = targets.find(({ role }) => role.id === last?.roleId);
    throw conflict(target?.path ?? "id", "lastUser", `customer ${empty} would have no user left`);
  }
  const sessionIds = await endSessionsOf(ctx.tx, userIds, "cancelled", ctx.now);
  await removeWithUsers(ctx.tx, roleIds);
  ctx.afterCommit(() => publishSessionsEnded(sessionIds, "cancelled"));
  return [
    ...targets.map(({ role: { isRoots, customerStatus, customerType, ...old } }): Row => {
      return { ...place(old), entity: "role", old };
    }),
    ...users.map(({ hasSigned, customerIds, sceneIds, ...old }): Row => ({ ...place(old), entity: "user", old })),
  ];
}

/** The audit rows of the accounts, if the call writes that of the role itself. */
export const auditUsers = (ctx: Mutation, operation: string, rows: readonly Row[]): Promise<void> =>
  auditEach(
    ctx,
    operation,
    rows.filter(({ entity }) => entity === "user"),
  );

const usersIn = (rows: readonly Row[]) => rows.filter(({ entity }) => entity === "user").length;

type Verb = "cancel" | "activate" | "remove";
const PERMISSION = { cancel: "editRole", activate: "editRole", remove: "removeRole" } as const;
type All = (ctx: Mutation, targets: readonly Target<LockedRole>[], isConfirmed: boolean) => Promise<Row[]>;

/** An operation on one role, whose audit row is written by the call. */
const single = <S extends z.ZodType<{ id: number; confirm?: boolean }>>(verb: Verb, input: S, all: All) =>
  defineOperation({
    name: `role.${verb}`,
    kind: "mutation",
    permission: PERMISSION[verb],
    input,
    async run(ctx, { id, confirm = false }): Promise<LifecycleDto> {
      const targets = await lockTargets(ctx, verb, [id], ONE);
      const rows = await all(ctx, targets, confirm);
      const own = rows.find(({ entity }) => entity === "role");
      await auditUsers(ctx, `role.${verb}`, rows);
      ctx.audit({
        customerId: (targets[0] as Target<LockedRole>).role.customerId,
        ...(own?.old && { old: { ...own.old } }),
        ...(own?.new && { new: { ...own.new } }),
      });
      return { ids: [id], users: usersIn(rows) };
    },
    audit: { entity: "role", id: (_, { id }) => id },
  });

/** An operation on several roles, all or none. */
const batch = <S extends z.ZodType<{ ids: number[]; confirm?: boolean }>>(verb: Verb, input: S, all: All) =>
  defineOperation({
    name: `role.${verb}Batch`,
    kind: "mutation",
    permission: PERMISSION[verb],
    input,
    async run(ctx, { ids, confirm = false }): Promise<LifecycleDto> {
      const targets = await lockTargets(ctx, verb, ids, MANY);
      const rows = await all(ctx, targets, confirm);
      await auditEach(ctx, `role.${verb}`, rows);
      return { ids, users: usersIn(rows) };
    },
    audit: { entity: "roleBatch", id: ({ ids }) => ids.join(",") },
  });

export const cancelRole = single("cancel", ById, cancelAll);
export const activateRole = single("activate", ById, activateAll);
export const removeRole = single("remove", RemoveRole, removeAll);
export const cancelRoles = batch("cancel", RoleIds, cancelAll);
export const activateRoles = batch("activate", RoleIds, activateAll);
export const removeRoles = batch("remove", RemoveRoles, removeAll);
