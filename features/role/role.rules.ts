import type { CustomerType, RoleType, ScopeType } from "@/db/enums";
import { effectiveCodes, type Grantor, type Holdings, type OwnPlaces, seesPlaces } from "@/features/user/grant.rules";
import { type AccessLevel, levelOf } from "@/lib/auth/permission-catalogue";
import { grantable, isPermission, type Permission } from "@/lib/auth/permissions";
import { AppError, type Issue } from "@/lib/errors";

/** Who creates or changes a role, with what decides which contents they may give it. */
export type RoleGrantor = {
  isRoot: boolean;
  scopeType: ScopeType;
  /** The grantor's own role; null for another system and for the system itself. */
  roleId: number | null;
  held: ReadonlySet<Permission>;
  /** The grantor's own scope. */
  scope: Grantor["scope"];
};

/** Administrator for scope types that manage a customer or the platform, normal for those that use them. */
export const roleTypeOf = (scopeType: ScopeType): RoleType =>
  scopeType === 1 || scopeType === 3 ? "administrator" : "normal";

/** Whether a role of this scope type names nodes of the organisation tree. */
export const namesScenes = (scopeType: ScopeType): boolean => scopeType === 0;

/** Whether it names customers: an agent's proxy customers, or those that a platform user governs. */
export const namesCustomers = (scopeType: ScopeType): boolean => scopeType === -1 || scopeType === 2;

/** Whether it may be delegable: administrator and system roles can only be normal (specification, section 5). */
export const canBeDelegable = (scopeType: ScopeType): boolean => scopeType === 0 || scopeType === -1;

/** Whether it is only available to customers of the platform type. */
export const isOfPlatform = (scopeType: ScopeType): boolean => scopeType === -1 || scopeType >= 2;

const GIVEABLE: Record<ScopeType, readonly ScopeType[]> = {
  [-1]: [0, 1],
  0: [0],
  1: [0, 1],
  2: [-1, 0, 1, 2],
  3: [-1, 0, 1, 2, 3],
};

/** The scope types that an account of this scope type may assign to others. */
export const giveableTypes = (scopeType: ScopeType): readonly ScopeType[] => GIVEABLE[scopeType];

/** The access level of an account or role of this scope type. */
const rankOf = (scopeType: ScopeType, isRoot: boolean): AccessLevel => levelOf(scopeType, isRoot);

/** An existing role, with the fields that decide who may change it. */
export type RoleFacts = Holdings & { id: number; isRoots: boolean };

/**
 * Whether the grantor may change the role. Root's role cannot be changed, nor one with a higher scope type, a code or a
 * place that the grantor lacks, because its accounts change with it.
 */
export const mayManage = (grantor: RoleGrantor, role: RoleFacts): boolean =>
  !role.isRoots &&
  rankOf(role.scopeType, false) <= rankOf(grantor.scopeType, grantor.isRoot) &&
  effectiveCodes(role).every((code) => grantor.held.has(code)) &&
  seesPlaces(grantor, role, { customerIds: [], sceneIds: [] });

/** Throws FORBIDDEN, naming the role by `path`, if one of its accounts has places that the grantor does not see. */
export function assertSeesUsers(grantor: RoleGrantor, role: RoleFacts, users: readonly OwnPlaces[], path = "id"): void {
  if (users.every((own) => seesPlaces(grantor, role, own))) return;
  const message = `role ${role.id} has accounts that see more than the own one`;
  throw new AppError("FORBIDDEN", message, { issues: [{ path, rule: "higherRole", message }] });
}

/** Throws FORBIDDEN, naming the role by `path`, unless the grantor may change it. */
export function assertManages(grantor: RoleGrantor, role: RoleFacts, path = "id"): void {
  if (mayManage(grantor, role)) return;
  const message = role.isRoots ? "the role of Root cannot be changed" : `role ${role.id} holds more than the own one`;
  throw new AppError("FORBIDDEN", message, { issues: [{ path, rule: "higherRole", message }] });
}

/**
 * The codes that a role of this scope type may have. Root's codes are only included if Root grants them to a role of
 * platform management.
 */
export const holdable = (scopeType: ScopeType, grantor: Pick<RoleGrantor, "isRoot">): readonly Permission[] =>
  grantable(scopeType, grantor.isRoot && scopeType === 3);

/** The codes that the grantor may add to a role of this scope type. */
export const grantableCodes = (grantor: RoleGrantor, scopeType: ScopeType): Permission[] =>
  holdable(scopeType, grantor).filter((code) => grantor.held.has(code));

/**
 * The codes after a change: the wanted ones, and those before that the grantor lacks and can therefore neither add nor
 * remove. Codes of another release that the role has are retained as well.
 */
