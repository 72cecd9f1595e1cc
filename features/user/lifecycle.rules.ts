import type { Target } from "./batch.rules";
import { assertManages, broken, type Grantor } from "./grant.rules";

/** What nobody does to himself, and nobody at all to Root. */
function assertOther(grantor: Grantor, { path, account }: Target): void {
  assertManages(grantor, account, path);
  if (grantor.userId === account.id) throw broken(path, "oneself", "not to oneself");
  if (account.isRoot) throw broken(path, "root", "Root stays");
}

/** Throws unless the giver may switch the account off. */
export const assertMayCancel = assertOther;

/** Throws unless the giver may switch the account on: not under a role or customer that is off. */
export function assertMayActivate(grantor: Grantor, target: Target): void {
  assertOther(grantor, target);
  const { path, account } = target;
  if (!account.isCustomerActive) throw broken(path, "customerCancelled", "the customer is cancelled");
  if (!account.isRoleActive) throw broken(path, "roleCancelled", "the role is cancelled");
}

/** Throws unless the giver may take the account away. */
export function assertMayRemove(grantor: Grantor, target: Target): void {
  assertOther(grantor, target);
  if (target.account.isDefault) throw broken(target.path, "isDefault", "the default user stays");
}

/** Throws unless the giver may have a new password of the account, with which one is the account. */
export const assertMayReset = assertOther;
