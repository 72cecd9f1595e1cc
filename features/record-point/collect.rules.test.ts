import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  collect,
  extraInstants,
  nearestOf,
  nextLook,
  type Reading,
  type Recorded,
  stateOf,
  WATCHED_MS,
} from "./collect.rules";

const MINUTE = 60_000;
const PLANNED = Date.parse("2026-11-20T00:00:00Z");
const TOLERANCE = 15 * MINUTE;
const LIMITS = { minimum: 2, maximum: 8 };
const LATER = PLANNED + TOLERANCE;
const record = (values: Partial<Recorded> = {}): Recorded => ({
  plannedAt: PLANNED,
  toleranceMs: TOLERANCE,
  state: "pending",
  value: null,
  measuredAt: null,
  newerAt: null,
  ...values,
});
const at = (minutes: number, value = 5): Reading => ({ at: PLANNED + minutes * MINUTE, value });
const open = { status: "open" as const, limits: LIMITS, now: LATER };

describe("the nearest reading", () => {
  it.each([
    [[], null],
    [[-16, 16], null],
    [[-15, 16], -15],
    [[15], 15],
    [[-3, 2], 2],
    [[3, -3], -3],
    [[0, 1], 0],
  ])("of %j is %j", (minutes, expected) => {
    const found = nearestOf(
      PLANNED,
      TOLERANCE,
      minutes.map((minute) => at(minute)),
    );
    expect(found && (found.at - PLANNED) / MINUTE).toBe(expected);
  });
});

describe("a value", () => {
  it.each([
    [2, "collected"],
    [8, "collected"],
    [1.9, "out-of-range"],
    [8.1, "out-of-range"],
  ])("of %d is %s", (value, expected) => expect(stateOf(value, LIMITS)).toBe(expected));

  it("without limits is within range", () => expect(stateOf(90, { minimum: null, maximum: null })).toBe("collected"));
});

