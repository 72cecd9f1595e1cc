import { SCOPE_TYPES, type ScopeType } from "@/db/enums";
import { levelOf, PERMISSION_GROUPS } from "@/lib/auth/permission-catalogue";
import {
  entryOf,
  isPermission,
  PERMISSION_ENTRIES,
  type Permission,
  type PermissionEntry,
  withImplied,
} from "@/lib/auth/permissions";
import type { CodeDto, GroupDto, SubjectDto } from "./catalogue.schema";

/** The codes that this one implies. */
export const impliedBy = (code: Permission): Permission[] => [...withImplied([code])].filter((other) => other !== code);

/** The codes that grant this one: itself, and those that imply it. */
export const sourcesOf = (code: Permission): Permission[] =>
  PERMISSION_ENTRIES.filter((entry) => withImplied([entry.code]).has(code)).map((entry) => entry.code);

/** The scope types that include a code; none for Root's own codes. */
export const scopeTypesReaching = (code: Permission): ScopeType[] =>
  SCOPE_TYPES.filter((scopeType) => levelOf(scopeType, false) >= entryOf(code).level);

function codeOf({ code, action, level }: PermissionEntry, held: ReadonlySet<Permission>): CodeDto {
  const isImplied = sourcesOf(code).length > 1;
  const implies = impliedBy(code).filter((other) => !entryOf(other).isFamily);
  return { code, action, level, isImplied, implies, isGrantable: held.has(code) };
}

/**
 * The catalogue as a tree of groups, subjects and codes; `held` are the caller's codes. Reserved codes open nothing and
 * are not offered; a role that has one keeps it.
 */
export function catalogueOf(held: ReadonlySet<Permission>): GroupDto[] {
  return PERMISSION_GROUPS.map((group) => {
    const subjects = new Map<string, SubjectDto>();
    const offered = PERMISSION_ENTRIES.filter((one) => one.group === group && !one.isFamily && !one.isReserved);
    for (const entry of offered) {
      const subject = subjects.get(entry.subject) ?? { subject: entry.subject, label: entry.label, codes: [] };
      subject.codes.push(codeOf(entry, held));
      subjects.set(entry.subject, subject);
    }
    return { group, subjects: [...subjects.values()] };
  });
}

/** Keys of the scope types' names in the `role` messages, under `scope` and `accountType`. */
export const SCOPE_KEYS = {
  [-1]: "proxy",
  0: "customerUse",
  1: "customerManagement",
  2: "platformUse",
  3: "platformManagement",
} as const satisfies Record<ScopeType, string>;

/** The codes added to and removed from a set, in catalogue order. */
export function codeChanges(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  const differing = PERMISSION_ENTRIES.map(({ code }) => code).filter((code) => before.has(code) !== after.has(code));
  return {
    added: differing.filter((code) => after.has(code)),
    removed: differing.filter((code) => before.has(code)),
  };
}

/** The codes that a new scope type leaves: those that it includes, and those that the editor may not remove. */
export function fittingCodes(codes: ReadonlySet<string>, scopeType: ScopeType, held: ReadonlySet<string>): Set<string> {
  const reached = levelOf(scopeType, false);
  const fits = (code: Permission) => entryOf(code).level <= reached || !held.has(code);
  return new Set([...codes].filter((code) => !isPermission(code) || fits(code)));
}
