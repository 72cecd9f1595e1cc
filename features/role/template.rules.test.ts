import { describe, expect, it } from "vitest";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { ALL_PERMISSIONS, entryOf, type Permission, withImplied } from "@/lib/auth/permissions";
import { grantIssues } from "./role.rules";
import { contentOf, fromTemplate, ROLE_TEMPLATES } from "./template.rules";

const ALL = new Set<Permission>(ALL_PERMISSIONS);
const CHANGING = (code: Permission) => !["view", "verify"].includes(entryOf(code).action);

describe("role templates", () => {
  it.each(ROLE_TEMPLATES)("%s names codes once that a role of its scope type may have and the editor offers", (one) => {
    const { scopeType, codes } = contentOf(one);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) {
      const { level, isReserved, isFamily } = entryOf(code);
      expect(level, code).toBeLessThanOrEqual(levelOf(scopeType, false));
      expect([isReserved, isFamily], code).toEqual([false, false]);
    }
  });

  it.each(ROLE_TEMPLATES)("%s can be given by a customer's administrator as it is", (one) => {
    const grantor = {
      isRoot: false,
      scopeType: 1 as const,
      roleId: 7,
      held: ALL,
      scope: { customerIds: [7], sceneIds: "all" as const },
    };
    expect(fromTemplate(one, ALL)).toEqual({ ...contentOf(one), missing: 0 });
    expect(grantIssues(grantor, { ...contentOf(one), isDelegable: false }, null)).toEqual([]);
  });

  it.each(ROLE_TEMPLATES)("%s never gives more than the grantor holds, and counts what is left out", (one) => {
    const held = new Set<Permission>(["viewEx", "viewHistory", "viewMonitorPointRealTime"]);
    const { codes, missing } = fromTemplate(one, held);
    expect([...codes].sort()).toEqual([...held].sort());
    expect(missing).toBe(contentOf(one).codes.length - held.size);
  });

  it("separates duties: who looks or audits changes nothing, who approves registers no device", () => {
    for (const one of ["viewer", "auditor"] as const) expect(contentOf(one).codes.filter(CHANGING)).toEqual([]);
    const quality = withImplied(contentOf("qualityManager").codes);
    expect(quality).toContain("approveRecordPoint");
    expect(quality).not.toContain("newDevice");
    const technician = withImplied(contentOf("technician").codes);
    expect(technician).toContain("newSensor");
    expect(technician).not.toContain("approveRecordPoint");
    expect(contentOf("nurse").codes).not.toContain("decideLot");
    expect(contentOf("nurse").codes).toEqual(
      // Whether the goods may be used is asked where they are.
      expect.arrayContaining(["acknowledgeEx", "handleEx", "submitRecordPoint", "viewLot"]),
    );
  });
});
