import type { Target } from "../batch/rules";
import { assertManages, broken, type Giver, type HeldRole, holdsAll, type OwnPlaces } from "../grant/rules";

/** What nobody does to himself, and nobody at all to Root. */
function assertOther(giver: Giver, { path, account }: Target): void {
  assertManages(giver, account, path);
  if (giver.userId === account.id) throw broken(path, "oneself", "not to oneself");
  if (account.isRoot) throw broken(path, "root", "Root stays");
}

/** Throws unless the giver may switch the account off. */
export const assertMayCancel = assertOther;

/** Throws unless the giver may switch the account on: not under a role or customer that is off. */
export function assertMayActivate(giver: Giver, target: Target): void {
  assertOther(giver, target);
  const { path, account } = target;
  if (!account.isCustomerActive) throw broken(path, "customerCancelled", "the customer is cancelled");
  if (!account.isRoleActive) throw broken(path, "roleCancelled", "the role is cancelled");
}

/** Throws unless the giver may take the account away. */
export function assertMayRemove(giver: Giver, target: Target): void {
  assertOther(giver, target);
  if (target.account.isDefault) throw broken(target.path, "isDefault", "the default user stays");
}

/**
 * Throws unless the giver may have a new password of the account, with which one is the account: he must hold all that
 * it holds.
 */
export function assertMayReset(giver: Giver, target: Target, role: HeldRole, own: OwnPlaces): void {
  assertOther(giver, target);
  if (!holdsAll(giver, role, own)) throw broken(target.path, "higherAccount", "the account holds more than one's own");
}
