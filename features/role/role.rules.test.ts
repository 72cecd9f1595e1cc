import { describe, expect, it } from "vitest";
import type { ScopeType } from "@/db/enums";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { codeChanges, fittingCodes, impliedBy, scopeTypesReaching, sourcesOf } from "./catalogue.rules";
import {
  assertManages,
  assertSeesUsers,
  codesAfter,
  grantableCodes,
  grantIssues,
  mayManage,
  ownRoleIssues,
  placeIssues,
  type RoleGrantor,
  roleTypeOf,
} from "./role.rules";

const grantor = (scopeType: ScopeType, held: readonly Permission[] = ALL_PERMISSIONS, isRoot = false): RoleGrantor => ({
  isRoot,
  scopeType,
  roleId: 7,
  held: new Set(held),
  scope: { customerIds: scopeType >= 2 ? "all" : [7], sceneIds: "all" },
});
const standing = (scopeType: ScopeType, codes: readonly string[] = [], isRoots = false) => ({
  id: 1,
  customerId: 7,
  scopeType,
  codes,
  customerIds: [],
  sceneIds: [],
  isRoots,
});
const ROOT = grantor(3, ALL_PERMISSIONS, true);

describe("who may change a role", () => {
  const TABLE: [name: string, who: RoleGrantor, scopeType: ScopeType, may: boolean][] = [
    ["an administrator, his customer's users", grantor(1), 0, true],
    ["an administrator, another administrator", grantor(1), 1, true],
    ["an administrator, an agent", grantor(1), -1, true],
    ["an administrator, a platform user", grantor(1), 2, false],
    ["a platform user, an agent", grantor(2), -1, true],
    ["a platform user, a platform administrator", grantor(2), 3, false],
    ["a platform administrator, his like", grantor(3), 3, true],
    ["Root, everybody", ROOT, 3, true],
  ];
  it.each(TABLE)("%s", (_, who, scopeType, may) => {
    expect(mayManage(who, standing(scopeType))).toBe(may);
  });

  it("is nobody for Root's, not even Root", () => {
    expect(() => assertManages(ROOT, standing(3, [], true))).toThrow("Root");
  });

  it("is nobody who lacks one of its codes or places", () => {
    const few = grantor(1, ["viewEx", "viewRole"]);
    expect(mayManage(few, standing(1, ["viewEx"]))).toBe(true);
    expect(mayManage(few, standing(1, ["viewEx", "handleEx"]))).toBe(false);
    expect(mayManage(grantor(1), { ...standing(-1), customerIds: [8] })).toBe(false);
    expect(mayManage({ ...grantor(1), scope: { customerIds: [7], sceneIds: [3] } }, standing(1))).toBe(false);
    const own = { sceneIds: [4], customerIds: [] };
    const ward = { ...grantor(0), scope: { customerIds: [7], sceneIds: [3] } };
    expect(() => assertSeesUsers(ward, standing(0), [own])).toThrow("accounts that see more");
    expect(() => assertSeesUsers(ward, standing(0), [{ ...own, sceneIds: [3] }])).not.toThrow();
  });

  it.each([
    [-1, "normal"],
    [0, "normal"],
    [1, "administrator"],
    [2, "normal"],
    [3, "administrator"],
  ] as const)("scope type %i is of the %s role type", (scopeType, type) => expect(roleTypeOf(scopeType)).toBe(type));
});

