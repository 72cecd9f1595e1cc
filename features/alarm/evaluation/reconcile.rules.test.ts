import { describe, expect, it } from "vitest";
import { type Excursion, judgeRange, NORMAL, type RangeRule } from "../condition/range.rules";
import {
  type JudgedPart,
  type ReconcileAction,
  reconcile,
  rejudge,
  rejudgeWindow,
  type StoredExcursion,
  settlingMs,
} from "./reconcile.rules";
import { beginStatistics, type Side } from "./statistics.rules";

const rule: RangeRule = {
  minimum: 2,
  maximum: 8,
  delaySeconds: 10,
  delayMode: "ignore-delay",
  deadBand: 1,
  measure: "temperature",
};
const normalDelay: RangeRule = { ...rule, delayMode: "normal-delay" };

const excursion = (startedAt: number, endedAt: number | null, side: Side = "above"): Excursion => ({
  side,
  startedAt,
  raisedAt: startedAt + 10,
  endedAt,
  statistics: beginStatistics({ at: startedAt, value: 9 }),
  limits: { minimum: 2, maximum: 8 },
});
const stored = (id: string, startedAt: number, endedAt: number | null, side?: Side): StoredExcursion<string> => ({
  id,
  ...excursion(startedAt, endedAt, side),
});

const inWords = (actions: ReconcileAction<string>[]) =>
  actions.map((action) => {
    if (action.type === "withdraw") return `withdraw ${action.id} into ${action.mergedIntoId}`;
    if (action.type === "undecided") return `undecided ${action.id}`;
    const { startedAt, endedAt } = action.excursion;
    const what = `${startedAt}-${endedAt ?? "…"}`;
    return action.type === "update"
      ? `update ${action.id} ${what}`
      : `insert ${what}${action.detectedLate ? " late" : ""}`;
  });

describe("reconcile", () => {
  it.each<[string, StoredExcursion<string>[], Excursion[], string[]]>([
    ["nothing on either side", [], [], []],
    ["identical ones", [stored("a", 0, 10), stored("b", 20, null)], [excursion(0, 10), excursion(20, null)], []],
    ["a new one still on", [], [excursion(0, null)], ["insert 0-…"]],
    ["a new one found over", [], [excursion(0, 10)], ["insert 0-10 late"]],
    ["one without counterpart", [stored("a", 0, 10)], [], ["withdraw a into null"]],
    ["one extended", [stored("a", 5, 10)], [excursion(0, 15)], ["update a 0-15"]],
    ["one closed", [stored("a", 0, null)], [excursion(0, 10)], ["update a 0-10"]],
    ["one opened again", [stored("a", 0, 10)], [excursion(0, null)], ["update a 0-…"]],
    [
      "two merged",
      [stored("b", 10, 15), stored("a", 0, 5)],
      [excursion(0, 15)],
      ["withdraw b into a", "update a 0-15"],
    ],
    [
      "one split: the part with its start",
      [stored("a", 0, 20)],
      [excursion(0, 5), excursion(10, 20)],
      ["update a 0-5", "insert 10-20 late"],
    ],
    [
      "an open one split: what starts anew is new",
      [stored("a", 0, null)],
      [excursion(0, 5), excursion(9, null)],
      ["update a 0-5", "insert 9-…"],
    ],
    [
      "one that began later than was thought",
      [stored("a", 0, null)],
      [excursion(5, null)],
      ["withdraw a into null", "insert 5-…"],
    ],
    [
      "several in one, of which one has its start",
      [stored("a", 5, 8), stored("b", 0, 3)],
      [excursion(0, 15)],
      ["withdraw a into b", "update b 0-15"],
    ],
    [
      "the other side is no counterpart",
      [stored("a", 0, 10, "below")],
      [excursion(0, 10)],
      ["withdraw a into null", "insert 0-10 late"],
    ],
    [
      "touching is no overlap",
      [stored("a", 0, 10)],
      [excursion(10, 20)],
      ["withdraw a into null", "insert 10-20 late"],
    ],
    [
      "the ended before the open",
      [stored("a", 0, null)],
      [excursion(-5, -1), excursion(0, 4), excursion(6, null)],
      ["update a 0-4", "insert -5--1 late", "insert 6-…"],
    ],
    [
      "two in two, shifted",
      [stored("a", 0, 10), stored("b", 20, 30)],
      [excursion(5, 22), excursion(25, 40)],
      ["withdraw a into null", "update b 5-22", "insert 25-40 late"],
    ],
    [
      "many to many",
      [stored("a", 0, 10), stored("b", 12, 14), stored("c", 16, 30)],
      [excursion(0, 15), excursion(20, 25)],
      ["withdraw b into a", "withdraw c into null", "update a 0-15", "insert 20-25 late"],
    ],
  ])("%s", (_name, before, computed, expected) => {
    expect(inWords(reconcile(before, computed))).toEqual(expected);
  });

  it.each<[string, StoredExcursion<string>[], Excursion[], Partial<JudgedPart>, string[]]>([
    ["continues with what began before any rest", [stored("a", 0, null)], [excursion(10, null)], {}, ["update a 0-…"]],
    ["gets its end", [stored("a", 0, null)], [excursion(10, 30)], { restAt: 30 }, ["update a 0-30"]],
    [
      "is not continued past a rest",
      [stored("a", 0, null)],
      [excursion(40, null)],
      { restAt: 20 },
      ["update a 0-20", "insert 40-…"],
    ],
    [
      "ends where another side begins",
      [stored("a", 0, null)],
      [excursion(15, null, "below")],
      {},
      ["update a 0-15", "insert 15-…"],
    ],
    ["ends at the rest", [stored("a", 0, null)], [], { restAt: 20 }, ["update a 0-20"]],
    ["stays undecided without any", [stored("a", 0, null)], [], {}, ["undecided a"]],
    ["is left alone within the series", [stored("a", 0, null)], [], { restAt: 20, isEnd: false }, []],
    ["is left alone once ended", [stored("a", 0, 12)], [excursion(15, 18)], {}, ["insert 15-18 late"]],
    ["leaves what has its own start alone", [stored("a", 0, 12), stored("b", 10, null)], [excursion(10, null)], {}, []],
  ])("one older than what was judged %s", (_name, before, computed, part, expected) => {
    expect(inWords(reconcile(before, computed, { from: 10, restAt: null, isEnd: true, ...part }))).toEqual(expected);
  });

  it("sees changed figures and limits", () => {
    const row = stored("a", 0, 10);
    const { statistics, ...same } = excursion(0, 10);
    const warmer = { ...same, statistics: { ...statistics, peak: 12 } };
    const moved = { ...excursion(0, 10), limits: { minimum: 2, maximum: 7 } };
    expect(inWords(reconcile([row], [warmer]))).toEqual(["update a 0-10"]);
    expect(inWords(reconcile([row], [moved]))).toEqual(["update a 0-10"]);
  });
});

