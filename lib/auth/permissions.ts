import type { ScopeType } from "@/db/enums";

type Action = "view" | "new" | "edit" | "remove" | "acknowledge" | "handle" | "switch" | "token";
type Subject = { label: string; level: 0 | 1 | 2 | 3 | 4; actions: readonly Action[] };

/**
 * Every permission of the console, by subject, with the access level of specification section 6
 * (0 all users … 4 Root only). Nothing else spells a code: the codes are derived in the spelling of the
 * specification (`viewEx`, `newSensor`).
 */
export const PERMISSIONS = {
  MonitorPointRealTime: { label: "monitoringPoint", level: 0, actions: ["view"] },
  History: { label: "history", level: 0, actions: ["view"] },
  Ex: { label: "exception", level: 0, actions: ["view", "acknowledge", "handle"] },
  Carrier: { label: "carrier", level: 0, actions: ["switch"] },
  DataZone: { label: "dataZone", level: 0, actions: ["view", "new", "edit", "remove"] },
  Gateway: { label: "gateway", level: 1, actions: ["token"] },
  Customer: { label: "customer", level: 1, actions: ["token"] },
} as const satisfies Record<string, Subject>;

type Catalogue = typeof PERMISSIONS;
export type PermissionSubject = keyof Catalogue;
export type Permission = {
  [S in PermissionSubject]: `${Catalogue[S]["actions"][number]}${S}`;
}[PermissionSubject];

/** All codes, in catalogue order. */
export const ALL_PERMISSIONS: readonly Permission[] = Object.entries(PERMISSIONS).flatMap(([subject, { actions }]) =>
  actions.map((action) => `${action}${subject}` as Permission),
);

/** The parts of a code as the `permission` messages name them: `subject.<label>` and `action.<action>`. */
export function partsOf(code: Permission): { label: string; action: Action } {
  for (const [subject, { label, actions }] of Object.entries(PERMISSIONS)) {
    const action = actions.find((candidate) => `${candidate}${subject}` === code);
    if (action) return { label, action };
  }
  throw new Error(`no permission ${code}`);
}

/** Holding the key grants the values as well; the closure is computed when the principal is loaded. */
export const IMPLIES: Partial<Record<Permission, readonly Permission[]>> = {
  acknowledgeEx: ["viewEx"],
  handleEx: ["viewEx"],
  newDataZone: ["viewDataZone"],
  editDataZone: ["viewDataZone"],
  removeDataZone: ["viewDataZone"],
};

/** The codes and all that they imply. Unknown codes (of an older release) are dropped. */
export function withImplied(codes: Iterable<string>): ReadonlySet<Permission> {
  const known = new Set<string>(ALL_PERMISSIONS);
  const held = new Set<Permission>();
  const add = (code: Permission) => {
    if (held.has(code)) return;
    held.add(code);
    for (const implied of IMPLIES[code] ?? []) add(implied);
  };
  for (const code of codes) if (known.has(code)) add(code as Permission);
  return held;
}

/** The codes that an account of this scope type may hold at all, by access level; `isRoot` opens level 4. */
export function grantable(scopeType: ScopeType, isRoot: boolean): readonly Permission[] {
  const level = isRoot ? 4 : scopeType === 3 ? 3 : scopeType === 2 ? 2 : scopeType === 0 ? 0 : 1;
  return Object.entries(PERMISSIONS)
    .filter(([, subject]) => subject.level <= level)
    .flatMap(([name, { actions }]) => actions.map((action) => `${action}${name}` as Permission));
}
