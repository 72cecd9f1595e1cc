import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrossingKind } from "@/db/enums";
import type { Passage } from "@/features/geofence/crossing.rules";
import { type GeofenceRule, judgeNow, judgeTouched, staysOf } from "./geofence.rules";

const MINUTE = 60_000;
const NAMES: Record<number, string> = { 1: "City", 2: "Depot" };

const passage = (minutes: number, kind: CrossingKind, geofenceId = 1) => ({
  ...{ geofenceId, geofenceName: NAMES[geofenceId] ?? "", kind, at: minutes * MINUTE },
  ...{ longitude: 113, latitude: 23 },
});
const rule = (values: Partial<GeofenceRule> = {}): GeofenceRule => ({
  ...{ kind: "geofence", measure: null, crossing: "exit", geofenceId: null, delaySeconds: 0 },
  ...values,
});
const minutesOf = (all: readonly { startedAt: number; endedAt: number | null }[]) =>
  all.map(({ startedAt, endedAt }) => [startedAt / MINUTE, endedAt === null ? null : endedAt / MINUTE]);

/** Into the city, into and out of the depot inside it, out of the city and straight into the depot elsewhere. */
const WAY = [
  passage(0, "enter"),
  passage(10, "enter", 2),
  passage(20, "exit", 2),
  passage(30, "exit"),
  passage(40, "enter", 2),
  passage(50, "enter"),
  passage(50, "exit", 2),
  passage(60, "exit"),
];

describe("stays", () => {
  it.each([
    [
      "outside one geofence",
      { crossing: "exit", geofenceId: 1 },
      [
        [30, 50],
        [60, null],
      ],
    ],
    [
      "inside one",
      { crossing: "enter", geofenceId: 2 },
      [
        [10, 20],
        [40, 50],
      ],
    ],
    [
      "outside all of them",
      { crossing: "exit", geofenceId: null },
      [
        [30, 40],
        [60, null],
      ],
    ],
    [
      "inside any of them",
      { crossing: "enter", geofenceId: null },
      [
        [0, 30],
        [40, 60],
      ],
    ],
    ["of a geofence that was never crossed", { crossing: "exit", geofenceId: 3 }, []],
  ] as const)("%s", (_name, of, expected) => expect(minutesOf(staysOf(of, WAY))).toEqual(expected));

  it("name the crossing that they began with, and have none before the first crossing that is known", () => {
    expect(staysOf(rule(), WAY)[0]?.passage).toMatchObject({ geofenceName: "City", kind: "exit" });
    expect(minutesOf(staysOf(rule({ crossing: "enter" }), [passage(5, "exit"), passage(8, "enter")]))).toEqual([
      [8, null],
    ]);
  });
});

describe("crossings that came to be or turned out to be none", () => {
  const judged = (earliest: number, latest: number, values: Partial<GeofenceRule> = {}, way = WAY) => {
    const found = judgeTouched(
      rule({ geofenceId: 1, ...values }),
      way,
      { earliest: earliest * MINUTE, latest: latest * MINUTE },
      1000 * MINUTE,
    );
    return { from: found.from / MINUTE, spans: minutesOf(found.excursions) };
  };

  it("touch the stay that they begin or end, and no other", () => {
    expect(judged(30, 30)).toEqual({ from: 30, spans: [[30, 50]] });
    expect(judged(50, 50)).toEqual({ from: 30, spans: [[30, 50]] });
    expect(judged(55, 60)).toEqual({ from: 55, spans: [[60, null]] });
    // Those at 50 and 60 are deleted: one stay continues.
    expect(judged(50, 60, {}, WAY.slice(0, 5))).toEqual({ from: 30, spans: [[30, null]] });
    // That at 30 is deleted as well.
    expect(judged(30, 60, {}, WAY.slice(0, 3))).toEqual({ from: 30, spans: [] });
  });

  it("are none where a stay was shorter than the delay", () => {
    expect(judged(30, 60, { delaySeconds: 1200 }).spans).toEqual([
      [30, 50],
      [60, null],
    ]);
    expect(judged(30, 60, { delaySeconds: 1201 }).spans).toEqual([[60, null]]);
    const facts = judgeTouched(rule(), WAY, { earliest: 0, latest: 0 }, 0).excursions;
    expect(facts).toEqual([]);
  });
});

