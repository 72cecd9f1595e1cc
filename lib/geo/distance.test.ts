import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metresBetween, metresToSegment, offsetFrom, placeAt } from "./distance";

const at = (longitude: number, latitude: number) => ({ longitude, latitude });

describe("metresBetween", () => {
  it.each([
    ["a degree of latitude", at(11.5, 48.1), at(11.5, 49.1), 111_195],
    ["a degree on the equator", at(0, 0), at(1, 0), 111_195],
    ["a quarter of the equator", at(0, 0), at(90, 0), 10_007_557],
    ["across the date line", at(179.5, 0), at(-179.5, 0), 111_195],
    ["to itself", at(113.43, 23.17), at(113.43, 23.17), 0],
  ])("%s", (_name, a, b, metres) => {
    expect(Math.abs(metresBetween(a, b) - metres)).toBeLessThan(metres * 0.002 + 0.01);
  });
});

describe("the plane around a place", () => {
  const near = fc.record({
    east: fc.double({ min: -5000, max: 5000, noNaN: true }),
    north: fc.double({ min: -5000, max: 5000, noNaN: true }),
  });
  const origins = fc.record({
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -65, max: 65, noNaN: true }),
  });

  it("has the distances of the sphere within half a percent, and leads back", () => {
    fc.assert(
      fc.property(origins, near, (origin, offset) => {
        const place = placeAt(origin, offset);
        const flat = Math.hypot(offset.east, offset.north);
        expect(Math.abs(metresBetween(origin, place) - flat)).toBeLessThan(flat * 0.005 + 0.01);
        const back = offsetFrom(origin, place);
        expect(back.east).toBeCloseTo(offset.east, 3);
        expect(back.north).toBeCloseTo(offset.north, 3);
      }),
    );
  });

  it.each([
    ["beside the middle", { east: 10, north: -50 }, { east: 10, north: 50 }, 10],
    ["beyond an end", { east: 30, north: 40 }, { east: 60, north: 80 }, 50],
    ["a point", { east: 3, north: 4 }, { east: 3, north: 4 }, 5],
  ])("%s", (_name, a, b, metres) => {
    expect(metresToSegment(a, b)).toBeCloseTo(metres, 9);
  });
});
