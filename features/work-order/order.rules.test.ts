import { describe, expect, it } from "vitest";
import { assertDueAhead, causeOf, numberOf, remindAt, roundOf } from "./order.rules";

describe("the number of an order", () => {
  it("counts the orders of a day", () => {
    expect(numberOf("2026-11-28", [])).toBe("W261128-001");
    expect(numberOf("2026-11-28", ["W261128-001", "W261128-009", "W261127-050", "W261128-x"])).toBe("W261128-010");
    expect(numberOf("2026-11-28", ["W261128-999"])).toBe("W261128-1000");
  });
});

describe("the cause of an order", () => {
  it("is the exception, or what is the matter with the device", () => {
    expect(causeOf({ type: "other", exceptionId: 4, deviceId: 5, carrierId: 6 })).toEqual({
      ...{ cause: "exception", causeKey: "exception:4" },
    });
    expect(causeOf({ type: "battery", exceptionId: null, deviceId: 5, carrierId: 6 })).toEqual({
      ...{ cause: "battery", causeKey: "battery:5" },
    });
    expect(causeOf({ type: "connection", exceptionId: null, deviceId: 5, carrierId: 6 })?.causeKey).toBe("silent:5");
    expect(causeOf({ type: "repair", exceptionId: null, deviceId: 5, carrierId: 6 })).toBeNull();
    expect(causeOf({ type: "battery", exceptionId: null, deviceId: null, carrierId: 6 })).toBeNull();
    expect(causeOf({ type: "verification", exceptionId: null, deviceId: null, carrierId: 6 })).toEqual({
      ...{ cause: "verification", causeKey: "verification:6" },
    });
  });
});

describe("the warning before the due time", () => {
  const createdAt = new Date("2026-11-28T08:00:00Z");
  it.each([
    ["2026-11-28T10:00:00Z", 60, "2026-11-28T09:00:00.000Z"],
    ["2026-11-28T08:30:00Z", 60, undefined],
    ["2026-11-28T10:00:00Z", 0, undefined],
  ])("of %s, %i minutes before, is at %s", (dueAt, remindMinutes, expected) => {
    expect(remindAt({ dueAt: new Date(dueAt), remindMinutes }, createdAt)?.toISOString()).toBe(expected);
  });

  it("is never without a due time", () => {
    expect(remindAt({ dueAt: null, remindMinutes: 60 }, createdAt)).toBeNull();
  });
});

describe("a due time", () => {
  const now = Date.parse("2026-11-28T08:00:30Z");
  it("is ahead when it is set, and one that has passed stays as forms show it", () => {
    for (const at of [null, now + 1]) expect(() => assertDueAhead(at, now)).not.toThrow();
    for (const at of [now, now - 1, Date.parse("2020-01-01")]) expect(() => assertDueAhead(at, now)).toThrow("future");
    const before = Date.parse("2026-11-28T07:00:45Z");
    expect(() => assertDueAhead(Date.parse("2026-11-28T07:00:00Z"), now, before)).not.toThrow();
    expect(() => assertDueAhead(Date.parse("2026-11-28T07:01:00Z"), now, before)).toThrow("future");
  });
});

describe("a round", () => {
  it("goes from site to site, and there from node to node", () => {
    const at = (id: number, ...path: string[]) => ({ id, path });
    const rows = [at(1, "North", "Ward 1"), at(2, "North", "Ward 2"), at(3, "North", "Ward 1"), at(4), at(5, "South")];
    expect(
      roundOf(rows, "Elsewhere").map(({ site, nodes }) => [
        site,
        nodes.map((one) => [one.name, one.rows.map((r) => r.id)]),
      ]),
    ).toEqual([
      [
        "North",
        [
          ["Ward 1", [1, 3]],
          ["Ward 2", [2]],
        ],
      ],
      ["Elsewhere", [["", [4]]]],
      ["South", [["", [5]]]],
    ]);
  });
});
