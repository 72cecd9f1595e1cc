import { describe, expect, it } from "vitest";
import { REPORT_TYPES } from "@/db/enums";
import { ReportInput } from "./report.schema";
import { REPORT_TYPE_RULES, TEMPLATE_TYPES } from "./sections.rules";
import { TemplateInput } from "./template/template.schema";
import { arrivalDelayOf, delayOf, whereAt } from "./transport.rules";

const stop = (name: string, arrivedAt: number | null, departedAt: number | null) => ({ name, arrivedAt, departedAt });

describe("where a transport was", () => {
  const stops = [stop("Depot", 10, 20), stop("Hub", 30, 40), stop("Clinic", 50, null)];

  it.each([
    [5, { at: "Depot" }],
    [10, { at: "Depot" }],
    [19, { at: "Depot" }],
    [20, { from: "Depot", to: "Hub" }],
    [29, { from: "Depot", to: "Hub" }],
    [30, { at: "Hub" }],
    [45, { from: "Hub", to: "Clinic" }],
    [50, { at: "Clinic" }],
    [99, { at: "Clinic" }],
  ])("at %i", (at, place) => {
    expect(whereAt(stops, at)).toEqual(place);
  });

  it("passes over a stop that was not noticed, and knows nothing of a transport without times", () => {
    expect(whereAt([stop("Depot", 10, 20), stop("Hub", null, null), stop("Clinic", 50, null)], 60)).toEqual({
      at: "Clinic",
    });
    expect(whereAt([stop("Depot", null, null), stop("Clinic", null, null)], 60)).toEqual({ at: "Depot" });
    expect(whereAt([], 60)).toEqual({ at: "" });
  });
});

describe("the delay", () => {
  it("is that of the destination, and unknown without a plan or an arrival", () => {
    expect(delayOf({ plannedArriveAt: 100, arrivedAt: 160 })).toBe(60);
    expect(delayOf({ plannedArriveAt: 100, arrivedAt: 90 })).toBe(-10);
    expect(delayOf({ plannedArriveAt: null, arrivedAt: 90 })).toBeNull();
    expect(delayOf({ plannedArriveAt: 100, arrivedAt: null })).toBeNull();
    expect(arrivalDelayOf({ stops: [] })).toBeNull();
  });
});

describe("a report on a transport", () => {
  const asked = { type: "transport", name: "T1", sections: ["journey"], locales: ["en-US"] } as const;
  const pathsOf = (values: object) => ReportInput.safeParse(values).error?.issues.map(({ path }) => path.join("."));

  it("names one transport, and neither carriers nor a range", () => {
    expect(pathsOf({ ...asked, transportId: 7 })).toBeUndefined();
    expect(pathsOf(asked)).toEqual(["transportId"]);
    expect(pathsOf({ ...asked, transportId: 7, carrierIds: [1] })).toEqual(["carrierIds"]);
    expect(pathsOf({ ...asked, transportId: 7, sections: ["placements"] })).toEqual(["sections"]);
    expect(pathsOf({ ...asked, type: "lot", sections: ["verdict"], lotIds: [1], transportId: 7 })).toEqual([
      "transportId",
    ]);
  });

  it("has no template", () => {
    const template = { ...asked, carrierIds: [1], period: "lastWeek" };
    expect(TemplateInput.safeParse(template).success).toBe(false);
    expect(REPORT_TYPES.filter((type) => !TEMPLATE_TYPES.includes(type))).toEqual(["transport", "verification"]);
    expect(REPORT_TYPE_RULES.transport.chosen).not.toContain("calibration");
  });
});
