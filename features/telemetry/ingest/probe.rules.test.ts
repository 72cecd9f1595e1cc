import { describe, expect, it } from "vitest";
import { clip, type Mounting, placeProbe, spansOf } from "./probe.rules";

describe("placeProbe", () => {
  const range = { from: 100, to: 200 };
  const endless = { from: -Infinity, to: Infinity };
  const mounting = (carrierId: number, from: number, to: number, isVisible = true): Mounting => ({
    carrierId,
    carrierName: `carrier ${carrierId}`,
    customerId: 1,
    from,
    to,
    minimum: 2,
    maximum: 8,
    rangeName: null,
    isVisible,
  });
  const first = mounting(1, 50, 120);
  const second = mounting(2, 130, Infinity, false);

  it.each([
    ["a whole customer", [first, second], false, undefined, [endless], 2],
    ["a probe on no carrier", [], false, undefined, [endless], undefined],
    ["bound to nodes: the mounted period", [first, second], true, undefined, [{ from: 50, to: 120 }], 1],
    ["by carrier: nothing from the bench before", [first, second], false, [1], [{ from: 50, to: 120 }], 1],
    ["by carrier: a later mounting from its beginning", [first, second], false, [2], [{ from: 130, to: Infinity }], 2],
    ["by carrier, bound to nodes", [first, second], true, [1], [{ from: 50, to: 120 }], 1],
  ] as const)("%s", (_name, mountings, isBound, carrierIds, periods, carrierId) => {
    const placed = placeProbe(mountings, { isBound, carrierIds }, range);
    expect(placed?.periods).toEqual(periods);
    expect(placed?.mounting?.carrierId).toBe(carrierId);
  });

  it("expects nothing of a probe before its first mounting, also if it is asked for by itself", () => {
    const since = (mountings: Mounting[], isBound: boolean, carrierIds?: number[]) =>
      placeProbe(mountings, { isBound, carrierIds }, range)?.watchedFrom;
    expect(since([first, second], false)).toBe(50);
    expect(since([], false)).toBeNull();
    // Of a carrier, the periods begin with the mounting.
    expect(since([first, second], false, [2])).toBeNull();
    expect(since([first, second], true)).toBeNull();
  });

  it("shows nothing where no mounting is seen", () => {
    expect(placeProbe([], { isBound: true, carrierIds: undefined }, range)).toBeNull();
    expect(placeProbe([second], { isBound: true, carrierIds: undefined }, range)).toBeNull();
    expect(placeProbe([first], { isBound: true, carrierIds: [2] }, range)).toBeNull();
  });
});

describe("clip", () => {
  it("drops what lies outside and cuts what sticks out", () => {
    const endless = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    expect(clip([endless, { from: 0, to: 5 }, { from: 25, to: 30 }], { from: 10, to: 20 })).toEqual([
      { from: 10, to: 20 },
    ]);
  });
});

describe("spansOf", () => {
  it("names the probe with every part of its periods that lies in the range", () => {
    const periods = [
      { from: -Infinity, to: 5 },
      { from: 8, to: Infinity },
    ];
    expect(spansOf([{ probeId: 7, periods }], { from: 0, to: 10 })).toEqual([
      { probeId: 7, from: 0, to: 5 },
      { probeId: 7, from: 8, to: 10 },
    ]);
  });
});
