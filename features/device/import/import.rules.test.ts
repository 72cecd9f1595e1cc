import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMPORT_STATUSES } from "@/db/enums";
import { inSheetOrder, isEnded, mayFollow, NEXT_STATUSES, rowsToStore, wordingOf } from "./import.rules";
import { fileIssue, MAXIMUM_BYTES, MAXIMUM_KEPT_CHARACTERS } from "./import.schema";

describe("the status of an import", () => {
  it("never leaves its table, ends once, and can end from everywhere", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...IMPORT_STATUSES), { maxLength: 30 }), (wanted) => {
        let status: (typeof IMPORT_STATUSES)[number] = "waiting";
        for (const next of wanted) {
          const wasEnded = isEnded(status);
          if (!mayFollow(status, next)) continue;
          expect(wasEnded).toBe(false);
          expect(NEXT_STATUSES[status]).toContain(next);
          status = next;
        }
        if (!isEnded(status)) expect(mayFollow(status, "refused") && mayFollow(status, "failed")).toBe(true);
      }),
    );
  });

  it("is done only after it was writing, and writes only what was checked", () => {
    const before = (status: string) => IMPORT_STATUSES.filter((from) => mayFollow(from, status as "done"));
    expect(before("done")).toEqual(["writing"]);
    expect(before("writing")).toEqual(["checking"]);
    expect(before("waiting")).toEqual([]);
    expect(IMPORT_STATUSES.filter(isEnded)).toEqual(["done", "refused", "failed"]);
  });
});

it("issues stand in the order of the sheet", () => {
  const issue = (cell: string) => ({ cell, field: "", rule: "", message: "" });
  const cells = ["B10", "AA3", "", "B3", "A10"].map(issue);
  expect(inSheetOrder(cells).map(({ cell }) => cell)).toEqual(["", "B3", "AA3", "A10", "B10"]);
});

it.each([
  ["a.xlsx", [0x50, 0x4b, 3, 4], 100, undefined],
  ["", [0x50, 0x4b, 3, 4], 100, undefined],
  ["A.XLSX", [0x50, 0x4b, 3, 4], MAXIMUM_BYTES, undefined],
  ["a.xlsx", [0x50, 0x4b, 3, 4], MAXIMUM_BYTES + 1, "fileSize"],
  ["a.xlsx", [], 0, "emptyFile"],
  ["a.xls", [0xd0, 0xcf, 0x11, 0xe0], 100, "xlsx"],
  ["a.xls", [0x50, 0x4b, 3, 4], 100, "xlsx"],
  ["a.xlsx", [0x89, 0x50, 0x4e, 0x47], 100, "xlsx"],
])("a file %s that begins with %j and has %i bytes breaks %s", (name, head, size, rule) => {
  expect(fileIssue(name, new Uint8Array(head), size)?.rule).toBe(rule);
});

describe("what is kept of a file that is not taken", () => {
  const bad = (cell: string) => ({ cell, field: "name", rule: "required", message: "" });
  const row = (number: number, values: Record<string, string>) => ({ row: number, values });

  it("is its bad rows, without secrets", () => {
    const records = [
      row(3, { name: "a" }),
      row(4, { name: "", "settings.appKey": "secret", "settings.devEui": "70B3" }),
    ];
    expect(rowsToStore(records, [bad("B4"), bad("")])).toEqual([
      row(4, { name: "", "settings.appKey": "•••", "settings.devEui": "70B3" }),
    ]);
    expect(rowsToStore([row(5, { "settings.appKey": "" })], [bad("B5")])).toEqual([row(5, { "settings.appKey": "" })]);
  });

  it("is bounded", () => {
    const long = "x".repeat(MAXIMUM_KEPT_CHARACTERS / 2);
    const records = [3, 4, 5].map((number) => row(number, { name: long }));
    expect(
      rowsToStore(
        records,
        records.map(({ row: number }) => bad(`B${number}`)),
      ).map((kept) => kept.row),
    ).toEqual([3, 4]);
  });
});

describe("the wording of a bad cell", () => {
  it.each([
    ["too_big", "characters", "too_big_characters"],
    ["too_big", undefined, "too_big"],
    ["required", "characters", "required"],
  ] as const)("of %s counting %s is %s", (rule, unit, text) =>
    expect(wordingOf({ rule, ...(unit && { unit }) })).toBe(text),
  );
});
