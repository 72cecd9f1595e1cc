import { expect, it } from "vitest";
import { overallOf } from "./content.rules";
import type { ReportContent } from "./report.schema";

it("tells a device whose calibration expired from one without a certificate", () => {
  const calibrations = [
    { dueOn: "2026-01-01", isLapsed: true },
    { dueOn: "2027-01-01", isLapsed: false },
    { dueOn: null, isLapsed: true },
    { dueOn: null, isLapsed: true },
  ];
  const content = { probes: [], excursions: [], unlistedExcursions: 0, calibrations } as unknown as ReportContent;
  expect(overallOf(content)).toMatchObject({ lapsed: 1, uncalibrated: 2 });
});
