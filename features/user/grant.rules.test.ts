import { describe, expect, it } from "vitest";
import type { ScopeType } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  assertGives,
  assertManages,
  assertPlaces,
  type Grantor,
  type HeldRole,
  holdsAll,
  mayGive,
  mayManage,
  type OwnPlaces,
} from "./grant.rules";

const OWN = 7;
const EVERYWHERE = { customerIds: "all", sceneIds: "all" } as const;
const AT_OWN = { customerIds: [OWN], sceneIds: "all" } as const;

const grantor = (fields: Partial<Grantor> = {}): Grantor => ({
  userId: 50,
  roleId: 60,
  isRoot: false,
  level: 1,
  permissions: new Set(["viewEx", "newUser", "viewUser", "viewContacts"]),
  scope: AT_OWN,
  ...fields,
});
const role = (scopeType: ScopeType, fields: Partial<HeldRole> = {}): HeldRole => ({
  id: 61,
  customerId: OWN,
  scopeType,
  isActive: true,
  isDelegable: false,
  codes: ["viewEx"],
  customerIds: [],
  sceneIds: [],
  treeIds: [],
  ...fields,
});
const NONE: OwnPlaces = { sceneIds: [], customerIds: [] };
const platform = (fields: Partial<Grantor> = {}) => grantor({ level: 2, scope: EVERYWHERE, ...fields });
const administrator = grantor({ level: 3, scope: EVERYWHERE, permissions: "all" });

/** `field rule` of the thrown error, or null. */
function ruleOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    const [found] = (error as AppError).details.issues ?? [];
    return `${found?.path} ${found?.rule}`;
  }
}

const GIVES: [string, Grantor, HeldRole, boolean][] = [
  ["a role of one's own scope type with codes that one holds", grantor(), role(1), true],
  ["a lower role", grantor(), role(0), true],
  ["a role of customer management as an agent", grantor({ level: 1 }), role(1), true],
  ["an agent's role as an administrator of a customer", grantor(), role(-1), true],
  ["a role of platform use", grantor(), role(2), false],
  ["a role of platform management", platform(), role(3), false],
  ["a role of platform management as Root", grantor({ level: 4, permissions: "all" }), role(3), true],
  ["a role with a code that one lacks", grantor(), role(0, { codes: ["viewEx", "handleEx"] }), false],
  [
    "a role whose code implies one that one lacks",
    grantor({ permissions: new Set(["editUser"]) }),
    role(1, { codes: ["editUser"] }),
    false,
  ],
  ["a role whose code lies above its own level", grantor(), role(0, { codes: ["viewEx", "editParam"] }), true],
  ["one's own role", grantor({ roleId: 61 }), role(1), false],
  ["one's own role that may be given on", grantor({ roleId: 61 }), role(1, { isDelegable: true }), true],
];

it.each(GIVES)("giving %s", (_, who, what, may) => {
  expect(mayGive(who, what)).toBe(may);
  expect(ruleOf(() => assertGives(who, what))).toBe(may ? null : "roleId notHeld");
});

it("gives no cancelled role", () =>
  expect(ruleOf(() => assertGives(grantor(), role(0, { isActive: false })))).toBe("roleId inactive"));

const nodes = (...sceneIds: number[]): OwnPlaces => ({ sceneIds, customerIds: [] });
const customers = (...customerIds: number[]): OwnPlaces => ({ sceneIds: [], customerIds });
const ward = grantor({ scope: { customerIds: [OWN], sceneIds: [1, 2] } });
const governor = platform({ scope: { customerIds: [OWN, 8], sceneIds: "all" } });