describe("a record", () => {
  it("waits for the end of its tolerance", () => {
    const early = collect(record(), [at(-1)], { ...open, now: LATER - 1 });
    expect(early).toMatchObject({ state: "pending", value: null, isChanged: false });
    expect(nextLook(early, LATER - 1)).toBe(LATER);
  });

  it("is collected, or missed", () => {
    expect(collect(record(), [at(2, 9)], open)).toMatchObject({
      state: "out-of-range",
      value: 9,
      measuredAt: at(2).at,
    });
    expect(collect(record(), [], open)).toMatchObject({ state: "missed", value: null, isChanged: true });
  });

  it("that was missed is filled by a late reading of an open sheet alone", () => {
    const missed = record({ state: "missed" });
    expect(collect(missed, [at(1)], open)).toMatchObject({ state: "collected", value: 5 });
    for (const status of ["submitted", "reviewed", "approved", "rejected"] as const)
      expect(collect(missed, [at(1)], { ...open, status })).toMatchObject({
        state: "missed",
        value: null,
        newerAt: at(1).at,
        isChanged: false,
      });
  });

  it("that was entered stays so for ever, and names the reading", () => {
    const entered = record({ state: "entered", value: 4 });
    expect(collect(entered, [at(1)], open)).toMatchObject({ state: "entered", value: 4, newerAt: at(1).at });
  });

  it("keeps its value when the reading is gone", () => {
    const collected = record({ state: "collected", value: 5, measuredAt: at(3).at });
    expect(collect(collected, [], open)).toEqual({ ...collected, isChanged: false });
  });

  it("is looked at ever less often, and not for ever", () => {
    const missed = record({ state: "missed" });
    const waits = [1, 60, 240, 48 * 60].map((minutes) => {
      const now = LATER + minutes * MINUTE;
      return ((nextLook(missed, now) as number) - now) / MINUTE;
    });
    expect(waits).toEqual([1, 30, 120, 360]);
    expect(nextLook(missed, LATER + WATCHED_MS + 1)).toBeNull();
    expect(nextLook(record({ state: "collected", measuredAt: PLANNED }), LATER)).toBeNull();
  });

  const readings = fc.array(
    fc.record({ minutes: fc.integer({ min: -20, max: 20 }), value: fc.integer({ min: 0, max: 10 }) }),
    { maxLength: 8 },
  );

  it("ends with the nearest of all readings, in whatever order and parts they arrived", () => {
    fc.assert(
      fc.property(readings, fc.infiniteStream(fc.nat(3)), (given, cuts) => {
        const unique = [...new Map(given.map(({ minutes, value }) => [minutes, at(minutes, value)])).values()];
        let stored: Recorded = record();
        const known: Reading[] = [];
        const rest = [...unique];
        do {
          known.push(...rest.splice(0, cuts.next().value as number));
          const before = stored;
          stored = collect(stored, known, open);
          const again = collect(stored, known, open);
          expect(again).toMatchObject({ isChanged: false });
          // The distance never grows, and a value never disappears.
          if (before.measuredAt !== null)
            expect(Math.abs((stored.measuredAt as number) - PLANNED)).toBeLessThanOrEqual(
              Math.abs(before.measuredAt - PLANNED),
            );
          if (rest.length > 0 && known.length === unique.length) break;
        } while (rest.length > 0);
        const nearest = nearestOf(PLANNED, TOLERANCE, unique);
        const distance = (one: number | null | undefined) => (one == null ? null : Math.abs(one - PLANNED));
        expect(distance(stored.measuredAt)).toBe(distance(nearest?.at));
        expect(stored.state).toBe(nearest ? stateOf(stored.value as number, LIMITS) : "missed");
      }),
    );
  });

  it("of a signed sheet never changes what it says", () => {
    const states = fc.constantFrom(
      "collected" as const,
      "out-of-range" as const,
      "missed" as const,
      "entered" as const,
    );
    const statuses = fc.constantFrom(
      "submitted" as const,
      "reviewed" as const,
      "approved" as const,
      "rejected" as const,
    );
    fc.assert(
      fc.property(readings, states, statuses, (given, state, status) => {
        const measuredAt = state === "missed" || state === "entered" ? null : PLANNED + 7 * MINUTE;
        const stored = record({ state, value: state === "missed" ? null : 5, measuredAt });
        const {
          newerAt: _,
          isChanged,
          ...said
        } = collect(
          stored,
          given.map((one) => at(one.minutes, one.value)),
          { ...open, status },
        );
        expect(said).toEqual((({ newerAt: __, ...rest }) => rest)(stored));
        expect(isChanged).toBe(false);
      }),
    );
  });
});

describe("records beside the plan", () => {
  const day = (text: string) => Date.parse(text);

  it("lie at every other minute of the zone's day, once each", () => {
    const instants = ["2026-11-20T02:09:59Z", "2026-11-20T02:10:30Z", "2026-11-20T02:11:00Z"].map(day);
    expect(extraInstants(instants, 2, "Asia/Kathmandu")).toEqual([
      { day: "2026-11-20", minute: 474, at: day("2026-11-20T02:09:00Z") },
      { day: "2026-11-20", minute: 476, at: day("2026-11-20T02:11:00Z") },
    ]);
  });

  it("go over to the next day, whatever its clock does", () => {
    expect(extraInstants([day("2026-10-25T22:59:30Z")], 2, "Europe/Berlin")).toEqual([
      { day: "2026-10-26", minute: 0, at: day("2026-10-25T23:00:00Z") },
    ]);
  });

  it("are at most a minute from the reading", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 * 400 }), (offset) => {
        const instant = day("2026-01-01T00:00:00Z") + offset;
        const [one] = extraInstants([instant], 2, "America/St_Johns");
        expect(Math.abs((one?.at as number) - instant)).toBeLessThanOrEqual(MINUTE);
      }),
    );
  });
});
