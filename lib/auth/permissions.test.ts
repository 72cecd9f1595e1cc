import { describe, expect, it } from "vitest";
import { SCOPE_TYPES } from "@/db/enums";
import { ALL_PERMISSIONS, grantable, IMPLIES, PERMISSIONS, type Permission, partsOf, withImplied } from "./permissions";

describe("the catalogue", () => {
  it("spells every code as <action><Subject>, once", () => {
    expect(new Set(ALL_PERMISSIONS).size).toBe(ALL_PERMISSIONS.length);
    for (const code of ALL_PERMISSIONS) expect(code).toMatch(/^[a-z]+[A-Z]\w*$/);
    expect(ALL_PERMISSIONS).toEqual(
      expect.arrayContaining(["viewMonitorPointRealTime", "viewEx", "newDataZone", "tokenGateway"]),
    );
  });

  it("takes each code apart again", () => {
    expect(partsOf("viewMonitorPointRealTime")).toEqual({ label: "monitoringPoint", action: "view" });
    for (const code of ALL_PERMISSIONS) expect(code.startsWith(partsOf(code).action)).toBe(true);
  });

  it("implies within a subject only, and never more than its holder may hold", () => {
    for (const [code, implied] of Object.entries(IMPLIES)) {
      const subject = (one: string) => one.replace(/^[a-z]+/, "");
      for (const other of implied) expect(subject(other)).toBe(subject(code));
    }
  });
});

describe("held permissions", () => {
  it("are the codes and what they imply; unknown codes of another release are dropped", () => {
    expect([...withImplied(["handleEx", "flyRocket", "", "viewHistory"])].sort()).toEqual([
      "handleEx",
      "viewEx",
      "viewHistory",
    ]);
    expect(withImplied([]).size).toBe(0);
    expect(withImplied(ALL_PERMISSIONS)).toEqual(new Set(ALL_PERMISSIONS));
  });
});

describe("grantable permissions", () => {
  const levelOf = (code: Permission): number => {
    const subject = code.replace(/^[a-z]+/, "") as keyof typeof PERMISSIONS;
    return PERMISSIONS[subject].level;
  };
  const HIGHEST = { [-1]: 1, 0: 0, 1: 1, 2: 2, 3: 3 } as const;

  it.each(SCOPE_TYPES)("of scope type %d end at its access level", (scopeType) => {
    const codes = ALL_PERMISSIONS.filter((code) => levelOf(code) <= HIGHEST[scopeType]);
    expect(grantable(scopeType, false)).toEqual(codes);
  });

  it("of Root are all", () => expect(grantable(3, true)).toEqual(ALL_PERMISSIONS));
});
