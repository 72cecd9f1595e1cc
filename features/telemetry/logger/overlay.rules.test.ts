import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadingRow } from "../history/history.schema";
import { cursorOf, cutRecords, daysOf, markOf, mergePage } from "./overlay.rules";
import type { LoggerRow, MergedRow, OverlayFile } from "./overlay.schema";

const file = { id: 7, timeZone: "Asia/Shanghai" } as OverlayFile;
const figure = (statistic: LoggerRow["statistic"], at: number, value: number): LoggerRow => ({
  fileId: 7,
  measure: "temperature",
  channel: 1,
  statistic,
  at,
  value,
});

describe("daysOf", () => {
  it("puts the figures of a day on the logger's clock together, whatever is missing", () => {
    const midnight = Date.UTC(2023, 3, 16, 16);
    const day = 86_400_000;
    const rows = [
      figure("day-mean", midnight, 4.4),
      figure("day-maximum", midnight + 72_000_000, 20.8),
      figure("day-minimum", midnight + day + 60_000, 1.9),
    ];
    const common = { fileId: 7, measure: "temperature", channel: 1 };
    expect(daysOf(rows, [file])).toEqual([
      { ...common, from: midnight, to: midnight + day, min: null, mean: 4.4, max: 20.8 },
      { ...common, from: midnight + day, to: midnight + 2 * day, min: 1.9, mean: null, max: null },
    ]);
  });
});

describe("mergePage", () => {
  /** All pages of two lists, each requested from the end of the previous one. */
  function pages(live: ReadingRow[], logger: LoggerRow[], order: "newest" | "oldest", length: number): MergedRow[] {
    const sign = order === "newest" ? -1 : 1;
    const sorted = <T extends { at: number }>(rows: T[]) => rows.toSorted((a, b) => sign * (a.at - b.at));
    const [ofLive, ofLogger] = [sorted(live), sorted(logger)];
    const shown: MergedRow[] = [];
    let next: { cursor?: string; loggerCursor?: string } | null = {};
    while (next) {
      const { cursor, loggerCursor }: { cursor?: string; loggerCursor?: string } = next;
      const restLive = ofLive.slice(ofLive.findIndex((row) => `${row.at}.${row.probeId}` === cursor) + 1);
      const restLogger = ofLogger.slice(ofLogger.findIndex((row) => cursorOf(row) === loggerCursor) + 1);
      const page = mergePage(restLive.slice(0, length), restLogger.slice(0, length + 1), {
        order,
        length,
        cursors: { cursor, loggerCursor },
        goesOn: restLive.length > length,
      });
      expect(page.items.length).toBeLessThanOrEqual(length);
      shown.push(...page.items);
      next = page.next;
    }
    return shown;
  }

  it("shows every row of both once, in order, live before logger", () => {
    const ats = fc.uniqueArray(fc.nat(30), { maxLength: 15 });
    fc.assert(
      fc.property(
        ats,
        ats,
        fc.constantFrom("newest" as const, "oldest" as const),
        fc.integer({ min: 1, max: 6 }),
        (a, b, order, length) => {
          const live = a.map((at) => ({ at, probeId: 1, value: at }));
          const logger = b.map((at) => figure("reading", at, at));
          const shown = pages(live, logger, order, length);
          expect(shown).toHaveLength(a.length + b.length);
          const keys = shown.map(({ at, source }) => at * 2 + ((source === "logger") === (order === "oldest") ? 1 : 0));
          const sorted = keys.toSorted((x, y) => (order === "newest" ? y - x : x - y));
          expect(keys).toEqual(sorted);
        },
      ),
    );
  });
});

describe("cutRecords", () => {
  it("ends no record inside quotes, and joins up whatever pieces come", () => {
    const text = 'a,b\r\n"x\r\ny","z ""q"""\r\nlast';
    expect(cutRecords(text)).toEqual({ records: ["a,b", '"x\r\ny","z ""q"""'], rest: "last" });
    fc.assert(
      fc.property(fc.nat(text.length), (at) => {
        const first = cutRecords(text.slice(0, at));
        const second = cutRecords(first.rest + text.slice(at));
        expect([...first.records, ...second.records, second.rest]).toEqual(["a,b", '"x\r\ny","z ""q"""', "last"]);
      }),
    );
  });
});

describe("markOf", () => {
  const say = (key: string, values?: Record<string, string>) =>
    `${key} ${Object.values(values ?? {}).join(" ")}`.trim();
  it("names the logger where it is known, and who brought it", () => {
    const known = { fileName: "a.txt", loggerSerial: "99", userName: "Li" };
    expect(markOf(known, { say, date: "today" })).toBe("overlay.mark a.txt Li today 99");
    expect(markOf({ ...known, loggerSerial: "", userName: null }, { say, date: "today" })).toBe(
      "overlay.markUnnamed a.txt tab.somebody today",
    );
  });
});