const PLACES: [string, Grantor, HeldRole, OwnPlaces, string | null][] = [
  ["a place for customer use", grantor(), role(0), nodes(1), null],
  ["the place of the role", grantor(), role(0, { sceneIds: [1], treeIds: [1, 2] }), NONE, null],
  ["a place below that of the role", grantor(), role(0, { sceneIds: [1], treeIds: [1, 2] }), nodes(2), null],
  [
    "a place beside that of the role",
    grantor(),
    role(0, { sceneIds: [1], treeIds: [1, 2] }),
    nodes(3),
    "sceneIds scope",
  ],
  ["no place for customer use", grantor(), role(0), NONE, "sceneIds sceneRequired"],
  ["places for customer management", grantor(), role(1), nodes(1), "sceneIds scope"],
  ["a place that one does not see", ward, role(0), nodes(2, 3), "sceneIds notHeld"],
  ["the whole customer by somebody of a ward", ward, role(1), NONE, "customerIds notHeld"],
  ["proxy customers of an agent", platform(), role(-1, { customerId: 1 }), customers(OWN), null],
  ["no proxy customer of an agent", platform(), role(-1, { customerId: 1 }), NONE, "customerIds ROLE_AGENT_EMPTY"],
  ["another customer than the role's", platform(), role(-1, { customerIds: [OWN] }), customers(8), "customerIds scope"],
  ["a customer that one does not see", grantor(), role(-1), customers(8), "customerIds notHeld"],
  ["customers for customer use", grantor(), role(0), { sceneIds: [1], customerIds: [OWN] }, "customerIds scope"],
  ["governed customers", governor, role(2, { customerId: 1 }), customers(OWN, 8), null],
  ["every customer by somebody who governs some", governor, role(2, { customerId: 1 }), NONE, "customerIds notHeld"],
  ["every customer by somebody who sees all", platform(), role(2, { customerId: 1 }), NONE, null],
  ["everything by a platform administrator", administrator, role(3, { customerId: 1 }), NONE, null],
  [
    "everything by somebody who governs some",
    { ...administrator, scope: governor.scope },
    role(3),
    NONE,
    "customerIds notHeld",
  ],
  ["customers for platform management", administrator, role(3), customers(OWN), "customerIds scope"],
];

it.each(PLACES)("naming %s", (_, who, what, own, rule) =>
  expect(ruleOf(() => assertPlaces(who, what, own))).toBe(rule),
);

describe("managing an account", () => {
  const account = (scopeType: ScopeType, isRoot = false, fields: Partial<HeldRole> = {}, own = NONE) => ({
    id: isRoot ? 1 : 99,
    isRoot,
    role: role(scopeType, fields),
    own,
  });
  const LEVELS: [number, ScopeType, boolean][] = [
    [1, 0, true],
    [1, 1, true],
    [1, -1, true],
    [1, 2, false],
    [2, 2, true],
    [2, 3, false],
    [3, 3, true],
    [0, 1, false],
  ];

  it.each(LEVELS)("from level %s, one of scope type %s: %s", (level, scopeType, may) => {
    const somebody = grantor({ level, scope: EVERYWHERE });
    expect(mayManage(somebody, account(scopeType))).toBe(may);
    expect(ruleOf(() => assertManages(somebody, account(scopeType), "ids.3"))).toBe(may ? null : "ids.3 higherAccount");
  });

  it("takes all the codes that it holds, and all its places", () => {
    expect(mayManage(grantor(), account(1, false, { codes: ["viewEx", "handleEx"] }))).toBe(false);
    expect(mayManage(grantor(), account(0, false, { codes: ["handleEx"] }))).toBe(false);
    expect(mayManage(grantor({ level: 0, scope: ward.scope }), account(0, false, {}, nodes(3)))).toBe(false);
    expect(mayManage(governor, account(2, false, { customerId: 1 }))).toBe(false);
    expect(mayManage(governor, account(2, false, { customerId: 1 }, customers(8)))).toBe(true);
  });

  it("is free to oneself, as far as nobody else decides it", () => {
    expect(mayManage(grantor({ userId: 99 }), account(1, false, { codes: ["handleEx"] }))).toBe(true);
  });

  it("leaves Root's to Root alone", () => {
    expect(mayManage(administrator, account(3, true))).toBe(false);
    expect(mayManage(grantor({ userId: null, level: 4, permissions: "all" }), account(3, true))).toBe(false);
    expect(mayManage(grantor({ userId: 1, isRoot: true, level: 4 }), account(3, true))).toBe(true);
    expect(() => assertManages(administrator, account(3, true))).toThrow(AppError);
  });
});

it("holds all of an account where neither code nor place is gained by being it", () => {
  expect(holdsAll(grantor(), role(1), NONE)).toBe(true);
  expect(holdsAll(grantor({ roleId: 61 }), role(1), NONE)).toBe(true);
  expect(holdsAll(grantor(), role(1, { codes: ["handleEx"] }), NONE)).toBe(false);
  expect(holdsAll(ward, role(0), nodes(3))).toBe(false);
  expect(holdsAll(governor, role(2, { customerId: 1 }), NONE)).toBe(false);
  expect(holdsAll(governor, role(2, { customerId: 1 }), customers(8))).toBe(true);
});
