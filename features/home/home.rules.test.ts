import { describe, expect, it } from "vitest";
import { urgencyOf } from "@/features/carrier/monitoring/monitoring.rules";
import { countStates, severityAt, statusAt, verdictOf } from "./home.rules";

describe("the kept counts", () => {
  it("are read as states and severities", () => {
    expect([0, 3, 4].map(statusAt)).toEqual(["abnormal", "abnormal", "abnormal"]);
    expect((["offline", "unknown", "normal", "stopped"] as const).map((status) => statusAt(urgencyOf(status)))).toEqual(
      ["offline", "unknown", "normal", "stopped"],
    );
    expect([severityAt(0), severityAt(4)]).toEqual(["critical", null]);
  });

  it("are added up, what moves apart from what stands", () => {
    const { all, fixed, mobile } = countStates([
      { type: "refrigerator", urgency: 0, count: 2 },
      { type: "refrigerator", urgency: urgencyOf("normal"), count: 30 },
      { type: "vehicle", urgency: urgencyOf("abnormal"), count: 1 },
      { type: "incubator", urgency: urgencyOf("stopped"), count: 4 },
    ]);
    expect(all).toEqual({ total: 37, abnormal: 3, offline: 0, unknown: 0, normal: 30, stopped: 4 });
    expect([fixed.total, fixed.abnormal, mobile.total, mobile.abnormal]).toEqual([32, 2, 5, 1]);
  });
});

describe("the verdict", () => {
  const none = { total: 0, abnormal: 0, offline: 0, unknown: 0, normal: 0, stopped: 0 };
  const worst = (severity: "critical" | "major" | null) => [
    { id: 1, name: "Fridge", status: "abnormal" as const, severity, customerName: null },
  ];
  it.each([
    ["empty", none, []],
    ["empty", { ...none, total: 3, stopped: 3 }, []],
    ["normal", { ...none, total: 5, normal: 3, stopped: 2 }, []],
    ["offline", { ...none, total: 5, normal: 4, unknown: 1 }, []],
    ["offline", { ...none, total: 5, normal: 4, offline: 1 }, []],
    ["warning", { ...none, total: 5, abnormal: 1, offline: 4 }, worst("major")],
    ["critical", { ...none, total: 5, abnormal: 1, normal: 4 }, worst("critical")],
  ] as const)("is %s", (verdict, all, named) => {
    const carriers = { all, fixed: all, mobile: none, worst: [...named], silenced: 0, customers: null };
    expect(verdictOf(carriers)).toBe(verdict);
  });
});
