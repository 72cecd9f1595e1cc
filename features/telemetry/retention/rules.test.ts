import { describe, expect, it } from "vitest";
import { definitionOf } from "@/features/parameter/parameter.rules";
import {
  droppable,
  droppableBefore,
  GRACE_MS,
  horizonOf,
  keptOf,
  type Mark,
  nextMarks,
  pendingOf,
  RETENTION_CODES,
  type Retention,
  refusalOf,
  YOUNG_MS,
} from "./rules";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 11, 30);
const row = (code: string, days: number | string, customerId: number | null = null) => ({
  code,
  type: "integer" as const,
  content: String(days),
  customerId,
});
const OWN = "customer.retentionDays";
const READINGS = "retention.sensorHistoryDays";
const POSITIONS = "retention.gpsBackupDays";

const retention = (
  customerId: number,
  readings: number,
  positions: number,
  mark: Partial<Mark> | null = null,
): Retention => ({
  customerId,
  kept: { readings: { code: OWN, days: readings }, positions: { code: POSITIONS, days: positions } },
  mark: mark && {
    readingsFrom: 0,
    positionsFrom: 0,
    notedAt: 0,
    readingsCleared: null,
    positionsCleared: null,
    ...mark,
  },
});

describe("how long history is kept", () => {
  it.each([
    ["as shipped", [], { code: READINGS, days: 1826 }, { code: POSITIONS, days: 365 }],
    [
      "by the shorter of the two for all",
      [row(READINGS, 400), row(OWN, 300)],
      { code: OWN, days: 300 },
      { code: OWN, days: 300 },
    ],
    [
      "by the storage where that is shorter",
      [row(READINGS, 200)],
      { code: READINGS, days: 200 },
      { code: READINGS, days: 200 },
    ],
    [
      "longer for a customer that has it so",
      [row(READINGS, 200), row(OWN, 3652, 7)],
      { code: OWN, days: 3652 },
      { code: POSITIONS, days: 365 },
    ],
    ["shorter for a customer that has it so", [row(OWN, 30, 7)], { code: OWN, days: 30 }, { code: OWN, days: 30 }],
    [
      "longer and shorter for the positions of a customer that has them so",
      [row(POSITIONS, 90), row(POSITIONS, 700, 7)],
      { code: READINGS, days: 1826 },
      { code: POSITIONS, days: 700 },
    ],
    [
      "never longer for positions than for readings",
      [row(OWN, 60, 7), row(POSITIONS, 700, 7)],
      { code: OWN, days: 60 },
      { code: OWN, days: 60 },
    ],
    [
      "not by a value out of its bounds",
      [row(OWN, 3, 7), row(READINGS, "soon")],
      { code: READINGS, days: 1826 },
      { code: POSITIONS, days: 365 },
    ],
  ])("is decided %s", (_, rows, readings, positions) => {
    expect(keptOf(rows)).toEqual({ readings, positions });
  });

  it("never is less than what the parameters allow", () => {
    const minima = RETENTION_CODES.map((code) => (definitionOf(code)?.minimum ?? 0) * DAY);
    expect(YOUNG_MS.positions).toBe(Math.min(...minima));
    expect(YOUNG_MS.readings).toBe(Math.min(...minima.slice(0, 2)));
  });
});

describe("the horizon", () => {
  it("goes with the clock, and never back before what was given up", () => {
    expect(horizonOf(retention(1, 400, 40), NOW)).toEqual({ readings: NOW - 400 * DAY, positions: NOW - 40 * DAY });
    const mark = { readingsFrom: NOW - 100 * DAY, positionsFrom: NOW - 90 * DAY };
    expect(horizonOf(retention(1, 400, 40, mark), NOW)).toEqual({
      readings: NOW - 100 * DAY,
      positions: NOW - 40 * DAY,
    });
  });

  it("is named in a refusal, with the rule", () => {
    const plain = retention(1, 400, 40);
    expect(refusalOf("readings", plain, horizonOf(plain, NOW).readings, NOW)).toBe(
      "at: before 2025-10-18T11:30:00.000Z, readings are kept for 400 days (customer.retentionDays)",
    );
    const raised = retention(1, 400, 40, { positionsFrom: NOW - 10 * DAY });
    expect(refusalOf("positions", raised, horizonOf(raised, NOW).positions, NOW)).toBe(
      "at: before 2026-11-12T11:30:00.000Z, up to where positions were dropped already (retention.gpsBackupDays)",
    );
  });
});

describe("what is given up next", () => {
  it("goes by whole months for those who keep the longest, by days for the others, and not back before what was cleared", () => {
    const [longest, shorter, back] = nextMarks(
      [retention(1, 400, 365), retention(2, 60, 60), retention(3, 60, 60, { readingsCleared: NOW - 20 * DAY })],
      NOW,
    );
    expect(longest).toEqual({
      customerId: 1,
      readingsFrom: Date.UTC(2025, 9, 1),
      positionsFrom: Date.UTC(2025, 10, 1),
    });
    expect(shorter).toEqual({
      customerId: 2,
      readingsFrom: Date.UTC(2026, 8, 23),
      positionsFrom: Date.UTC(2026, 8, 23),
    });
    expect(back?.readingsFrom).toBe(NOW - 20 * DAY);
  });

  it("is dropped an hour after it was written down, as far as it still holds", () => {
    const found = [retention(1, 400, 365), retention(2, 60, 60, { readingsFrom: 500, positionsFrom: 100 })];
    const next = [
      { customerId: 1, readingsFrom: 300, positionsFrom: 300 },
      { customerId: 2, readingsFrom: 300, positionsFrom: 300 },
    ];
    const marks = (now: number) => droppable(found, next, now).map(({ mark }) => mark);
    expect(marks(GRACE_MS)).toEqual([
      null,
      { readingsFrom: 300, positionsFrom: 100, notedAt: 0, readingsCleared: null, positionsCleared: null },
    ]);
    expect(marks(GRACE_MS - 1)).toEqual([null, null]);
  });

  it("is dropped in whole partitions only where everybody's mark has passed", () => {
    const marked = (at: number) => retention(1, 400, 365, { readingsFrom: at });
    expect(droppableBefore([], "readings")).toBeNull();
    expect(droppableBefore([marked(5), retention(2, 60, 60)], "readings")).toBeNull();
    expect(droppableBefore([marked(5), marked(3)], "readings")).toBe(3);
  });

  it("is deleted from where that ended last", () => {
    expect(pendingOf(retention(1, 60, 60), "readings")).toBeNull();
    expect(pendingOf(retention(1, 60, 60, { readingsFrom: 9 }), "readings")).toEqual({ fromMs: 0, toMs: 9 });
    expect(pendingOf(retention(1, 60, 60, { readingsFrom: 9, readingsCleared: 4 }), "readings")).toEqual({
      fromMs: 4,
      toMs: 9,
    });
    expect(pendingOf(retention(1, 60, 60, { readingsFrom: 9, readingsCleared: 9 }), "readings")).toBeNull();
  });
});