describe("the clock", () => {
  const now = 100 * MINUTE;
  const look = (hasOpen: boolean, values: Partial<GeofenceRule> = {}, way = WAY) =>
    judgeNow(rule(values), way, hasOpen, { until: now, now });

  it("raises what lasts, and nothing of what is over", () => {
    expect(look(false)?.excursions).toMatchObject([
      { startedAt: 60 * MINUTE, raisedAt: 60 * MINUTE, side: null, facts: { crossing: "exit", geofenceName: "City" } },
    ]);
    expect(look(false, { delaySeconds: 2401 })).toBeNull();
    expect(look(false, { crossing: "enter" })).toBeNull();
  });

  it("leaves alone what goes on, and ends what does not", () => {
    expect(look(true, { delaySeconds: 2401 })).toBeNull();
    expect(look(true, { crossing: "enter" })).toMatchObject({ excursions: [], restAt: now });
    expect(look(true, {}, [])).toMatchObject({ excursions: [], restAt: now });
  });
});

const ways = fc
  .array(fc.record({ gap: fc.constantFrom(0, 1, 1, 3), geofenceId: fc.constantFrom(1, 2) }), { maxLength: 30 })
  .map((steps) => {
    const inside = new Set<number>();
    const taken = new Set<string>();
    let at = 0;
    return steps.flatMap(({ gap, geofenceId }) => {
      at += gap;
      if (taken.has(`${at} ${geofenceId}`)) return [];
      taken.add(`${at} ${geofenceId}`);
      const kind = inside.has(geofenceId) ? ("exit" as const) : ("enter" as const);
      if (!inside.delete(geofenceId)) inside.add(geofenceId);
      return [passage(at, kind, geofenceId)];
    });
  });
const rules = fc.record({
  crossing: fc.constantFrom("enter" as const, "exit" as const),
  geofenceId: fc.constantFrom(null, 1, 2),
  delaySeconds: fc.constantFrom(0, 60, 180),
});
const inOrder = (way: readonly Passage[]) => way.toSorted((a, b) => a.at - b.at || a.geofenceId - b.geofenceId);

it("judges what is read since an instant as it judges the whole, or says that more has to be read", () => {
  const isOf = (id: number) => (one: Passage) => one.geofenceId === id;
  fc.assert(
    fc.property(ways, fc.nat(40), fc.nat(40), rules, fc.boolean(), (way, a, b, values, hasOpen) => {
      const sorted = inOrder(way);
      const of = rule(values);
      const until = 100 * MINUTE;
      const fromAt = Math.min(a, b) * MINUTE;
      const before = sorted.filter(({ at }) => at < fromAt);
      const last = [1, 2].flatMap((id) => before.findLast(isOf(id)) ?? []);
      const read = inOrder([...last, ...sorted.filter(({ at }) => at >= fromAt)]);
      const touched = { earliest: Math.max(a, b) * MINUTE, latest: Math.max(a, b) * MINUTE };
      const part = judgeTouched(of, read, touched, until, false);
      if (of.geofenceId !== null || part.from >= fromAt) expect(part).toEqual(judgeTouched(of, sorted, touched, until));
      const clock = { until, now: until };
      const now = judgeNow(of, read, hasOpen, clock, false);
      if (of.geofenceId !== null || (now?.from ?? fromAt) >= fromAt)
        expect(now).toEqual(judgeNow(of, sorted, hasOpen, clock));
    }),
  );
});

it("judges a part as it judges the whole, wherever it is touched", () => {
  const touched = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(ways, touched, rules, (way, [earliest, latest], values) => {
      const sorted = inOrder(way);
      const of = rule(values);
      const until = 100 * MINUTE;
      const whole = judgeTouched(of, sorted, { earliest: -1, latest: until }, until);
      const part = judgeTouched(of, sorted, { earliest: earliest * MINUTE, latest: latest * MINUTE }, until);
      const within = whole.excursions.filter(({ startedAt }) => startedAt >= part.from && startedAt < part.to);
      expect(part.excursions).toEqual(within);
      // No stay that spans the touched instants is missing.
      for (const one of whole.excursions)
        if (one.startedAt <= latest * MINUTE && (one.endedAt ?? until) >= earliest * MINUTE)
          expect(part.excursions).toContainEqual(one);
    }),
  );
});
