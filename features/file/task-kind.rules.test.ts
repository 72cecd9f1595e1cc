import { describe, expect, it } from "vitest";
import { carrierIdsOf, criteriaOf, hasSubject, queryOf, withCarriers } from "./task-kind.rules";
import { presetHref, presetIn } from "./task-preset.rules";

const RANGE = { from: Date.parse("2026-11-18T16:00:00Z"), to: Date.parse("2026-11-19T16:00:00Z") };
const ZONE = "Asia/Shanghai";

describe("the query of a task", () => {
  it.each([
    ["history", { carrierIds: "1" }, { carrierIds: "1", ...RANGE }],
    ["exception", {}, { from: "2026-11-18T16:00:00.000Z", to: "2026-11-19T15:59:59.999Z" }],
    ["record", { id: 7 }, { id: 7, from: "2026-11-19", to: "2026-11-19" }],
    ["recordSheet", {}, { month: "2026-11" }],
    ["detail", { show: "maximum" }, { interval: "halfHour", show: "maximum", ...RANGE }],
    ["lot", { status: "active" }, { status: "active" }],
  ] as const)("of %s has the period in its own words", (kind, query, expected) =>
    expect(queryOf(kind, query, RANGE, ZONE)).toEqual(expected),
  );

  it("of the present state has no period", () => expect(queryOf("recordSheetList", {}, null, ZONE)).toEqual({}));
});

it("keeps the criteria of a list, without its period and page", () => {
  const shown = { status: "unprocessed", from: "a", to: "b", iDisplayStart: 0, id: 3 };
  expect(criteriaOf("exception", shown)).toEqual({ status: "unprocessed" });
  expect(criteriaOf("record", shown)).toMatchObject({ id: 3 });
});

it("names carriers as its kind does", () => {
  expect(withCarriers("history", { carrierIds: "9" }, [1, 2])).toEqual({ carrierIds: "1,2" });
  expect(withCarriers("track", {}, [1, 2])).toEqual({ id: 1 });
  expect(withCarriers("recordSheet", { carrierIds: "9" }, [])).toEqual({});
  expect(carrierIdsOf("history", { carrierIds: [1, "2", "x"] })).toEqual([1, 2]);
  expect(carrierIdsOf("exception", { carrierIds: "1" })).toEqual([]);
  expect([hasSubject("history", {}), hasSubject("history", { probeIds: "1" }), hasSubject("track", {})]).toEqual([
    false,
    true,
    false,
  ]);
  expect([hasSubject("recordSheet", {}), hasSubject("exception", {})]).toEqual([true, true]);
});

it("comes from another screen by the address", () => {
  const { searchParams } = new URL(presetHref("exception", { status: "unprocessed", from: "a" }), "http://x");
  expect(presetIn((name) => searchParams.get(name))).toEqual({ kind: "exception", query: { status: "unprocessed" } });
  expect(presetIn((name) => (name === "exportKind" ? "nothing" : null))).toBeNull();
  expect(presetIn((name) => (name === "exportKind" ? "exception" : "{"))).toBeNull();
});
