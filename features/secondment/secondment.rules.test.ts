import { describe, expect, it } from "vitest";
import { SECONDMENT_STATES } from "@/db/secondment-enums";
import { AppError } from "@/lib/errors";
import { actsOf, assertViewable, SECONDMENT_ACTS, startOf, stateAfter } from "./secondment.rules";

const LENDER = { isLender: true, isBorrower: false };
const BORROWER = { isLender: false, isBorrower: true };
const ALL = { mayEnd: true, mayAnswer: true };
const NOW = Date.UTC(2026, 10, 28);
const MINUTE = 60_000;

const ruleOf = (call: () => unknown): string => {
  try {
    call();
    return "done";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.issues?.[0]?.rule ?? error.code;
  }
};

describe("who can do what with a secondment", () => {
  it.each([
    ["requested", ["revoke"], ["confirm", "decline"]],
    ["planned", ["revoke"], ["return"]],
    ["current", ["revoke"], ["return"]],
    ["transferred", [], []],
    ["revoked", [], []],
    ["returned", [], []],
    ["ended", [], []],
    ["declined", [], []],
  ] as const)("%s", (state, lender, borrower) => {
    expect(actsOf(state, LENDER, ALL)).toEqual(lender);
    expect(actsOf(state, BORROWER, ALL)).toEqual(borrower);
    expect(actsOf(state, { isLender: true, isBorrower: true }, { mayEnd: false, mayAnswer: false })).toEqual([]);
    for (const act of SECONDMENT_ACTS)
      for (const [sides, acts] of [
        [LENDER, lender],
        [BORROWER, borrower],
      ] as const)
        expect(ruleOf(() => stateAfter(act, state, sides)) === "done").toBe((acts as readonly string[]).includes(act));
  });

  it("only those that are not over can be viewed", () => {
    expect(SECONDMENT_STATES.filter((state) => ruleOf(() => assertViewable(state)) === "done")).toEqual([
      ...["requested", "planned", "current", "transferred"],
    ]);
  });
});

describe("the start of a secondment", () => {
  const start = (startsAt: number | null, endsAt: number | null, newestAt: number | null) =>
    startOf({ startsAt, endsAt }, { now: NOW, newestAt });

  it("is now, or just after the newest reading of a device whose clock is ahead", () => {
    expect(start(null, null, null)).toBe(NOW);
    expect(start(null, null, NOW - MINUTE)).toBe(NOW);
    expect(start(null, null, NOW + MINUTE)).toBe(NOW + MINUTE + 1);
  });

  it.each([
    ["after the newest reading", NOW - MINUTE, null, NOW - 2 * MINUTE, "done"],
    ["before it", NOW - 3 * MINUTE, null, NOW - 2 * MINUTE, "secondedPast"],
    ["at it", NOW - 2 * MINUTE, null, NOW - 2 * MINUTE, "secondedPast"],
    ["in a year", NOW + 365 * 1440 * MINUTE, null, null, "done"],
    ["in two years", NOW + 730 * 1440 * MINUTE, null, null, "secondedAhead"],
    ["with an end in the past", null, NOW - 1, null, "secondedEnd"],
    ["with an end at the start", NOW + MINUTE, NOW + MINUTE, null, "secondedEnd"],
    ["with a later end", NOW + MINUTE, NOW + 2 * MINUTE, null, "done"],
  ] as const)("%s", (_, startsAt, endsAt, newestAt, rule) => {
    expect(ruleOf(() => start(startsAt, endsAt, newestAt))).toBe(rule);
  });
});
