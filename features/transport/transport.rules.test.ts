import { describe, expect, it } from "vitest";
import type { LonLat } from "@/lib/geo/coordinates";
import { distanceMetres, placeAt } from "@/lib/geo/sphere";
import {
  answerTimeOf,
  arrivalOf,
  assertFollows,
  DETOUR,
  follow,
  loadVerdictOf,
  nextStopOf,
  numberOf,
  precoolingOf,
  STOP_RADIUS_METRES,
  standingAt,
} from "./transport.rules";

const HOUR = 3_600_000;
const stop = (arrivedAt: number | null = null, departedAt: number | null = null) => ({
  plannedArriveAt: null,
  arrivedAt,
  departedAt,
});

describe("the time of an answer", () => {
  const [loadedAt, receivedAt, minute] = [Date.UTC(2026, 10, 2, 8), Date.UTC(2026, 10, 2, 12), 60_000];
  it.each([
    ["of a phone that was offline", receivedAt - 90 * minute, receivedAt - 90 * minute, true],
    ["of one that is a little ahead", receivedAt + 5 * minute, receivedAt, true],
    ["of one that is ahead", receivedAt + 5 * minute + 1, receivedAt, false],
    ["of one that is a little behind", loadedAt - 5 * minute, loadedAt, true],
    ["of one that is behind the loading", loadedAt - 5 * minute - 1, receivedAt, false],
    ["of one that is years behind", Date.UTC(2020, 0, 1), receivedAt, false],
  ])("%s", (_name, answeredAt, expected, isClockRight) => {
    expect(answerTimeOf(answeredAt, { loadedAt, receivedAt })).toEqual({ answeredAt: expected, isClockRight });
  });
});

describe("the states of a transport", () => {
  it("go forward only, and end", () => {
    for (const [from, to] of [
      ["planned", "loading"],
      ["planned", "cancelled"],
      ["loading", "underway"],
      ["underway", "arrived"],
      ["underway", "refused"],
      ["arrived", "delivered"],
    ] as const)
      expect(() => assertFollows(from, to)).not.toThrow();
    for (const [from, to] of [
      ["planned", "delivered"],
      ["underway", "cancelled"],
      ["delivered", "refused"],
      ["cancelled", "loading"],
    ] as const)
      expect(() => assertFollows(from, to)).toThrow(/cannot become/);
  });

  it("name the next stop and the one where it stands", () => {
    expect(nextStopOf([stop(), stop(), stop()])).toBe(1);
    expect(standingAt([stop(), stop()], "planned")).toBe(0);
    expect(nextStopOf([stop(null, 1), stop(), stop()])).toBe(1);
    expect(standingAt([stop(null, 1), stop(), stop()], "underway")).toBeNull();
    expect(standingAt([stop(null, 1), stop(2), stop()], "underway")).toBe(1);
    expect(nextStopOf([stop(null, 1), stop(2), stop()])).toBe(2);
    expect(nextStopOf([stop(null, 1), stop(2)])).toBeNull();
  });
});

describe("the number of a transport", () => {
  it("is the next of its day, whatever numbers others chose", () => {
    expect(numberOf("2026-11-27", [])).toBe("T261127-001");
    expect(numberOf("2026-11-27", ["T261127-009", "T261127-x", "WMS-4", "T261126-050"])).toBe("T261127-010");
    expect(numberOf("2026-11-27", ["T261127-999"])).toBe("T261127-1000");
  });
});

describe("the proof of pre-cooling", () => {
  const minutes = (within: number, observed: number) => ({ withinMs: within * 60_000, observedMs: observed * 60_000 });
  it.each([
    ["proven", [minutes(30, 30), minutes(29, 29)]],
    ["outside", [minutes(30, 30), minutes(20, 30)]],
    ["unobserved", [minutes(20, 20)]],
    ["noProbe", []],
  ] as const)("is %s by the worst probe", (state, probes) => {
    expect(precoolingOf(30, probes).state).toBe(state);
  });
  it("has the minutes of that probe", () => {
    expect(precoolingOf(30, [minutes(30, 30), minutes(12, 28)])).toEqual({
      ...{ state: "outside", requiredMinutes: 30, withinMinutes: 12, outsideMinutes: 16, observedMinutes: 28 },
    });
  });
});

