import { describe, expect, it } from "vitest";
import { listHref, pagerPages, sortHref } from "./list-href";

const list = {
  path: "/abnormal/dataex",
  query: { q: "a b", status: ["open", "closed"], iDisplayStart: "30", empty: "" },
  start: 30,
  length: 15,
  total: 100,
  sort: "startedAt",
  dir: "desc" as const,
};

describe("listHref", () => {
  it("keeps the filters and goes back to the first page", () => {
    expect(listHref(list, { iDisplayLength: 50 })).toBe(
      "/abnormal/dataex?q=a+b&status=open&status=closed&iDisplayLength=50",
    );
  });

  it("moves to a page and leaves the start of the first page out", () => {
    expect(listHref(list, { iDisplayStart: 45 })).toContain("iDisplayStart=45");
    expect(listHref(list, { iDisplayStart: 0 })).not.toContain("iDisplayStart");
  });

  it("removes what is set to nothing", () => {
    expect(listHref(list, { q: null, status: "" })).toBe("/abnormal/dataex");
  });
});

describe("sortHref", () => {
  it("turns round the order of the sorted column and begins others ascending", () => {
    expect(sortHref(list, "startedAt")).toContain("sort=startedAt&dir=asc");
    expect(sortHref({ ...list, dir: "asc" as never }, "startedAt")).toContain("sort=startedAt&dir=desc");
    expect(sortHref(list, "name")).toContain("sort=name&dir=asc");
  });
});

describe("pagerPages", () => {
  it.each([
    [1, 0, []],
    [1, 1, [1]],
    [3, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 4, null, 9]],
    [3, 9, [1, 2, 3, 4, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 6, 7, 8, 9]],
    [99, 9, [1, null, 6, 7, 8, 9]],
  ])("page %d of %d", (page, pages, shown) => {
    expect(pagerPages(page, pages)).toEqual(shown);
  });
});
