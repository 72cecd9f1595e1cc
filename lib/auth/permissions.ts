import type { ScopeType } from "@/db/enums";
import {
  type AccessLevel,
  type Action,
  type Catalogue,
  levelOf,
  PERMISSIONS,
  type PermissionGroup,
  type PermissionSubject,
  type Subject,
} from "./permission-catalogue";

type CodesOf<S extends PermissionSubject> =
  | Catalogue[S]["actions"][number]
  | (Catalogue[S] extends { reserved: readonly (infer R)[] } ? R : never);

/** The codes in the spelling of the specification: `viewEx`, `newSensor`. */
export type Permission = { [S in PermissionSubject]: `${CodesOf<S> & string}${S}` }[PermissionSubject];

/** A code with its attributes for the role editor, labels and access levels. */
export type PermissionEntry = {
  code: Permission;
  subject: PermissionSubject;
  label: string;
  action: Action;
  group: PermissionGroup;
  level: AccessLevel;
  isReserved: boolean;
  /** Only for persons, not for API keys. */
  isPersonal: boolean;
  /** Implied by the codes of the family's members, and offered nowhere. */
  isFamily: boolean;
};

/** All codes, in catalogue order. */
export const PERMISSION_ENTRIES: readonly PermissionEntry[] = Object.entries<Subject>(PERMISSIONS).flatMap(
  ([subject, { group, label, level, levels, actions, personal = [], family = [], reserved = [] }]) =>
    [...actions, ...reserved].map((action) => ({
      code: `${action}${subject}` as Permission,
      subject: subject as PermissionSubject,
      label,
      action,
      group,
      level: levels?.[action] ?? level,
      isReserved: reserved.includes(action),
      isPersonal: personal.includes(action),
      isFamily: family.includes(action),
    })),
);

export const ALL_PERMISSIONS: readonly Permission[] = PERMISSION_ENTRIES.map(({ code }) => code);

const BY_CODE = new Map(PERMISSION_ENTRIES.map((entry) => [entry.code, entry]));

/** The entry of a code; throws if it is not in the catalogue. */
export function entryOf(code: Permission): PermissionEntry {
  const entry = BY_CODE.get(code);
  if (!entry) throw new Error(`no permission ${code}`);
  return entry;
}

/** Whether a text is a permission code of this release. */
export const isPermission = (code: string): code is Permission => BY_CODE.has(code as Permission);

/**
 * The codes implied by `code`: view permission (except for `switch` and `token`), that of the screen where it is shown,
 * and the same actions on the family.
 */
function impliedBy({ action, subject }: PermissionEntry): Permission[] {
  const { within: family, shownWith } = PERMISSIONS[subject] as Subject;
  const brings = action !== "view" && action !== "switch" && action !== "token" ? ["view", action] : [action];
  const codes = brings.flatMap((one) => [`${one}${subject}`, ...(family ? [`${one}${family}`] : [])]);
  if (shownWith) codes.push(`view${shownWith}`);
  return codes.filter(isPermission);
}

/** The codes with all implied ones. Unknown codes (of an older release) are dropped. */
export function withImplied(codes: Iterable<string>): ReadonlySet<Permission> {
  const held = new Set<Permission>();
  for (const code of codes) {
    if (!isPermission(code)) continue;
    held.add(code);
    for (const implied of impliedBy(entryOf(code))) held.add(implied);
  }
  return held;
}

/** The codes that an API key may have: at most those of its customer's administrator, without personal ones. */
export const grantableToKeys = (): readonly Permission[] =>
  PERMISSION_ENTRIES.filter(({ level, isPersonal }) => level <= 1 && !isPersonal).map(({ code }) => code);

/** The codes that an account of this scope type may have, by access level; `isRoot` permits level 4. */
export function grantable(scopeType: ScopeType, isRoot: boolean): readonly Permission[] {
  const reached = levelOf(scopeType, isRoot);
  return PERMISSION_ENTRIES.filter(({ level }) => level <= reached).map(({ code }) => code);
}
