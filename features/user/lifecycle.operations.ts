import "server-only";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { newOneTimePassword } from "@/lib/auth/one-time-password";
import { hashPassword } from "@/lib/auth/password";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { UserIds } from "./batch.schema";
import { type Action, doAll, doOne, type LockedTarget } from "./batch.service";
import { accountGrantorOf } from "./grant.operations";
import { broken } from "./grant.rules";
import { deleteUser, hasOthers, setOneTimePassword, setStatus } from "./lifecycle.data";
import { assertMayActivate, assertMayCancel, assertMayRemove, assertMayReset } from "./lifecycle.rules";
import type { BatchResetDto, PasswordDto, ResetDto } from "./lifecycle.schema";
import type { LockedUser } from "./user.data";
import { auditSnapshot } from "./user.rules";

const standingOf = ({ status, cancelledWith }: Pick<LockedUser, "status" | "cancelledWith">) => ({
  status,
  cancelledWith,
});

const cancel: Action<void> = async (ctx, targets) => {
  const grantor = accountGrantorOf(ctx);
  for (const target of targets) assertMayCancel(grantor, target);
  const ids = targets.map(({ account }) => account.id);
  await setStatus(ctx.db, ids, "cancelled");
  const ended = await endSessionsOf(ctx.db, ids, "cancelled", ctx.now);
  ctx.afterCommit(() => publishSessionsEnded(ended, "cancelled"));
  const after = { status: "cancelled", cancelledWith: null };
  return targets.map(({ account }) => ({
    account,
    trace: { old: standingOf(account), new: after },
    result: undefined,
  }));
};

const activate: Action<void> = async (ctx, targets) => {
  const grantor = accountGrantorOf(ctx);
  for (const target of targets) assertMayActivate(grantor, target);
  await setStatus(
    ctx.db,
    targets.map(({ account }) => account.id),
    "active",
  );
  const after = { status: "active", cancelledWith: null };
  return targets.map(({ account }) => ({
    account,
    trace: { old: standingOf(account), new: after },
    result: undefined,
  }));
};

/** Invalidates the old password and all sessions. */
const reset: Action<PasswordDto> = async (ctx, targets) => {
  const grantor = accountGrantorOf(ctx);
  for (const target of targets) assertMayReset(grantor, target);
  const made = await Promise.all(
    targets.map(async ({ account }) => {
      const password = newOneTimePassword();
      return { account, password, passwordHash: await hashPassword(password) };
    }),
  );
  for (const { account, passwordHash } of made) await setOneTimePassword(ctx.db, account.id, passwordHash);
  const ids = targets.map(({ account }) => account.id);
  const ended = await endSessionsOf(ctx.db, ids, "password-changed", ctx.now);
  ctx.afterCommit(() => publishSessionsEnded(ended, "password-changed"));
  return made.map(({ account, password }) => ({
    account,
    trace: { new: { mustChangePassword: true, hasSecondFactor: false } },
    result: { id: account.id, username: account.username, name: account.name, password },
  }));
};

const remove: Action<void> = async (ctx, targets) => {
  const grantor = accountGrantorOf(ctx);
  for (const target of targets) assertMayRemove(grantor, target);
  const ids = targets.map(({ account }) => account.id);
  const [first] = targets as [LockedTarget, ...LockedTarget[]];
  if (!(await hasOthers(ctx.db, first.account.customerId, ids)))
    throw broken(first.path, "lastUser", "a customer keeps at least one user", "CONFLICT");
  const ended = await endSessionsOf(ctx.db, ids, "cancelled", ctx.now);
  for (const { account, path } of targets) await deleteUser(ctx.db, account.id, path);
  ctx.afterCommit(() => publishSessionsEnded(ended, "cancelled"));
  return targets.map(({ account }) => ({ account, trace: { old: auditSnapshot(account) }, result: undefined }));
};

const AUDIT_ONE = { entity: "user", id: ({ id }: { id: number }) => id };
const AUDIT_BATCH = { entity: "userBatch", id: ({ ids }: { ids: number[] }) => ids.join(",") };

export const cancelUser = defineOperation({
  name: "user.cancel",
  kind: "mutation",
  permission: "editUser",
  input: ById,
  async run(ctx, { id }) {
    ctx.audit((await doOne(ctx, id, cancel)).change);
    return { id };
  },
  audit: AUDIT_ONE,
});

export const cancelUsers = defineOperation({
  name: "user.cancelBatch",
  kind: "mutation",
  permission: "editUser",
  input: UserIds,
  async run(ctx, { ids }) {
    const { customerId } = await doAll(ctx, ids, "user.cancel", cancel);
    ctx.audit({ customerId });
    return { ids };
  },
  audit: AUDIT_BATCH,
});

export const activateUser = defineOperation({
  name: "user.activate",
  kind: "mutation",
  permission: "editUser",
  input: ById,
  async run(ctx, { id }) {
    ctx.audit((await doOne(ctx, id, activate)).change);
    return { id };
  },
  audit: AUDIT_ONE,
});

export const activateUsers = defineOperation({
  name: "user.activateBatch",
  kind: "mutation",
  permission: "editUser",
  input: UserIds,
  async run(ctx, { ids }) {
    const { customerId } = await doAll(ctx, ids, "user.activate", activate);
    ctx.audit({ customerId });
    return { ids };
  },
  audit: AUDIT_BATCH,
});

/** The response contains the new one-time password, only this once. */
export const resetPassword = defineOperation({
  name: "user.resetPassword",
  kind: "mutation",
  permission: "resetUser",
  input: ById,
  async run(ctx, { id }): Promise<ResetDto> {
    const { result, change } = await doOne(ctx, id, reset);
    ctx.audit(change);
    return { code: 200, password: result.password };
  },
  audit: { entity: "user", id: (_, { id }) => id },
});

export const resetPasswords = defineOperation({
  name: "user.resetPasswordBatch",
  kind: "mutation",
  permission: "resetUser",
  input: UserIds,
  async run(ctx, { ids }): Promise<BatchResetDto> {
    const { done, customerId } = await doAll(ctx, ids, "user.resetPassword", reset);
    ctx.audit({ customerId });
    return { code: 200, items: done.map(({ result }) => result) };
  },
  audit: { entity: "userBatch", id: (_, { ids }) => ids.join(",") },
});

export const removeUser = defineOperation({
  name: "user.remove",
  kind: "mutation",
  permission: "removeUser",
  input: ById,
  async run(ctx, { id }) {
    ctx.audit((await doOne(ctx, id, remove, { alone: true })).change);
    return { id };
  },
  audit: AUDIT_ONE,
});

export const removeUsers = defineOperation({
  name: "user.removeBatch",
  kind: "mutation",
  permission: "removeUser",
  input: UserIds,
  async run(ctx, { ids }) {
    const { customerId } = await doAll(ctx, ids, "user.remove", remove, { alone: true });
    ctx.audit({ customerId });
    return { ids };
  },
  audit: AUDIT_BATCH,
});
