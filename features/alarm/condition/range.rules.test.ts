import { describe, expect, it } from "vitest";
import {
  elapseRange,
  isClean,
  isLate,
  type Judgement,
  judgeRange,
  NORMAL,
  type RangeRule,
  type RangeState,
  sideOf,
  thresholdsOf,
} from "./range.rules";

const refrigerator: RangeRule = {
  minimum: 2,
  maximum: 8,
  delaySeconds: 0,
  delayMode: "ignore-delay",
  deadBand: 1,
  measure: "temperature",
};

/** Readings as [second, value]. */
type Readings = [number, number][];

const samplesOf = (readings: Readings) => readings.map(([second, value]) => ({ at: second * 1000, value }));
const seconds = (at: number | null) => (at === null ? "…" : at / 1000);
const told = ({ transitions }: Judgement) =>
  transitions.map(
    ({ type, excursion: { side, startedAt, endedAt, raisedAt } }) =>
      `${type} ${side} ${seconds(startedAt)}-${seconds(endedAt)} raised ${seconds(raisedAt)}`,
  );

function judge(rule: Partial<RangeRule>, readings: Readings, state: RangeState = NORMAL): Judgement {
  return judgeRange({ ...refrigerator, ...rule }, state, samplesOf(readings));
}

describe("thresholds", () => {
  it.each<[string, Partial<RangeRule>, [number, number]]>([
    ["dead band inside both limits", {}, [3, 7]],
    ["no dead band", { deadBand: 0 }, [2, 8]],
    ["half the range: both returns meet", { deadBand: 3 }, [5, 5]],
    ["wider than half the range: capped there", { deadBand: 4 }, [5, 5]],
    ["wider than the range: capped there", { deadBand: 100 }, [5, 5]],
    ["one limit: never capped", { minimum: null, deadBand: 100 }, [Number.NEGATIVE_INFINITY, -92]],
  ])("%s", (_name, rule, [returnMinimum, returnMaximum]) => {
    expect(thresholdsOf({ ...refrigerator, ...rule })).toMatchObject({ returnMinimum, returnMaximum });
  });

  it.each<[number, string | null, boolean]>([
    [8.1, "above", false],
    [8, null, false],
    [7.1, null, false],
    [7, null, true],
    [3, null, true],
    [2.9, null, false],
    [2, null, false],
    [1.9, "below", false],
  ])("judge %s as %s, clean %s", (value, side, clean) => {
    expect(sideOf(thresholdsOf(refrigerator), value)).toBe(side);
    expect(isClean(refrigerator, value)).toBe(clean);
  });
});

describe("judgeRange without delay", () => {
  it.each<[string, Partial<RangeRule>, Readings, string[]]>([
    [
      "stays silent inside the limits",
      {},
      [
        [0, 2],
        [1, 8],
        [2, 5],
      ],
      [],
    ],
    [
      "opens at the first outside sample",
      {},
      [
        [0, 5],
        [1, 8.1],
      ],
      ["opened above 1-… raised 1"],
    ],
    [
      "goes on in the dead band and ends past it",
      {},
      [
        [0, 9],
        [1, 7.5],
        [2, 7],
      ],
      ["opened above 0-… raised 0", "closed above 0-2 raised 0"],
    ],
    [
      "ends below alike",
      {},
      [
        [0, 1],
        [1, 2.5],
        [2, 3],
      ],
      ["opened below 0-… raised 0", "closed below 0-2 raised 0"],
    ],
    [
      "reports an open excursion once a batch",
      {},
      [
        [0, 9],
        [1, 9],
        [2, 10],
      ],
      ["opened above 0-… raised 0", "updated above 0-… raised 0"],
    ],
    [
      "closes and opens on a swing to the other side",
      {},
      [
        [0, 9],
        [1, 1],
        [2, 9],
      ],
      [
        "opened above 0-… raised 0",
        "closed above 0-1 raised 0",
        "opened below 1-… raised 1",
        "closed below 1-2 raised 1",
        "opened above 2-… raised 2",
      ],
    ],
    [
      "has no upper limit",
      { maximum: null },
      [
        [0, 99],
        [1, 1],
      ],
      ["opened below 1-… raised 1"],
    ],
    [
      "has no lower limit",
      { minimum: null },
      [
        [0, -99],
        [1, 9],
      ],
      ["opened above 1-… raised 1"],
    ],
    [
      "has no limits",
      { minimum: null, maximum: null },
      [
        [0, -99],
        [1, 99],
      ],
      [],
    ],
    [
      "can end despite a dead band wider than the range",
      { deadBand: 10 },
      [
        [0, 9],
        [1, 6],
        [2, 5],
      ],
      ["opened above 0-… raised 0", "closed above 0-2 raised 0"],
    ],
    [
      "ends and starts anew",
      {},
      [
        [0, 9],
        [1, 5],
        [2, 9],
      ],
      ["opened above 0-… raised 0", "closed above 0-1 raised 0", "opened above 2-… raised 2"],
    ],
    [
      "opens at once under normal-delay too",
      { delayMode: "normal-delay" },
      [
        [0, 9],
        [1, 5],
      ],
      ["opened above 0-… raised 0", "closed above 0-1 raised 0"],
    ],
  ])("%s", (_name, rule, readings, expected) => {
    expect(told(judge(rule, readings))).toEqual(expected);
  });
});

