import { describe, expect, it } from "vitest";
import type { DecisionFact } from "./lot.schema";
import { addBacksOf, figuresOf, givableOf, isRepeated, outcomeOf } from "./outcome.rules";
import type { Verdict } from "./verdict.rules";

const MINUTE_MS = 60_000;
const verdictWith = (usedMinutes: number, change: Partial<Verdict> = {}): Verdict => ({
  ...{ state: "quarantine", reasons: ["uncovered"], at: 0, from: 0, outside: [], excursions: [], kinetic: null },
  budget: [
    {
      ...{ key: "band:8:15", kind: "band", side: "above", from: 8, to: 15, mode: "cumulative", parts: [] },
      ...{ allowedMs: 120 * MINUTE_MS, usedMs: usedMinutes * MINUTE_MS, addedBackMs: 0, leftMs: 0 },
    },
  ],
  freezing: { limit: null, events: [] },
  unobserved: { toleranceMs: 0, spans: [], totalMs: 0, longMs: 0, addedBackMs: 0 },
  ...change,
});
const decided = (decision: DecisionFact["decision"], at: number, seen = verdictWith(10)): DecisionFact => ({
  ...{ decision, at, target: null, minutes: null, content: { figures: figuresOf(seen) } },
});

describe("the outcome", () => {
  it.each([
    ["of the arithmetic, without a decision", [], "quarantine", "arithmetic", ["uncovered"]],
    ["of a release", [decided("release", 1)], "usable", "person", ["released"]],
    [
      "of the last decision",
      [decided("discard", 2), decided("release", 1)],
      "notUsable",
      "person",
      ["discarded", "uncovered"],
    ],
    ["of a question to the maker", [decided("askMaker", 1)], "quarantine", "person", ["waitingForMaker", "uncovered"]],
    [
      "of a release before more was used up",
      [decided("release", 1, verdictWith(5))],
      "quarantine",
      "arithmetic",
      ["worseSinceRelease", "uncovered"],
    ],
  ] as const)("%s", (_name, decisions, state, by, reasons) => {
    expect(outcomeOf(verdictWith(10), decisions)).toEqual({ state, by, reasons });
  });

  it("of an expired lot is not a person's to change", () => {
    const expired = verdictWith(10, { state: "notUsable", reasons: ["expired"] });
    expect(outcomeOf(expired, [decided("release", 1)])).toMatchObject({ state: "notUsable", by: "arithmetic" });
  });
});

describe("a decision repeats the last one", () => {
  const last = { ...decided("discard", 1), reason: "No evidence" };
  const said = { decision: "discard" as const, reason: "No evidence" };
  it.each([
    ["with the same reason and figures", said, last, 10, true],
    ["not as the first one", said, undefined, 10, false],
    ["not with another reason", { ...said, reason: "Thawed" }, last, 10, false],
    ["not as another decision", { ...said, decision: "release" as const }, last, 10, false],
    ["not once more was used up", said, last, 20, false],
    [
      "not where minutes are given back",
      { ...said, decision: "addBack" as const },
      { ...last, decision: "addBack" as const },
      10,
      false,
    ],
  ])("%s", (_name, choice, before, usedMinutes, expected) => {
    expect(isRepeated(choice, before, figuresOf(verdictWith(usedMinutes)))).toBe(expected);
  });
});

it("minutes are given back by their own decisions, where some were used up", () => {
  const given = { ...decided("addBack", 3), target: "band:8:15", minutes: 7 };
  expect(addBacksOf([decided("release", 1), given])).toEqual([{ target: "band:8:15", minutes: 7 }]);
  expect(givableOf(verdictWith(10))).toEqual([{ key: "band:8:15", minutes: 10 }]);
  expect(givableOf(verdictWith(0))).toEqual([]);
});
