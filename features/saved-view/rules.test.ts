import { describe, expect, it } from "vitest";
import { isSameQuery, mayChange, VIEW_PATHS, viewHref, viewQuery } from "./rules";

describe("a view", () => {
  it("stores criteria and order, not the page", () => {
    expect(viewQuery("?severity=critical&q=&iDisplayStart=30&iDisplayLength=50&sort=name")).toBe(
      "severity=critical&iDisplayLength=50&sort=name",
    );
    expect(viewQuery("")).toBe("");
  });

  it("is the shown one whatever the order of its parameters", () => {
    expect(isSameQuery("a=1&b=2", "b=2&a=1&iDisplayStart=15")).toBe(true);
    expect(isSameQuery("a=1", "a=1&b=2")).toBe(false);
  });

  it("leads to its list", () => {
    expect(viewHref("/abnormal/dataex", "severity=critical")).toBe("/abnormal/dataex?severity=critical");
    expect(viewHref("/abnormal/dataex", "")).toBe("/abnormal/dataex");
  });

  it("belongs to a screen of the console", () => {
    expect(VIEW_PATHS).toContain("/abnormal/dataex");
    expect(VIEW_PATHS).not.toContain("/login");
    expect(VIEW_PATHS).not.toContain("/SensorDetail");
  });
});

it.each([
  ["one's own", { userId: 1, authorId: 1 }, false, true],
  ["another's", { userId: 2, authorId: 2 }, true, false],
  ["a shared one of one's own", { userId: null, authorId: 1 }, false, true],
  ["a shared one of another", { userId: null, authorId: 2 }, false, false],
  ["a shared one, by whoever manages accounts", { userId: null, authorId: 2 }, true, true],
  ["a shared one whose author is gone", { userId: null, authorId: null }, false, false],
] as const)("may change %s", (_, view, managesAccounts, expected) => {
  expect(mayChange(view, { userId: 1, managesAccounts })).toBe(expected);
});