describe("judgeRange with a delay of 10 s", () => {
  it.each<[string, RangeRule["delayMode"], Readings, string[]]>([
    [
      "waits",
      "ignore-delay",
      [
        [0, 9],
        [9, 9],
      ],
      [],
    ],
    [
      "opens at the end of the delay",
      "ignore-delay",
      [
        [0, 9],
        [10, 9],
      ],
      ["opened above 0-… raised 10", "updated above 0-… raised 10"],
    ],
    [
      "raises by event time, however late the next sample",
      "ignore-delay",
      [
        [0, 9],
        [60, 9],
      ],
      ["opened above 0-… raised 10", "updated above 0-… raised 10"],
    ],
    [
      "drops what returned before the delay",
      "ignore-delay",
      [
        [0, 9],
        [9.999, 5],
      ],
      [],
    ],
    [
      "tells what returned exactly at the delay",
      "ignore-delay",
      [
        [0, 9],
        [10, 5],
      ],
      ["opened above 0-… raised 10", "closed above 0-10 raised 10"],
    ],
    [
      "drops what swung before the delay",
      "ignore-delay",
      [
        [0, 9],
        [5, 1],
        [15, 1],
      ],
      ["opened below 5-… raised 15", "updated below 5-… raised 15"],
    ],
    [
      "counts the delay anew after a return",
      "ignore-delay",
      [
        [0, 9],
        [5, 5],
        [6, 9],
        [12, 9],
      ],
      [],
    ],
    [
      "keeps counting in the dead band",
      "ignore-delay",
      [
        [0, 9],
        [5, 7.5],
        [10, 7.5],
      ],
      ["opened above 0-… raised 10", "updated above 0-… raised 10"],
    ],
    [
      "notes an early return and waits",
      "normal-delay",
      [
        [0, 9],
        [5, 5],
        [9, 5],
      ],
      [],
    ],
    [
      "tells an early return at the delay",
      "normal-delay",
      [
        [0, 9],
        [5, 5],
        [9, 5],
        [10, 5],
      ],
      ["opened above 0-… raised 10", "closed above 0-5 raised 10"],
    ],
    [
      "goes on when outside again before the delay",
      "normal-delay",
      [
        [0, 9],
        [5, 5],
        [9, 9],
        [12, 9],
      ],
      ["opened above 0-… raised 10", "updated above 0-… raised 10"],
    ],
    [
      "is not revived by the dead band",
      "normal-delay",
      [
        [0, 9],
        [5, 5],
        [9, 7.5],
        [12, 5],
      ],
      ["opened above 0-… raised 10", "closed above 0-5 raised 10"],
    ],
    [
      "keeps the last of several returns",
      "normal-delay",
      [
        [0, 9],
        [2, 5],
        [3, 9],
        [4, 5],
        [5, 5],
        [11, 5],
      ],
      ["opened above 0-… raised 10", "closed above 0-4 raised 10"],
    ],
    [
      "starts anew when outside again at the delay",
      "normal-delay",
      [
        [0, 9],
        [5, 5],
        [10, 9],
        [20, 5],
      ],
      [
        "opened above 0-… raised 10",
        "closed above 0-5 raised 10",
        "opened above 10-… raised 20",
        "closed above 10-20 raised 20",
      ],
    ],
    [
      "tells a returned one when the other side begins",
      "normal-delay",
      [
        [0, 9],
        [5, 5],
        [6, 1],
      ],
      ["opened above 0-… raised 10", "closed above 0-5 raised 10"],
    ],
    [
      "tells one that swings before the delay",
      "normal-delay",
      [
        [0, 9],
        [5, 1],
      ],
      ["opened above 0-… raised 10", "closed above 0-5 raised 10"],
    ],
  ])("%s (%s)", (_name, delayMode, readings, expected) => {
    expect(told(judge({ delaySeconds: 10, delayMode }, readings))).toEqual(expected);
  });
});

