import type { ActivationStatus } from "@/db/enums";
import { conflict } from "@/lib/errors";
import { assertManages, type RoleFacts, type RoleGrantor } from "./role.rules";

type Role = RoleFacts & { name: string; isDefault: boolean; customerStatus: ActivationStatus };

/** A role to change, with the input's field that names it. */
export type Target<R extends Role = Role> = { path: string; role: R };

/** Throws unless the grantor may cancel the role. Nobody can cancel their own role. */
export function assertCancels(grantor: RoleGrantor, { path, role }: Target): void {
  assertManages(grantor, role, path);
  if (role.id === grantor.roleId) throw conflict(path, "oneself", `${role.name} is your own role`);
}

/** Throws unless the grantor may activate the role. Its customer must be active. */
export function assertActivates(grantor: RoleGrantor, { path, role }: Target): void {
  assertManages(grantor, role, path);
  if (role.customerStatus === "cancelled")
    throw conflict(path, "customerCancelled", `the customer of ${role.name} is cancelled`);
}

/** Throws unless the grantor may delete the role. Their own and the default role cannot be deleted. */
export function assertRemoves(grantor: RoleGrantor, target: Target): void {
  assertCancels(grantor, target);
  if (target.role.isDefault) throw conflict(target.path, "isDefault", `${target.role.name} is a default role`);
}

export type Leaving = { username: string; isDefault: boolean; hasSigned: boolean };

/**
 * Throws unless the users of the role can be deleted with it: this is confirmed, none is a customer's first user, and
 * none has signed records.
 */
export function assertUsersGo({ path, role }: Target, users: readonly Leaving[], isConfirmed: boolean): void {
  const first = users.find(({ isDefault }) => isDefault);
  if (first) throw conflict(path, "defaultUser", `${first.username} is the default user of the customer`);
  const signer = users.find(({ hasSigned }) => hasSigned);
  if (signer) throw conflict(path, "hasRecords", `${signer.username} has signed records`);
  if (users.length > 0 && !isConfirmed)
    throw conflict("confirm", "confirmUsers", `${role.name} has ${users.length} users`, users.length);
}
