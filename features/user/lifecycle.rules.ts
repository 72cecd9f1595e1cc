import type { Target } from "./batch.rules";
import { assertManages, broken, type Grantor } from "./grant.rules";

/** Throws for actions that nobody may perform on themselves or on Root. */
function assertOther(grantor: Grantor, { path, account }: Target): void {
  assertManages(grantor, account, path);
  if (grantor.userId === account.id) throw broken(path, "oneself", "not to oneself");
  if (account.isRoot) throw broken(path, "root", "Root stays");
}

/** Throws unless the grantor may cancel the account. */
export const assertMayCancel = assertOther;

/** Throws unless the grantor may activate the account. Its role and customer must be active. */
export function assertMayActivate(grantor: Grantor, target: Target): void {
  assertOther(grantor, target);
  const { path, account } = target;
  if (!account.isCustomerActive) throw broken(path, "customerCancelled", "the customer is cancelled");
  if (!account.isRoleActive) throw broken(path, "roleCancelled", "the role is cancelled");
}

/** Throws unless the grantor may delete the account. */
export function assertMayRemove(grantor: Grantor, target: Target): void {
  assertOther(grantor, target);
  if (target.account.isDefault) throw broken(target.path, "isDefault", "the default user stays");
}

/** Throws unless the grantor may reset the password, which allows logging in as the account. */
export const assertMayReset = assertOther;