describe("the figures of an excursion", () => {
  const lastOf = (judgement: Judgement) => judgement.transitions.at(-1)?.excursion;

  it("leave the returning sample out", () => {
    const closed = lastOf(
      judge({}, [
        [0, 10],
        [60, 12],
        [120, 5],
      ]),
    );
    expect(closed?.limits).toEqual({ minimum: 2, maximum: 8 });
    expect(closed?.statistics).toEqual({ count: 2, peak: 12, peakAt: 60_000 });
  });

  it("include what lay between when a returned excursion goes on", () => {
    const rule: Partial<RangeRule> = { delaySeconds: 10, delayMode: "normal-delay" };
    expect(
      lastOf(
        judge(rule, [
          [0, 9],
          [4, 5],
          [8, 11],
          [12, 5],
        ]),
      )?.statistics,
    ).toEqual({ count: 3, peak: 11, peakAt: 8000 });
    expect(
      lastOf(
        judge(rule, [
          [0, 9],
          [4, 5],
          [8, 5],
          [12, 5],
        ]),
      )?.statistics,
    ).toEqual({ count: 1, peak: 9, peakAt: 0 });
  });
});

describe("elapseRange", () => {
  const pending = (delayMode: RangeRule["delayMode"], readings: Readings) => {
    const rule = { ...refrigerator, delaySeconds: 10, delayMode };
    const { state } = judgeRange(rule, NORMAL, samplesOf(readings));
    return { state, elapse: (second: number) => elapseRange(rule, state, second * 1000) };
  };

  it("raises at the delay, not before, with the delay as its time", () => {
    const { state, elapse } = pending("ignore-delay", [[0, 9]]);
    expect(elapse(9.999)).toEqual({ state, transitions: [] });
    expect(told(elapse(10))).toEqual(["opened above 0-… raised 10"]);
    expect(told(elapse(3600))).toEqual(["opened above 0-… raised 10"]);
  });

  it("opens and closes what had returned", () => {
    const elapsed = pending("normal-delay", [
      [0, 9],
      [5, 5],
    ]).elapse(10);
    expect(told(elapsed)).toEqual(["opened above 0-… raised 10", "closed above 0-5 raised 10"]);
    expect(elapsed.state).toEqual({ phase: "normal", settledAt: 10_000 });
  });

  it("leaves other states alone", () => {
    const { state } = judge({}, [[0, 9]]);
    expect(elapseRange(refrigerator, state, 1e9)).toEqual({ state, transitions: [] });
    expect(elapseRange(refrigerator, NORMAL, 1e9)).toEqual({ state: NORMAL, transitions: [] });
  });

  it("makes late what was taken before the moment it decided", () => {
    const alarm = pending("ignore-delay", [[0, 9]]).elapse(12).state;
    const settled = pending("normal-delay", [
      [0, 9],
      [5, 5],
    ]).elapse(12).state;
    for (const state of [alarm, settled]) {
      expect(isLate(state, 5000, 9999)).toBe(true);
      expect(isLate(state, 5000, 10_000)).toBe(false);
    }
    const { state: begun } = judgeRange({ ...refrigerator, delaySeconds: 60 }, NORMAL, [{ at: 8000, value: 9 }]);
    expect(begun.phase).toBe("pending");
    expect(isLate(begun, 5000, 7999)).toBe(true);
    expect(isLate(begun, 5000, 8000)).toBe(false);
    expect(isLate(NORMAL, 5000, 5000)).toBe(true);
    expect(isLate(NORMAL, 5000, 5001)).toBe(false);
    expect(isLate(NORMAL, null, 0)).toBe(false);
  });
});

describe("the caller's state", () => {
  it("is never changed, and forgets the clock's mark with the next sample", () => {
    const { state } = judge({ delaySeconds: 10, delayMode: "normal-delay" }, [
      [0, 9],
      [5, 5],
    ]);
    const before = structuredClone(state);
    judge(
      { delaySeconds: 10, delayMode: "normal-delay" },
      [
        [6, 9],
        [11, 5],
      ],
      state,
    );
    expect(state).toStrictEqual(before);
    expect(judge({}, [[20, 5]], { phase: "normal", settledAt: 10_000 }).state).toStrictEqual({ phase: "normal" });
  });

  it("stays as it is without samples", () => {
    const state: RangeState = { phase: "normal", settledAt: 10_000 };
    expect(judge({}, [], state)).toEqual({ state, transitions: [] });
  });
});
