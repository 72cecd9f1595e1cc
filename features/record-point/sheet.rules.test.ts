import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RECORD_SHEET_STATUSES, type RecordSheetStatus, type RecordValueState } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  allows,
  assertAllows,
  assertComplete,
  assertEnterable,
  columnsOf,
  countsOf,
  daysOfMonth,
  monthAfter,
  monthOf,
  rowsOf,
  SHEET_ACTIONS,
  STATUS_AFTER,
} from "./sheet.rules";

const issueOf = (run: () => void) => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.details.issues?.[0];
    throw error;
  }
  return undefined;
};

describe("the life of a sheet", () => {
  it.each([
    ["open", ["submit", "enter", "comment"]],
    ["submitted", ["review", "approve", "reject"]],
    ["reviewed", ["approve", "reject"]],
    ["approved", ["correct"]],
    ["rejected", ["correct"]],
  ] as const)("%s allows %j", (status, actions) => {
    const all = SHEET_ACTIONS.filter((action) => allows(action, { status, isCurrent: true }));
    expect(all.toSorted()).toEqual([...actions].sort());
    expect(SHEET_ACTIONS.some((action) => allows(action, { status, isCurrent: false }))).toBe(false);
  });

  it("names why an action is impossible", () => {
    expect(issueOf(() => assertAllows("enter", { status: "approved", isCurrent: true }))?.rule).toBe("sheetStatus");
    expect(issueOf(() => assertAllows("enter", { status: "open", isCurrent: false }))?.rule).toBe("olderVersion");
  });

  it("never leaves approved or rejected but for a next version, and changes values only while open", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SHEET_ACTIONS)), (actions) => {
        let status: RecordSheetStatus = "open";
        for (const action of actions) {
          if (!allows(action, { status, isCurrent: true })) continue;
          if (action === "enter" || action === "comment") expect(status).toBe("open");
          else if (action === "correct") status = "open";
          else {
            expect(["approved", "rejected"]).not.toContain(status);
            status = STATUS_AFTER[action];
          }
          expect(RECORD_SHEET_STATUSES).toContain(status);
        }
      }),
    );
  });
});

const value = (state: RecordValueState, values: object = {}) => ({
  probeId: 1,
  day: "2026-02-03",
  minute: 480,
  state,
  value: state === "missed" || state === "pending" ? null : 5,
  ...{ minimum: 2 as number | null, maximum: 8 as number | null },
  comment: null as string | null,
  newerAt: null,
  ...values,
});
const nameOf = ({ day, minute }: { day: string; minute: number }) => `${day} ${minute}`;

describe("submitting", () => {
  const over = { isOver: true, nameOf };

  it("needs the month to be over", () => {
    expect(issueOf(() => assertComplete([value("collected")], { isOver: false, nameOf }))?.rule).toBe("monthNotOver");
    expect(issueOf(() => assertComplete([value("pending")], over))?.rule).toBe("monthNotOver");
  });

  it("names how many missed values are not explained, and which", () => {
    const missed = Array.from({ length: 7 }, (_, index) => value("missed", { minute: index }));
    expect(issueOf(() => assertComplete(missed, over))).toMatchObject({
      rule: "unexplainedValues",
      limit: 7,
      names: "2026-02-03 0, 2026-02-03 1, 2026-02-03 2, 2026-02-03 3, 2026-02-03 4, …",
    });
  });

  it("accepts collected, entered and explained values", () =>
    expect(
      issueOf(() =>
        assertComplete(
          [value("collected"), value("out-of-range"), value("entered"), value("missed", { comment: "no power" })],
          over,
        ),
      ),
    ).toBeUndefined());
});

it.each([
  ["missed", undefined],
  ["entered", undefined],
  ["collected", "collectedValue"],
  ["out-of-range", "collectedValue"],
  ["pending", "collectedValue"],
] as const)("a %s value refuses entry: %s", (state, rule) => {
  expect(issueOf(() => assertEnterable({ state }))?.rule).toBe(rule);
});

describe("the form of a month", () => {
  it("has every day", () => {
    expect(daysOfMonth("2028-02-01")).toHaveLength(29);
    expect(daysOfMonth("2026-12-01").at(-1)).toBe("2026-12-31");
    expect(monthAfter("2026-12-01")).toBe("2027-01-01");
    expect(monthOf("2026-12-31")).toBe("2026-12-01");
  });

  it("has the records of a probe by day and time, with least and greatest", () => {
    const values = [
      value("collected", { value: 4.5 }),
      value("entered", { minute: 960, value: 6 }),
      value("missed", { minute: 960, day: "2026-02-04" }),
      value("collected", { probeId: 2, value: 50 }),
    ];
    const rows = rowsOf("2026-02-01", 1, values);
    expect(rows).toHaveLength(28);
    expect(rows[2]).toMatchObject({ day: "2026-02-03", minimum: 4.5, maximum: 6 });
    expect([...(rows[2]?.cells.keys() ?? [])]).toEqual([480, 960]);
    expect(rows[3]).toMatchObject({ minimum: null, maximum: null });
    expect(rows[4]?.cells.size).toBe(0);
    expect(columnsOf(values)).toEqual([480, 960]);
  });

  it("counts by state and, whoever recorded it, by range", () => {
    const values = [
      value("collected"),
      value("out-of-range", { value: 1.9 }),
      value("missed"),
      value("missed", { comment: "defrost", newerAt: 1 }),
      value("entered", { value: 8 }),
      value("entered", { value: 12 }),
      value("entered", { value: 12, minimum: null, maximum: null }),
    ];
    expect(countsOf(values)).toEqual({
      planned: 7,
      collected: 2,
      outOfRange: 2,
      missed: 2,
      entered: 3,
      pending: 0,
      unexplained: 1,
      newer: 1,
    });
  });
});