describe("rejudgeWindow", () => {
  /** Readings as [second, value], around a late one at second 100. */
  const windowOf = (given: RangeRule, readings: [number, number][], earliest = 100, latest = earliest) => {
    const samples = readings.map(([second, value]) => ({ at: second * 1000, value }));
    const { from, to } = rejudgeWindow(given, samples, { earliest: earliest * 1000, latest: latest * 1000 });
    return [from === null ? null : from / 1000, to === null ? null : to / 1000];
  };

  it.each<[string, RangeRule, [number, number][], [number | null, number | null]]>([
    [
      "clean neighbours",
      rule,
      [
        [0, 5],
        [90, 5],
        [100, 9],
        [110, 5],
        [120, 5],
      ],
      [90, 110],
    ],
    [
      "the touched sample itself is no bound",
      rule,
      [
        [0, 5],
        [100, 5],
        [110, 5],
      ],
      [0, 110],
    ],
    [
      "the dead band is no rest",
      rule,
      [
        [0, 5],
        [90, 7.5],
        [100, 9],
        [110, 7.5],
        [120, 5],
      ],
      [0, 120],
    ],
    [
      "no sample before",
      rule,
      [
        [100, 9],
        [110, 5],
      ],
      [null, 110],
    ],
    [
      "no sample after",
      rule,
      [
        [90, 5],
        [100, 9],
      ],
      [90, null],
    ],
    [
      "never at rest",
      rule,
      [
        [0, 9],
        [100, 9],
        [110, 9],
      ],
      [null, null],
    ],
    [
      "outside just before, dropped on return",
      rule,
      [
        [0, 5],
        [88, 9],
        [90, 5],
        [100, 9],
        [110, 5],
      ],
      [90, 110],
    ],
    [
      "outside just before, still waiting",
      normalDelay,
      [
        [0, 5],
        [70, 5],
        [88, 9],
        [90, 5],
        [100, 9],
        [110, 5],
      ],
      [70, 110],
    ],
    [
      "a whole delay since outside",
      normalDelay,
      [
        [0, 5],
        [80, 9],
        [90, 5],
        [100, 9],
        [110, 5],
      ],
      [90, 110],
    ],
    [
      "outside just after keeps it waiting",
      normalDelay,
      [
        [0, 5],
        [90, 5],
        [100, 9],
        [112, 9],
        [115, 5],
        [122, 5],
      ],
      [90, 122],
    ],
    [
      "within a delay of the touched sample",
      normalDelay,
      [
        [0, 5],
        [90, 5],
        [100, 5],
        [109, 5],
        [110, 5],
      ],
      [90, 110],
    ],
    [
      "the edge of a part counts as outside",
      normalDelay,
      [
        [85, 5],
        [92, 5],
        [95, 5],
        [100, 9],
        [110, 5],
      ],
      [95, 110],
    ],
  ])("%s", (_name, given, readings, expected) => {
    expect(windowOf(given, readings)).toEqual(expected);
  });

  it("spans several touched samples", () => {
    expect(
      windowOf(
        rule,
        [
          [0, 5],
          [100, 9],
          [110, 5],
          [150, 9],
          [160, 5],
        ],
        100,
        150,
      ),
    ).toEqual([0, 160]);
  });

  it("settles at once unless a return waits for its delay", () => {
    expect([settlingMs(rule), settlingMs(normalDelay)]).toEqual([0, 10_000]);
  });
});

describe("rejudge", () => {
  const samples = [
    { at: 0, value: 5 },
    { at: 1000, value: 9 },
  ];

  it("lets the clock raise what still waits at the end of the series", () => {
    const { excursions, finalState } = rejudge(rule, samples, true, 11_000);
    expect(excursions).toMatchObject([{ startedAt: 1000, raisedAt: 11_000, endedAt: null }]);
    expect(finalState).toMatchObject({ phase: "alarm", startedAt: 1000 });
    expect(rejudge(rule, samples, true, 10_999)).toEqual({
      excursions: [],
      finalState: judgeRange(rule, NORMAL, samples).state,
    });
  });

  it("keeps the stored state when the series goes on", () => {
    const inside = [...samples, { at: 20_000, value: 5 }];
    expect(rejudge(rule, inside, false, 0)).toMatchObject({ excursions: [{ endedAt: 20_000 }], finalState: null });
  });
});