describe("the estimated arrival", () => {
  const origin: LonLat = [113, 23];
  const position = placeAt(origin, 40_000, 90);
  const destination = placeAt(position, 60_000, 90);
  const planned = { plannedArriveAt: 2 * HOUR, plannedDepartAt: null };

  it("follows the journey's own speed and detour", () => {
    const driven = { metres: 48_000, drivingMs: HOUR };
    const found = arrivalOf({ now: HOUR, position, origin, driven, ahead: [{ place: destination, ...planned }] });
    expect(found.metresLeft).toBeCloseTo(72_000, -1);
    // 72 km at 48 km/h: an hour and a half from now, half an hour late.
    expect((found.etaAt as number) / HOUR).toBeCloseTo(2.5, 3);
    expect(found.delayMinutes).toBe(30);
  });

  it("takes the usual detour near the origin, and adds planned stays", () => {
    const near = placeAt(origin, 1000, 90);
    const via = { place: placeAt(near, 10_000, 90), plannedArriveAt: HOUR, plannedDepartAt: HOUR + HOUR / 2 };
    const last = { place: placeAt(near, 20_000, 90), plannedArriveAt: null, plannedDepartAt: null };
    const found = arrivalOf({
      ...{ now: 0, position: near, origin, driven: { metres: 2000, drivingMs: 120_000 }, ahead: [via, last] },
    });
    expect(found.metresLeft).toBeCloseTo(DETOUR * distanceMetres(near, last.place), -1);
    expect(found.etaAt).toBeCloseTo(((found.metresLeft as number) / 60_000) * HOUR + HOUR / 2, -3);
    expect(found.delayMinutes).toBeNull();
  });

  it("says only how late the plan is while nothing moves, or no place is known", () => {
    const still = { metres: 0, drivingMs: 0 };
    const ahead = [{ place: destination, ...planned }];
    expect(arrivalOf({ now: 3 * HOUR, position, origin, driven: still, ahead })).toMatchObject({
      ...{ etaAt: null, delayMinutes: 60 },
    });
    expect(arrivalOf({ now: HOUR, position: null, origin, driven: still, ahead })).toEqual({
      ...{ metresLeft: null, etaAt: null, delayMinutes: null },
    });
    const nowhere = [{ place: null, ...planned }];
    expect(arrivalOf({ now: HOUR, position, origin, driven: still, ahead: nowhere }).metresLeft).toBeNull();
  });
});

describe("the verdict of a load", () => {
  const probe = (outsideMinutes = 0, gapMinutes = 0, observedMinutes = 60) => ({
    ...{ observedMinutes, outsideMinutes, gapMinutes },
  });
  it("is that of the worst lot", () => {
    expect(loadVerdictOf(["usable", "notUsable", "quarantine"], [probe()])).toBe("notUsable");
    expect(loadVerdictOf(["usable"], [probe(30)])).toBe("usable");
  });
  it("without lots is usable only if every minute was observed and in range", () => {
    expect(loadVerdictOf([], [probe()])).toBe("usable");
    expect(loadVerdictOf([], [probe(), probe(1)])).toBe("quarantine");
    expect(loadVerdictOf([], [probe(0, 5)])).toBe("quarantine");
    expect(loadVerdictOf([], [probe(0, 60, 0)])).toBe("unknown");
    expect(loadVerdictOf([], [])).toBe("unknown");
  });
});

describe("following the positions", () => {
  const [a, b, c]: [LonLat, LonLat, LonLat] = [
    [113, 23],
    [113.2, 23],
    [113.4, 23],
  ];
  const circle = (centre: LonLat) => (place: LonLat) => distanceMetres(centre, place) - STOP_RADIUS_METRES;
  const places = [circle(a), circle(b), circle(c)];
  const drive = (from: LonLat, to: LonLat, start: number, count = 20) =>
    Array.from({ length: count + 1 }, (_, index) => ({
      ...{ at: start + index * 60_000, latitude: 23, longitude: from[0] + ((to[0] - from[0]) * index) / count },
    }));
  const loaded = [stop(0), stop(), stop()];

  it("finds departures and arrivals", () => {
    const fixes = [...drive(a, b, 0), ...drive(b, c, 2 * HOUR)];
    const found = follow(loaded, places, fixes);
    expect(found.map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(found[0]?.departedAt).toBe(0);
    expect(found[1]).toEqual({ place: 1, arrivedAt: 20 * 60_000, departedAt: 2 * HOUR });
    expect(found[2]).toEqual({ place: 2, arrivedAt: 2 * HOUR + 20 * 60_000, departedAt: null });
  });

  it("finds the same however the positions are cut", () => {
    const fixes = [...drive(a, b, 0), ...drive(b, c, 2 * HOUR)];
    for (let cut = 1; cut < fixes.length; cut += 1) {
      const first = follow(loaded, places, fixes.slice(0, cut));
      const known = loaded.map((one, place) => ({ ...one, ...first.find((two) => two.place === place) }));
      const second = follow(known, places, fixes.slice(cut));
      const whole = known.map((one, place) => ({ ...one, ...second.find((two) => two.place === place) }));
      expect(whole.map(({ arrivedAt }) => arrivedAt)).toEqual([0, 20 * 60_000, 2 * HOUR + 20 * 60_000]);
      expect(whole.every(({ departedAt }, place) => place === 2 || departedAt !== null)).toBe(true);
    }
  });

  it("does not leave by scatter at the border, nor arrive before it has left", () => {
    const scatter = [280, 320, 340, 290].map((metres, index) => {
      const [longitude, latitude] = placeAt(a, metres, 90);
      return { at: index * 60_000, longitude, latitude };
    });
    expect(follow(loaded, places, scatter)).toEqual([]);
    expect(follow([stop(), stop()], [circle(a), circle(a)], scatter)).toEqual([]);
  });

  it("passes over a stop whose place is unknown", () => {
    const found = follow(loaded, [circle(a), null, circle(c)], [...drive(a, b, 0), ...drive(b, c, HOUR)]);
    expect(found.map(({ place }) => place)).toEqual([0, 2]);
  });
});
