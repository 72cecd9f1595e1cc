import type { ScopeType } from "@/db/enums";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { grantable, type Permission, withImplied } from "@/lib/auth/permissions";
import { AppError, type Issue } from "@/lib/errors";

/** Customers and nodes by id, or all of them. */
type Places = { readonly customerIds: readonly number[] | "all"; readonly sceneIds: readonly number[] | "all" };

/** Who grants a role, or changes or deletes an account. */
export type Grantor = {
  /** Null for another system with an API key, and for the system itself. */
  userId: number | null;
  roleId: number | null;
  isRoot: boolean;
  /** The highest access level that the grantor has (specification, section 6). */
  level: number;
  permissions: ReadonlySet<Permission> | "all";
  scope: Places;
};

/** The role of an account, with its codes and places. */
export type HeldRole = {
  id: number;
  customerId: number;
  scopeType: ScopeType;
  isActive: boolean;
  isDelegable: boolean;
  codes: readonly string[];
  /** The proxy customers of an agent's role, or the customers that a platform role governs. */
  customerIds: readonly number[];
  /** The nodes of a customer-use role; nodes below them are included. */
  sceneIds: readonly number[];
  treeIds: readonly number[];
};

/** The account's own places. If there are none, those of its role apply. */
export type OwnPlaces = { customerIds: readonly number[]; sceneIds: readonly number[] };

/** The codes and places that a role grants. */
export type Holdings = Pick<HeldRole, "customerId" | "scopeType" | "codes" | "customerIds" | "sceneIds">;

/** An existing account, with the fields that decide who may change it. */
export type AccountFacts = { id: number; isRoot: boolean; role: Holdings; own: OwnPlaces };

const issue = (path: string, rule: string, message: string): Issue => ({ path, rule, message });

/** The error for one invalid field. `CONFLICT` if the cause is a change of the record by others. */
export const broken = (
  path: string,
  rule: string,
  message: string,
  code: "INVALID" | "CONFLICT" = "INVALID",
): AppError => new AppError(code, `${path}: ${message}`, { issues: [issue(path, rule, message)] });

/** The error for a referenced row that does not exist or is not visible to the actor. */
export const missing = (path: string, entity: string): AppError =>
  new AppError("NOT_FOUND", `${path}: no such ${entity}`, { issues: [issue(path, "unknown", `no such ${entity}`)] });

/** Whether accounts of this scope type name customers: those of an agent, or those that a platform user governs. */
export const namesCustomers = (scopeType: ScopeType): boolean => scopeType === -1 || scopeType === 2;

/** Whether accounts of this scope type name nodes of the organisation tree. */
export const namesScenes = (scopeType: ScopeType): boolean => scopeType === 0;

/** The codes that a role of this scope type grants, including implied ones. */
export const effectiveCodes = ({ codes, scopeType }: Pick<HeldRole, "codes" | "scopeType">): Permission[] => {
  const held = withImplied(codes);
  return grantable(scopeType, false).filter((code) => held.has(code));
};

/** The effective places: those of the account, else those of its role. */
export const effectivePlaces = (role: Pick<HeldRole, "customerIds" | "sceneIds">, own: OwnPlaces): OwnPlaces => ({
  customerIds: own.customerIds.length > 0 ? own.customerIds : role.customerIds,
  sceneIds: own.sceneIds.length > 0 ? own.sceneIds : role.sceneIds,
});

const lies = (ids: readonly number[], within: readonly number[] | "all") =>
  within === "all" || ids.every((id) => within.includes(id));

/**
 * Whether the grantor may grant a role: its scope type is not above their own, they have all its codes, and it is not
 * their own role unless that is delegable.
 */
export const mayGive = (grantor: Grantor, role: HeldRole): boolean =>
  holdsRole(grantor, role) && (grantor.roleId !== role.id || role.isDelegable);

function holdsRole({ level, permissions }: Grantor, role: Holdings): boolean {
  if (levelOf(role.scopeType, false) > level) return false;
  return permissions === "all" || effectiveCodes(role).every((code) => permissions.has(code));
}

/** Whether the grantor has every code and place of the account, so that acting as the account would gain nothing. */
export const holdsAll = (grantor: Grantor, role: Holdings, own: OwnPlaces): boolean =>
  holdsRole(grantor, role) && seesPlaces(grantor, role, own);

/** Throws unless the grantor may grant the role. */
export function assertGives(grantor: Grantor, role: HeldRole): void {
  if (!role.isActive) throw broken("roleId", "inactive", "the role is cancelled");
  if (!mayGive(grantor, role)) throw broken("roleId", "notHeld", "the role holds more than may be given");
}

/**
 * Throws unless the places fit the role. Only scope types that have places may name them. At least one must be in
 * effect if the account would see nothing otherwise. All must be within those of the role and of the grantor.
 */
export function assertPlaces(grantor: Grantor, role: HeldRole, own: OwnPlaces): void {
  const { scopeType } = role;
  if (!namesCustomers(scopeType) && own.customerIds.length > 0)
    throw broken("customerIds", "scope", "a role of this scope type names no customers");
  if (!namesScenes(scopeType) && own.sceneIds.length > 0)
    throw broken("sceneIds", "scope", "a role of this scope type names no places");
  const { customerIds, sceneIds } = effectivePlaces(role, own);
  if (namesScenes(scopeType) && sceneIds.length === 0)
    throw broken("sceneIds", "sceneRequired", "a role of customer use needs a place");
  if (scopeType === -1 && customerIds.length === 0)
    throw broken("customerIds", "ROLE_AGENT_EMPTY", "choose at least one proxy customer");
  if (role.customerIds.length > 0 && !lies(own.customerIds, role.customerIds))
    throw broken("customerIds", "scope", "outside of the customers of the role");
  if (role.sceneIds.length > 0 && !lies(own.sceneIds, role.treeIds))
    throw broken("sceneIds", "scope", "outside of the places of the role");
  if (!seesPlaces(grantor, role, own))
    throw broken(namesScenes(scopeType) ? "sceneIds" : "customerIds", "notHeld", "outside of the own scope");
}

/** Whether all places that the account would see are within those of the grantor. */
export function seesPlaces({ scope }: Pick<Grantor, "scope">, role: Holdings, own: OwnPlaces): boolean {
  const { customerIds, sceneIds } = effectivePlaces(role, own);
  // A platform user without customers governs all of them.
  const isEverywhere = role.scopeType === 3 || (role.scopeType === 2 && customerIds.length === 0);
  if (isEverywhere) return scope.customerIds === "all" && scope.sceneIds === "all";
  if (namesCustomers(role.scopeType)) return scope.sceneIds === "all" && lies(customerIds, scope.customerIds);
  if (!lies([role.customerId], scope.customerIds)) return false;
  return namesScenes(role.scopeType) ? lies(sceneIds, scope.sceneIds) : scope.sceneIds === "all";
}

/** Whether the grantor has all codes and places of the account, and may change it. Only Root may change Root's. */
export function mayManage(grantor: Grantor, { id, isRoot, role, own }: AccountFacts): boolean {
  if (grantor.userId === id) return true;
  return !isRoot && holdsAll(grantor, role, own);
}

/** Throws FORBIDDEN, naming the account by `path`, unless the grantor may change it. */
export function assertManages(grantor: Grantor, account: AccountFacts, path = ""): void {
  if (mayManage(grantor, account)) return;
  const message = `user ${account.id} holds more than the own account`;
  throw new AppError("FORBIDDEN", message, { issues: [issue(path, "higherAccount", message)] });
}