export function codesAfter(grantor: RoleGrantor, before: readonly string[], wanted: readonly Permission[]): string[] {
  const kept = before.filter((code) => !(isPermission(code) && grantor.held.has(code)));
  return [...new Set<string>([...wanted, ...kept])];
}

type Wanted = { scopeType: ScopeType; codes: readonly Permission[]; isDelegable: boolean };
type Before = { scopeType: ScopeType; codes: readonly string[]; isDelegable: boolean };

const issue = (path: string, rule: string, message: string): Issue => ({ path, rule, message });

/** The issues of a grant: each code that is not allowed, the scope type, and the right to delegate. */
export function grantIssues(grantor: RoleGrantor, wanted: Wanted, before: Before | null): Issue[] {
  const issues: Issue[] = [];
  const { scopeType, codes } = wanted;
  if (scopeType !== before?.scopeType && !giveableTypes(grantor.scopeType).includes(scopeType))
    issues.push(issue("scopeType", "notHeld", `scope type ${scopeType} is not yours to give`));
  const had = new Set(before?.codes);
  const after = codesAfter(grantor, before?.codes ?? [], codes).filter(isPermission);
  const fits = new Set(holdable(scopeType, grantor));
  for (const code of after) {
    if (!grantor.held.has(code) && !had.has(code))
      issues.push(issue(`codes.${code}`, "notHeld", `${code} is not yours to give`));
    else if (!fits.has(code))
      issues.push(issue(`codes.${code}`, "roleLevel", `${code} is not for roles of scope type ${scopeType}`));
  }
  if (wanted.isDelegable && !before?.isDelegable && after.some((code) => !grantor.held.has(code)))
    issues.push(issue("isDelegable", "notHeld", "the role holds codes that are not yours to give"));
  return issues;
}

type Places = { sceneIds: readonly number[]; customerIds: readonly number[] };
type Found = { sceneIds: ReadonlySet<number>; customerIds: ReadonlySet<number> };

/**
 * The issues of the places: nodes and customers that were not `found` in the grantor's scope, access to all customers
 * (`isEverywhere`) if the grantor lacks it, and a platform scope type for another customer.
 */
export function placeIssues(
  wanted: Places & { scopeType: ScopeType; customerType: CustomerType },
  found: Found,
  before: Places | null,
  isEverywhere: boolean,
): Issue[] {
  const { scopeType, customerType } = wanted;
  const issues: Issue[] = [];
  if (isOfPlatform(scopeType) && customerType !== "platform")
    issues.push(issue("scopeType", "scope", "roles of this scope type belong to the platform"));
  for (const field of ["sceneIds", "customerIds"] as const)
    wanted[field].forEach((id, index) => {
      if (!found[field].has(id) && !before?.[field].includes(id))
        issues.push(issue(`${field}.${index}`, "notHeld", `${id} is not yours to give`));
    });
  if (scopeType === 2 && wanted.customerIds.length === 0 && !isEverywhere)
    issues.push(issue("customerIds", "notHeld", "name the customers that it governs"));
  return issues;
}

/** The most accounts that a refusal names; the rest is counted. */
const NAMED_ACCOUNTS = 5;

/** Throws CONFLICT, naming the accounts, if some would lose their last own place and so see all places of the role. */
export function assertKeepPlaces(scopeType: ScopeType, usernames: readonly string[]): void {
  if (usernames.length === 0) return;
  const path = namesScenes(scopeType) ? "sceneIds" : namesCustomers(scopeType) ? "customerIds" : "scopeType";
  const named = usernames.slice(0, NAMED_ACCOUNTS).join(", ");
  const names = usernames.length > NAMED_ACCOUNTS ? `${named}, …` : named;
  const message = `accounts would lose the last place of their own: ${names}`;
  throw new AppError("CONFLICT", `${path}: ${message}`, {
    issues: [{ path, rule: "lastPlaces", message, limit: usernames.length, names }],
  });
}

/** The fields that decide which places a role's accounts see, and whether they may log in. */
const OWN_LOCKED = ["scopeType", "sceneIds", "customerIds", "isDelegable", "status"] as const;
type Own = Record<(typeof OWN_LOCKED)[number], unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Users can rename their own role and remove codes from it, but nothing else. Lists are sorted. */
export const ownRoleIssues = (before: Own, after: Own): Issue[] =>
  OWN_LOCKED.filter((field) => !same(before[field], after[field])).map((field) =>
    issue(field, "oneself", "somebody else has to change this of the own role"),
  );

/** Throws INVALID if there are issues. */
export function assertNone(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const message = issues.map(({ path, message: text }) => `${path}: ${text}`).join("; ");
  throw new AppError("INVALID", message, { issues: [...issues] });
}
