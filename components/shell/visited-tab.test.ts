import { afterEach, describe, expect, it, vi } from "vitest";
import { readTabs, withTab, writeTabs } from "./visited-tab";

const tabOf = (path: string, query = "") => ({ key: path, path, href: path + query });
const points = tabOf("/databoard/monitoringPoint");
const records = tabOf("/abnormal/dataex", "?q=a");
const carrier = (id: number) => {
  const href = `/carrier/carrierDetailPage?id=${id}`;
  return { key: href, path: "/carrier/carrierDetailPage", href };
};

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

  it("has a tab for each record, and keeps its name while the page is not shown", () => {
    const named = { ...carrier(7), name: "Fridge 7" };
    const tabs = withTab(withTab([], carrier(7)), named);
    expect(tabs).toEqual([named]);
    expect(withTab(tabs, carrier(8))).toEqual([named, carrier(8)]);
    const other = { ...carrier(7), href: `${named.href}&tab=history` };
    expect(withTab(tabs, other)).toEqual([{ ...named, href: other.href }]);
  });
});

describe("the stored tabs", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are those of the account", () => {
    const stored = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    writeTabs("root", [points]);
    expect(readTabs("eva")).toEqual([]);
    writeTabs("eva", [records]);
    expect(readTabs("root")).toEqual([points]);
  });
});
