import type { ScopeType } from "@/db/enums";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { grantable, type Permission, withImplied } from "@/lib/auth/permissions";
import { AppError, type Issue } from "@/lib/errors";

/** Where somebody acts: customers and nodes by id, or every one. */
type Places = { readonly customerIds: readonly number[] | "all"; readonly sceneIds: readonly number[] | "all" };

/** Who gives a role, changes an account or takes one away. */
export type Grantor = {
  /** Null for another system with a key, and for the system itself. */
  userId: number | null;
  roleId: number | null;
  isRoot: boolean;
  /** The highest access level within his reach (specification, section 6). */
  level: number;
  permissions: ReadonlySet<Permission> | "all";
  scope: Places;
};

/** The role of an account: what it says of codes and places. */
export type HeldRole = {
  id: number;
  customerId: number;
  scopeType: ScopeType;
  isActive: boolean;
  isDelegable: boolean;
  codes: readonly string[];
  /** Proxy customers of an agent's role, or those that a platform role governs. */
  customerIds: readonly number[];
  /** The nodes of a role of customer use, and those with all below them. */
  sceneIds: readonly number[];
  treeIds: readonly number[];
};

/** What an account names of its own; where it names nothing, that of its role is in force. */
export type OwnPlaces = { customerIds: readonly number[]; sceneIds: readonly number[] };

/** What a role brings its holders: codes and places. */
export type Holdings = Pick<HeldRole, "customerId" | "scopeType" | "codes" | "customerIds" | "sceneIds">;

/** An account that exists, as far as it decides who may change it. */
export type Standing = { id: number; isRoot: boolean; role: Holdings; own: OwnPlaces };

const issue = (path: string, rule: string, message: string): Issue => ({ path, rule, message });

/** One field is at fault; `CONFLICT` where it is what others have made of the record. */
export const broken = (
  path: string,
  rule: string,
  message: string,
  code: "INVALID" | "CONFLICT" = "INVALID",
): AppError => new AppError(code, `${path}: ${message}`, { issues: [issue(path, rule, message)] });

/** A row that the input refers to does not exist, or not for this actor. */
export const missing = (path: string, entity: string): AppError =>
  new AppError("NOT_FOUND", `${path}: no such ${entity}`, { issues: [issue(path, "unknown", `no such ${entity}`)] });

/** Whether accounts of this scope type name customers: those of an agent, or those that a platform user governs. */
export const namesCustomers = (scopeType: ScopeType): boolean => scopeType === -1 || scopeType === 2;

/** Whether accounts of this scope type name nodes of the organisation tree. */
export const namesScenes = (scopeType: ScopeType): boolean => scopeType === 0;

/** The codes that a role of this scope type brings its holders, with all they imply. */
export const effectiveCodes = ({ codes, scopeType }: Pick<HeldRole, "codes" | "scopeType">): Permission[] => {
  const held = withImplied(codes);
  return grantable(scopeType, false).filter((code) => held.has(code));
};

/** The places in force: those of the account, or of its role. */
export const effectivePlaces = (role: Pick<HeldRole, "customerIds" | "sceneIds">, own: OwnPlaces): OwnPlaces => ({
  customerIds: own.customerIds.length > 0 ? own.customerIds : role.customerIds,
  sceneIds: own.sceneIds.length > 0 ? own.sceneIds : role.sceneIds,
});

const lies = (ids: readonly number[], within: readonly number[] | "all") =>
  within === "all" || ids.every((id) => within.includes(id));

/** Whether somebody may hand out a role: not above his own scope type, no code that he lacks, not his own unless it says so. */
export const mayGive = (grantor: Grantor, role: HeldRole): boolean =>
  holdsRole(grantor, role) && (grantor.roleId !== role.id || role.isDelegable);

function holdsRole({ level, permissions }: Grantor, role: Holdings): boolean {
  if (levelOf(role.scopeType, false) > level) return false;
  return permissions === "all" || effectiveCodes(role).every((code) => permissions.has(code));
}

/** Whether the giver could be the account and gain nothing: neither a code nor a place. */
export const holdsAll = (grantor: Grantor, role: Holdings, own: OwnPlaces): boolean =>
  holdsRole(grantor, role) && seesPlaces(grantor, role, own);

/** Throws unless the giver may hand out the role. */
export function assertGives(grantor: Grantor, role: HeldRole): void {
  if (!role.isActive) throw broken("roleId", "inactive", "the role is cancelled");
  if (!mayGive(grantor, role)) throw broken("roleId", "notHeld", "the role holds more than may be given");
}

/**
 * Throws unless the places fit the role: named by those scope types alone that have them, at least one in force where
 * the account would see nothing otherwise, inside of those of the role, and inside of the giver's own.
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

/** Whether all that the account would see lies inside of what the giver sees. */
export function seesPlaces({ scope }: Pick<Grantor, "scope">, role: Holdings, own: OwnPlaces): boolean {
  const { customerIds, sceneIds } = effectivePlaces(role, own);
  // Naming nobody, a platform user sees everybody.
  const isEverywhere = role.scopeType === 3 || (role.scopeType === 2 && customerIds.length === 0);
  if (isEverywhere) return scope.customerIds === "all" && scope.sceneIds === "all";
  if (namesCustomers(role.scopeType)) return scope.sceneIds === "all" && lies(customerIds, scope.customerIds);
  if (!lies([role.customerId], scope.customerIds)) return false;
  return namesScenes(role.scopeType) ? lies(sceneIds, scope.sceneIds) : scope.sceneIds === "all";
}

/** Whether the giver may change this account at all: none that holds a code or a place that he lacks, and Root's by Root alone. */
export function mayManage(grantor: Grantor, { id, isRoot, role, own }: Standing): boolean {
  if (grantor.userId === id) return true;
  return !isRoot && holdsAll(grantor, role, own);
}

/** Throws FORBIDDEN, naming the account by `path`, unless the giver may change it. */
export function assertManages(grantor: Grantor, account: Standing, path = ""): void {
  if (mayManage(grantor, account)) return;
  const message = `user ${account.id} holds more than the own account`;
  throw new AppError("FORBIDDEN", message, { issues: [issue(path, "higherAccount", message)] });
}
