import { describe, expect, it } from "vitest";
import { withTab } from "./visited-tab";

const points = { path: "/databoard/monitoringPoint", href: "/databoard/monitoringPoint" };
const records = { path: "/abnormal/dataex", href: "/abnormal/dataex?q=a" };

describe("withTab", () => {
  it("adds a page once, as the last", () => {
    expect(withTab([points], records)).toEqual([points, records]);
    const tabs = [points, records];
    expect(withTab(tabs, { ...records })).toBe(tabs);
  });

  it("keeps the place and takes the new address", () => {
    const moved = { ...points, href: "/databoard/monitoringPoint?iDisplayStart=15" };
    expect(withTab([points, records], moved)).toEqual([moved, records]);
  });
});
