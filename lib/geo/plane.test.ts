import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metresToSegment, offsetFrom } from "./plane";
import { distanceMetres, placeAt } from "./sphere";

describe("the plane around a place", () => {
  const origins = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -65, max: 65, noNaN: true }),
  );

  it("has the distances of the sphere within half a percent", () => {
    const metres = fc.double({ min: 1, max: 5000, noNaN: true });
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    fc.assert(
      fc.property(origins, metres, bearing, (origin, away, course) => {
        const place = placeAt(origin, away, course);
        const { east, north } = offsetFrom(origin, place);
        expect(Math.abs(Math.hypot(east, north) - distanceMetres(origin, place))).toBeLessThan(away * 0.005);
        expect(Math.abs(north - away * Math.cos((course * Math.PI) / 180))).toBeLessThan(away * 0.005 + 0.1);
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