describe("what may be granted", () => {
  const few = grantor(1, ["viewEx", "viewHistory", "viewRole"]);
  const wanted = (codes: Permission[], scopeType: ScopeType = 1, isDelegable = false) => ({
    scopeType,
    codes,
    isDelegable,
  });
  const told = (issues: { path: string; rule: string }[]) => issues.map(({ path, rule }) => `${path} ${rule}`);

  it("is what the grantor holds, at the level of the role", () => {
    expect(grantableCodes(few, 0)).toEqual(["viewHistory", "viewEx"]);
    expect(grantableCodes(ROOT, 3)).toEqual(ALL_PERMISSIONS);
    expect(grantableCodes(ROOT, 2)).not.toContain("viewUrlResource");
    expect(grantableCodes(grantor(3), 3)).not.toContain("viewUrlResource");
  });

  it("names each code that it is not", () => {
    expect(told(grantIssues(few, wanted(["viewEx", "newUser", "editRole"]), null))).toEqual([
      "codes.newUser notHeld",
      "codes.editRole notHeld",
    ]);
    expect(told(grantIssues(few, wanted(["viewRole"], 0), null))).toEqual(["codes.viewRole roleLevel"]);
    expect(told(grantIssues(few, wanted(["viewEx"], 2), null))).toEqual(["scopeType notHeld"]);
  });

  it("leaves alone what was there", () => {
    const before = { scopeType: 2 as const, codes: ["newUser", "viewEx", "viewOld"], isDelegable: false };
    expect(grantIssues(few, wanted(["newUser"], 2), before)).toEqual([]);
    expect(codesAfter(few, before.codes, ["viewHistory"])).toEqual(["viewHistory", "newUser", "viewOld"]);
    expect(codesAfter(few, before.codes, ["viewHistory", "newUser"]).sort()).toEqual([
      "newUser",
      "viewHistory",
      "viewOld",
    ]);
  });

  it("makes a role delegable only for who holds all of it", () => {
    const before = { scopeType: 0 as const, codes: ["viewStore"], isDelegable: false };
    expect(told(grantIssues(few, wanted(["viewEx"], 0, true), before))).toEqual(["isDelegable notHeld"]);
    expect(grantIssues(few, wanted(["viewEx"], 0, true), { ...before, isDelegable: true })).toEqual([]);
    expect(grantIssues(few, wanted(["viewEx"], 0, true), { ...before, codes: [] })).toEqual([]);
  });

  it("of places is what was found in the scope, or was there", () => {
    const found = { sceneIds: new Set([1]), customerIds: new Set([5]) };
    const place = { scopeType: 0 as const, customerType: "customer" as const, sceneIds: [1, 2, 3], customerIds: [] };
    expect(told(placeIssues(place, found, { sceneIds: [3], customerIds: [] }, true))).toEqual(["sceneIds.1 notHeld"]);
    const governs = { ...place, scopeType: 2 as const, sceneIds: [] };
    expect(told(placeIssues(governs, found, null, false))).toEqual(["scopeType scope", "customerIds notHeld"]);
    expect(placeIssues({ ...governs, customerType: "platform" }, found, null, true)).toEqual([]);
  });

  it("of the own role is a name and fewer codes", () => {
    const before = { scopeType: 1, sceneIds: [], customerIds: [], isDelegable: false, status: "active" };
    expect(ownRoleIssues(before, { ...before })).toEqual([]);
    expect(told(ownRoleIssues(before, { ...before, scopeType: 0, sceneIds: [1] }))).toEqual([
      "scopeType oneself",
      "sceneIds oneself",
    ]);
  });
});

describe("the catalogue", () => {
  it("knows what a code brings along, and what brings it", () => {
    expect(impliedBy("newUser")).toContain("viewUser");
    expect(impliedBy("viewUser")).toEqual([]);
    expect(sourcesOf("viewEx").sort()).toEqual(["acknowledgeEx", "handleEx", "removeEx", "viewEx"]);
    expect(sourcesOf("switchCarrier")).toEqual(["switchCarrier"]);
  });

  it("knows which scope types reach a code", () => {
    expect(scopeTypesReaching("viewEx")).toEqual([-1, 0, 1, 2, 3]);
    expect(scopeTypesReaching("newRole")).toEqual([-1, 1, 2, 3]);
    expect(scopeTypesReaching("newCustomer")).toEqual([3]);
    expect(scopeTypesReaching("viewUrlResource")).toEqual([]);
  });

  it("tells what changed", () => {
    expect(codeChanges(new Set(["viewEx", "newUser"]), new Set(["newUser", "viewHistory", "handleEx"]))).toEqual({
      added: ["viewHistory", "handleEx"],
      removed: ["viewEx"],
    });
  });

  it("drops what another scope type does not reach, but for what is not the editor's to take", () => {
    const codes = new Set(["viewEx", "newRole", "newUser", "viewOld"]);
    expect([...fittingCodes(codes, 0, new Set(["viewEx", "newRole"]))]).toEqual(["viewEx", "newUser", "viewOld"]);
    expect(fittingCodes(codes, 1, new Set(ALL_PERMISSIONS))).toEqual(codes);
  });
});
