import { describe, expect, it } from "vitest";
import { EVIDENCE, findingsOf, MAXIMUM_EVIDENCE, type Occurrence, paretoOf, RULES, weekdayOf } from "./guidance.rules";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** A Monday, midnight UTC. */
const START = Date.UTC(2026, 2, 2);
const PLACE = { now: START + 60 * DAY_MS, timeZone: "UTC" };

let id = 0;
/** An excursion `minutes` long, at an instant given in minutes after the start. */
function one(at: number, minutes: number, more: Partial<Occurrence> = {}): Occurrence {
  id += 1;
  const startedAt = START + at * MINUTE_MS;
  return {
    ...{ id, kind: "range", type: "sensor-temperature", side: "above" },
    ...{ carrierId: 1, carrierName: "fridge", probeId: 1, probeName: "S1" },
    ...{ startedAt, endedAt: startedAt + minutes * MINUTE_MS },
    ...{ reasonId: 1, reasonCode: "other", reasonName: "Other" },
    ...{ isDoorOpen: false, isPowerLost: false, excess: 3, rivals: 1 },
    ...more,
  } as Occurrence;
}

const rules = (all: readonly Occurrence[]) => findingsOf(all, PLACE).map(({ rule }) => rule);
const times = (count: number, make: (index: number) => Occurrence) =>
  Array.from({ length: count }, (_, index) => make(index));
/** Hours that no rule of hours or weekdays sees: spread over the week. */
const spread = (index: number) => index * 29 * 60;

it("says nothing of nothing, and nothing of too little", () => {
  expect(rules([])).toEqual([]);
  expect(rules([one(0, 90)])).toEqual([]);
  expect(rules(times(4, (index) => one(spread(index), 90, { isDoorOpen: index < 2 })))).toEqual([]);
});

describe("a rule", () => {
  it("names lost power with the share that it explains", () => {
    const all = times(5, (index) =>
      one(spread(index), 90, { isPowerLost: index < 2, carrierId: index, probeId: index }),
    );
    const [finding] = findingsOf(all, PLACE);
    expect(finding).toMatchObject({ rule: "power", figures: { count: 2, of: 5 }, ids: [all[0]?.id, all[1]?.id] });
  });

  it("counts doors only where there is a sensor", () => {
    const all = times(12, (index) =>
      one(spread(index), 90, {
        isDoorOpen: index < 3 ? true : index < 6 ? false : null,
        carrierId: index,
        probeId: index,
      }),
    );
    expect(findingsOf(all, PLACE)).toMatchObject([{ rule: "door", figures: { count: 3, of: 6 } }]);
  });

  it("recognises defrosting: short, warm, at one hour, on several days, with the door closed", () => {
    const nightly = times(6, (index) => one(index * 1440 + 3 * 60 + index, 25));
    expect(findingsOf(nightly, PLACE)[0]).toMatchObject({
      rule: "defrost",
      figures: { count: 6, from: 2, to: 4, minutes: 25 },
      probe: { id: 1, name: "S1" },
    });
    expect(rules(nightly.map((each) => ({ ...each, side: "below" as const })))).not.toContain("defrost");
    expect(rules(nightly.map((each) => ({ ...each, isDoorOpen: true })))).not.toContain("defrost");
    expect(rules(times(6, (index) => one(3 * 60 + index * 2, 1)))).not.toContain("defrost");
  });

  it("advises a longer delay for what is brief and close to the limit", () => {
    const brief = times(6, (index) => one(spread(index), 6, { excess: 0.4 }));
    expect(rules(brief)).toEqual(["short"]);
    expect(rules(brief.map((each) => ({ ...each, excess: 4 })))).toEqual([]);
  });

  it("suspects the position of the one probe of several that is out of range", () => {
    const all = times(10, (index) => one(spread(index), 90, { probeId: index < 9 ? 1 : 2, rivals: 3 }));
    expect(findingsOf(all, PLACE)).toMatchObject([{ rule: "position", figures: { count: 9, of: 10, probes: 3 } }]);
    expect(rules(all.map((each) => ({ ...each, rivals: 1 })))).toEqual([]);
  });

  it("sees that recovering takes ever longer", () => {
    const slower = times(9, (index) => one(spread(index), 70 + index * 20));
    expect(findingsOf(slower, PLACE)).toMatchObject([
      { rule: "recovery", figures: { count: 9, before: 90, after: 210 } },
    ]);
    expect(rules(times(9, (index) => one(spread(index), 90 + (index % 3))))).toEqual([]);
  });

  it("names the carrier that most come from, if there are others to compare with", () => {
    const all = times(12, (index) => one(spread(index), 90, { carrierId: index < 6 ? 1 : index, probeId: index }));
    expect(findingsOf(all, PLACE)).toMatchObject([
      { rule: "repeated", carrier: { id: 1 }, figures: { count: 6, of: 12 } },
    ]);
  });

  it("finds hours and weekdays in the customer's zone", () => {
    const hourly = times(10, (index) => one(index * 1440 + 8 * 60 + index, 90, { carrierId: index, probeId: index }));
    expect(findingsOf(hourly, PLACE)).toMatchObject([{ rule: "hour", figures: { from: 6, to: 9, count: 10 } }]);
    const mondays = times(12, (index) =>
      one((index % 6) * 7 * 1440 + index * 97, 90, { carrierId: index, probeId: index }),
    );
    expect(findingsOf(mondays, PLACE)).toMatchObject([{ rule: "weekday", figures: { weekday: 0, count: 12 } }]);
    expect(weekdayOf(START - 1, "UTC")).toBe(6);
    expect(weekdayOf(START - 1, "Asia/Shanghai")).toBe(0);
  });

  it("asks for reasons where they are missing", () => {
    const all = times(6, (index) => one(spread(index), 90, { reasonId: null, carrierId: index, probeId: index }));
    expect(rules(all)).toEqual(["noReason"]);
  });

  it("has thresholds, and an order among the others", () => {
    expect(Object.keys(EVIDENCE).sort()).toEqual([...RULES].sort());
  });
});

it("names as many exceptions as an address has room for, and counts all", () => {
  const many = times(150, (index) => one(spread(index), 6, { excess: 0.1 }));
  const [finding] = findingsOf(many, PLACE);
  expect(finding?.ids).toHaveLength(MAXIMUM_EVIDENCE);
  expect(finding?.count).toBe(150);
});

it("adds up the shares of a Pareto chart, largest first", () => {
  const pareto = paretoOf([{ count: 1 }, { count: 6 }, { count: 3 }]);
  expect(pareto.map(({ count }) => count)).toEqual([6, 3, 1]);
  for (const [index, share] of [0.6, 0.9, 1].entries()) expect(pareto[index]?.cumulative).toBeCloseTo(share, 9);
});
