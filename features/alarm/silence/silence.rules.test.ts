import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEndable, issuesOf, MAXIMUM_DAYS, stateOf } from "./silence.rules";

const NOW = Date.UTC(2026, 10, 20, 8);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("stateOf", () => {
  const span = (startsAt: number, endsAt: number, endedAt: number | null = null) => ({
    startsAt: NOW + startsAt,
    endsAt: NOW + endsAt,
    endedAt: endedAt === null ? null : NOW + endedAt,
  });
  it.each([
    ["ahead", span(1, HOUR), "planned"],
    ["at its start", span(0, HOUR), "active"],
    ["before its end", span(-HOUR, 1), "active"],
    ["at its end", span(-HOUR, 0), "over"],
    ["ended before its end", span(-HOUR, HOUR, -1), "ended"],
    ["ended before its start", span(HOUR, 2 * HOUR, 0), "ended"],
    ["ended, and its end has come", span(-2 * HOUR, -HOUR, -90 * 60_000), "ended"],
  ] as const)("%s is %s", (_what, one, state) => {
    expect(stateOf(one, NOW)).toBe(state);
    expect(isEndable(one, NOW)).toBe(state === "planned" || state === "active");
  });
});

describe("issuesOf", () => {
  it.each([
    ["an hour from now on", null, HOUR, undefined],
    ["thirty days ahead for thirty days", 30 * DAY, 60 * DAY, undefined],
    ["the form took a moment", -30_000, HOUR, undefined],
    ["a start in the past", -2 * 60_000, HOUR, ["startsAt", "future"]],
    ["a start in two years", 730 * DAY, 731 * DAY, ["startsAt", "tooManyDaysAhead"]],
    ["an end in the past", null, -HOUR, ["endsAt", "future"]],
    ["an end at once", null, 0, ["endsAt", "future"]],
    ["an end before the start", 2 * HOUR, HOUR, ["endsAt", "endBeforeStart"]],
    ["no length at all", 2 * HOUR, 2 * HOUR, ["endsAt", "endBeforeStart"]],
    ["a moment too long", null, MAXIMUM_DAYS * DAY + 1, ["endsAt", "tooManyDays"]],
    ["too long, later", DAY, 32 * DAY, ["endsAt", "tooManyDays"]],
  ] as const)("%s", (_what, start, end, issue) => {
    const found = issuesOf({ startsAt: start === null ? null : NOW + start, endsAt: NOW + end }, NOW);
    expect(found.map(({ path, rule }) => [path, rule])).toEqual(issue ? [issue] : []);
  });

  it("lets through only what is in force or ahead, for thirty days at most", () => {
    const instants = fc.integer({ min: -40 * DAY, max: 500 * DAY });
    fc.assert(
      fc.property(fc.option(instants), instants, (start, end) => {
        const startsAt = start === null ? null : NOW + start;
        if (issuesOf({ startsAt, endsAt: NOW + end }, NOW).length > 0) return;
        const from = Math.max(NOW, startsAt ?? NOW);
        expect(isEndable({ startsAt: from, endsAt: NOW + end, endedAt: null }, NOW)).toBe(true);
        expect(NOW + end - from).toBeLessThanOrEqual(MAXIMUM_DAYS * DAY);
      }),
    );
  });
});
