import { describe, expect, it } from "vitest";
import { dueOf } from "./rules";
import { RuleInput } from "./schema";

const wrong = (values: object) => {
  const parsed = RuleInput.safeParse({ name: "Rule", ...values });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
};

describe("a rule", () => {
  it("has the threshold of its cause", () => {
    expect(wrong({ cause: "exception", afterMinutes: 60 })).toEqual([]);
    expect(wrong({ cause: "silent", afterMinutes: 120, carrierTypes: ["vehicle"] })).toEqual([]);
    expect(wrong({ cause: "calibration", daysBefore: 0 })).toEqual([]);
    expect(wrong({ cause: "battery", percent: 15 })).toEqual([]);
    expect(wrong({ cause: "exception" })).toEqual(["afterMinutes"]);
    expect(wrong({ cause: "battery", afterMinutes: 60 })).toEqual(["afterMinutes", "percent"]);
  });

  it("has severities and kinds for exceptions only", () => {
    expect(wrong({ cause: "exception", afterMinutes: 60, severities: ["critical"], kinds: ["range"] })).toEqual([]);
    expect(wrong({ cause: "battery", percent: 15, severities: ["critical"] })).toEqual(["severities"]);
    expect(wrong({ cause: "silent", afterMinutes: 60, kinds: ["range"] })).toEqual(["kinds"]);
  });

  it("names a person or a group, and sensible figures", () => {
    expect(wrong({ cause: "battery", percent: 15, assigneeId: 1, groupId: 2 })).toEqual(["groupId"]);
    expect(wrong({ cause: "battery", percent: 0 })).toEqual(["percent"]);
    expect(wrong({ cause: "battery", percent: 15, name: "" })).toEqual(["name"]);
    expect(wrong({ cause: "battery", percent: 15, dueMinutes: -1 })).toEqual(["dueMinutes"]);
    expect(wrong({ cause: "flood", percent: 15 })).toEqual(["cause"]);
  });

  it("drops repeated choices", () => {
    const parsed = RuleInput.parse({ name: "R", cause: "exception", afterMinutes: 5, severities: ["major", "major"] });
    expect(parsed.severities).toEqual(["major"]);
  });

  it("says when its orders are due", () => {
    const now = new Date("2026-11-28T08:00:00Z");
    expect(dueOf({ dueMinutes: 90 }, now)).toBe("2026-11-28T09:30:00.000Z");
    expect(dueOf({ dueMinutes: null }, now)).toBeNull();
  });
});
