import { describe, expect, it } from "vitest";
import { SCOPE_TYPES } from "@/db/enums";
import { PERMISSIONS, type Subject } from "./permission-catalogue";
import { ALL_PERMISSIONS, entryOf, grantable, PERMISSION_ENTRIES, withImplied } from "./permissions";

describe("the catalogue", () => {
  it("spells every code as <action><Subject>, once", () => {
    expect(new Set(ALL_PERMISSIONS).size).toBe(ALL_PERMISSIONS.length);
    for (const code of ALL_PERMISSIONS) expect(code).toMatch(/^[a-z]+[A-Z]\w*$/);
    expect(ALL_PERMISSIONS).toEqual(
      expect.arrayContaining(["viewMonitorPointRealTime", "viewEx", "newDataZone", "tokenGateway"]),
    );
  });

  it("takes each code apart again", () => {
    expect(entryOf("viewMonitorPointRealTime")).toMatchObject({ label: "monitoringPoint", action: "view", level: 0 });
    expect(entryOf("tokenGateway")).toMatchObject({ subject: "Gateway", level: 1, isReserved: false });
    expect(entryOf("removeNoticeLog")).toMatchObject({ group: "log", isReserved: true });
    for (const code of ALL_PERMISSIONS) expect(code.startsWith(entryOf(code).action)).toBe(true);
  });

  it("implies within a subject, its family and its screen only, and never more than its holder may hold", () => {
    for (const { code, subject, level } of PERMISSION_ENTRIES) {
      const { within, shownWith } = PERMISSIONS[subject] as Subject;
      for (const implied of withImplied([code])) {
        expect([subject, within, shownWith]).toContain(entryOf(implied).subject);
        expect(entryOf(implied).level).toBeLessThanOrEqual(level);
      }
    }
  });

  it("opens the screen on which a subject without one is shown", () => {
    expect([...withImplied(["newReplyProvider"])].sort()).toEqual([
      "newReplyProvider",
      "viewNoticeChannel",
      "viewReplyProvider",
    ]);
  });
});

describe("held permissions", () => {
  it("are the codes and what they imply; unknown codes of another release are dropped", () => {
    expect([...withImplied(["handleEx", "flyRocket", "", "viewHistory"])].sort()).toEqual([
      "handleEx",
      "viewEx",
      "viewHistory",
    ]);
    expect([...withImplied(["editIncubator"])].sort()).toEqual([
      "editCarrier",
      "editIncubator",
      "viewCarrier",
      "viewIncubator",
    ]);
    expect(withImplied([]).size).toBe(0);
    expect(withImplied(ALL_PERMISSIONS)).toEqual(new Set(ALL_PERMISSIONS));
  });
});

describe("grantable permissions", () => {
  const HIGHEST = { [-1]: 1, 0: 0, 1: 1, 2: 2, 3: 3 } as const;

  it.each(SCOPE_TYPES)("of scope type %d end at its access level", (scopeType) => {
    const codes = ALL_PERMISSIONS.filter((code) => entryOf(code).level <= HIGHEST[scopeType]);
    expect(grantable(scopeType, false)).toEqual(codes);
  });

  it("of Root are all", () => expect(grantable(3, true)).toEqual(ALL_PERMISSIONS));
});
