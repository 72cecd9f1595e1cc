import type { CustomerType, RoleType, ScopeType } from "@/db/enums";
import { effectiveCodes, type Grantor, type Holdings, type OwnPlaces, seesPlaces } from "@/features/user/grant.rules";
import { type AccessLevel, levelOf } from "@/lib/auth/permission-catalogue";
import { grantable, isPermission, type Permission } from "@/lib/auth/permissions";
import { AppError, type Issue } from "@/lib/errors";

/** Who makes or changes a role, as far as it decides what he may put into it. */
export type RoleGrantor = {
  isRoot: boolean;
  scopeType: ScopeType;
  /** The role that he holds himself; null for another system and for the system itself. */
  roleId: number | null;
  held: ReadonlySet<Permission>;
  /** Where he acts himself. */
  scope: Grantor["scope"];
};

/** Administrator for those who manage a customer or the platform, normal for those who use them. */
export const roleTypeOf = (scopeType: ScopeType): RoleType =>
  scopeType === 1 || scopeType === 3 ? "administrator" : "normal";

/** Whether a role of this scope type names nodes of the organisation tree. */
export const namesScenes = (scopeType: ScopeType): boolean => scopeType === 0;

/** Whether it names customers: an agent's proxy customers, or those that a platform user governs. */
export const namesCustomers = (scopeType: ScopeType): boolean => scopeType === -1 || scopeType === 2;

/** Whether it may be delegable: administrator and system roles can only be of the normal kind (specification, section 5). */
export const canBeDelegable = (scopeType: ScopeType): boolean => scopeType === 0 || scopeType === -1;

/** Whether it belongs to a customer of the platform type alone. */
export const isOfPlatform = (scopeType: ScopeType): boolean => scopeType === -1 || scopeType >= 2;

const GIVEABLE: Record<ScopeType, readonly ScopeType[]> = {
  [-1]: [0, 1],
  0: [0],
  1: [0, 1],
  2: [-1, 0, 1, 2],
  3: [-1, 0, 1, 2, 3],
};

/** The scope types that an account of this scope type may give to others. */
export const giveableTypes = (scopeType: ScopeType): readonly ScopeType[] => GIVEABLE[scopeType];

/** How high an account or role of this scope type stands: its access level. */
const rankOf = (scopeType: ScopeType, isRoot: boolean): AccessLevel => levelOf(scopeType, isRoot);

/** A role that exists, as far as it decides who may change it. */
export type Standing = Holdings & { id: number; isRoots: boolean };

/**
 * Whether the role can be changed at all: Root's cannot, and none of a higher scope type than the own or with a code or
 * a place that the grantor lacks, for its accounts change with it.
 */
export const mayManage = (grantor: RoleGrantor, role: Standing): boolean =>
  !role.isRoots &&
  rankOf(role.scopeType, false) <= rankOf(grantor.scopeType, grantor.isRoot) &&
  effectiveCodes(role).every((code) => grantor.held.has(code)) &&
  seesPlaces(grantor, role, { customerIds: [], sceneIds: [] });

/** Throws FORBIDDEN, naming the role by `path`, where one of its accounts names places that the grantor does not see. */
export function assertSeesUsers(grantor: RoleGrantor, role: Standing, users: readonly OwnPlaces[], path = "id"): void {
  if (users.every((own) => seesPlaces(grantor, role, own))) return;
  const message = `role ${role.id} has accounts that see more than the own one`;
  throw new AppError("FORBIDDEN", message, { issues: [{ path, rule: "higherRole", message }] });
}

/** Throws FORBIDDEN, naming the role by `path`, unless the grantor may change it. */
export function assertManages(grantor: RoleGrantor, role: Standing, path = "id"): void {
  if (mayManage(grantor, role)) return;
  const message = role.isRoots ? "the role of Root cannot be changed" : `role ${role.id} holds more than the own one`;
  throw new AppError("FORBIDDEN", message, { issues: [{ path, rule: "higherRole", message }] });
}

/** The codes that a role of this scope type may hold at all; those of Root only if Root gives them to a manager of the platform. */
export const holdable = (scopeType: ScopeType, grantor: Pick<RoleGrantor, "isRoot">): readonly Permission[] =>
  grantable(scopeType, grantor.isRoot && scopeType === 3);

/** The codes that the grantor may put into a role of this scope type. */
export const grantableCodes = (grantor: RoleGrantor, scopeType: ScopeType): Permission[] =>
  holdable(scopeType, grantor).filter((code) => grantor.held.has(code));

/**
 * The codes after a change: what was asked for, and of the codes before those that the grantor lacks: he can neither
 * add nor take them. Codes of another release that the role still carries stay as well.
 */
export function codesAfter(grantor: RoleGrantor, before: readonly string[], wanted: readonly Permission[]): string[] {
  const kept = before.filter((code) => !(isPermission(code) && grantor.held.has(code)));
  return [...new Set<string>([...wanted, ...kept])];
}

type Wanted = { scopeType: ScopeType; codes: readonly Permission[]; isDelegable: boolean };
type Before = { scopeType: ScopeType; codes: readonly string[]; isDelegable: boolean };

const issue = (path: string, rule: string, message: string): Issue => ({ path, rule, message });

/** What the grantor may not put into the role: each code by its name, the scope type, the right to give it on. */
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
 * What the grantor may not name: nodes and customers that were not `found` in his scope, everybody where he himself sees
 * only some (`isEverywhere`), a scope type that is the platform's for another customer.
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

/** As many accounts as a refusal names; the rest is counted. */
const NAMED_ACCOUNTS = 5;

/** Throws CONFLICT, naming them, if accounts would lose the last place of their own and so see all that the role names. */
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

/** The fields that say where a role's accounts see, and whether they may sign in. */
const OWN_LOCKED = ["scopeType", "sceneIds", "customerIds", "isDelegable", "status"] as const;
type Own = Record<(typeof OWN_LOCKED)[number], unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The own role can be renamed and give up codes, no more. Lists are sorted. */
export const ownRoleIssues = (before: Own, after: Own): Issue[] =>
  OWN_LOCKED.filter((field) => !same(before[field], after[field])).map((field) =>
    issue(field, "oneself", "somebody else has to change this of the own role"),
  );

/** Throws INVALID with these issues, if there are any. */
export function assertNone(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const message = issues.map(({ path, message: text }) => `${path}: ${text}`).join("; ");
  throw new AppError("INVALID", message, { issues: [...issues] });
}
