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

/** A code with what the role editor, the labels and the access levels need of it. */
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
  /** Comes with those of the family's members and is offered nowhere. */
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

/** The entry of a code; throws on one that is not in the catalogue. */
export function entryOf(code: Permission): PermissionEntry {
  const entry = BY_CODE.get(code);
  if (!entry) throw new Error(`no permission ${code}`);
  return entry;
}

/** Whether a text is a code of this release. */
export const isPermission = (code: string): code is Permission => BY_CODE.has(code as Permission);

/**
 * The codes that holding `code` brings along: what one may change one may look at, where it is shown, and what serves the
 * family.
 */
function impliedBy({ action, subject }: PermissionEntry): Permission[] {
  const { within: family, shownWith } = PERMISSIONS[subject] as Subject;
  const brings = action !== "view" && action !== "switch" && action !== "token" ? ["view", action] : [action];
  const codes = brings.flatMap((one) => [`${one}${subject}`, ...(family ? [`${one}${family}`] : [])]);
  if (shownWith) codes.push(`view${shownWith}`);
  return codes.filter(isPermission);
}

/** The codes and all that they imply. Unknown codes (of an older release) are dropped. */
export function withImplied(codes: Iterable<string>): ReadonlySet<Permission> {
  const held = new Set<Permission>();
  for (const code of codes) {
    if (!isPermission(code)) continue;
    held.add(code);
    for (const implied of impliedBy(entryOf(code))) held.add(implied);
  }
  return held;
}

/** The codes that an API key may hold: never more than its customer's own administrator, and none of a person's. */
export const grantableToKeys = (): readonly Permission[] =>
  PERMISSION_ENTRIES.filter(({ level, isPersonal }) => level <= 1 && !isPersonal).map(({ code }) => code);

/** The codes that an account of this scope type may hold at all, by access level; `isRoot` opens level 4. */
export function grantable(scopeType: ScopeType, isRoot: boolean): readonly Permission[] {
  const reached = levelOf(scopeType, isRoot);
  return PERMISSION_ENTRIES.filter(({ level }) => level <= reached).map(({ code }) => code);
}
