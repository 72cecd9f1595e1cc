import fc from "fast-check";
import { expect, it } from "vitest";
import type { LonLat } from "./coordinates";
import { boundsOf, circleRing, distanceMetres, isWithin, placeAt } from "./sphere";

it.each<[string, LonLat, LonLat, number]>([
  ["a degree of the equator", [0, 0], [1, 0], 111_195],
  // Rosetta Code, "Haversine formula": 2887.26 km with a radius of 6372.8 km.
  ["Nashville and Los Angeles", [-86.67, 36.12], [-118.4, 33.94], 2_886_449],
  ["across the date line", [179.5, 0], [-179.5, 0], 111_195],
  ["nothing", [113, 23], [113, 23], 0],
])("measures %s", (_, from, to, metres) => {
  expect(Math.abs(distanceMetres(from, to) - metres)).toBeLessThanOrEqual(metres * 0.0001);
  expect(distanceMetres(to, from)).toBeCloseTo(distanceMetres(from, to), 6);
});

it("goes as far as it says, into every direction", () => {
  const place = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
  );
  const metres = fc.double({ min: 1, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(place, metres, fc.double({ min: 0, max: 360, noNaN: true }), (from, far, bearing) => {
      expect(distanceMetres(from, placeAt(from, far, bearing))).toBeCloseTo(far, 1);
    }),
  );
  expect(placeAt([10, 50], 1000, 0)[1]).toBeGreaterThan(50);
  expect(placeAt([10, 50], 1000, 90)[0]).toBeGreaterThan(10);
});

it("draws a circle as a closed ring", () => {
  const ring = circleRing([113.43, 23.17], 500, 32);
  expect(ring).toHaveLength(33);
  expect(ring[0]).toEqual(ring[32]);
  for (const place of ring) expect(distanceMetres([113.43, 23.17], place)).toBeCloseTo(500, 3);
});

it("finds the bounds of places", () => {
  expect(boundsOf([])).toBeNull();
  const bounds = boundsOf([
    [113, 23],
    [114, 22],
  ]);
  expect(bounds).toEqual([
    [113, 22],
    [114, 23],
  ]);
  expect(bounds && isWithin([113, 23], bounds)).toBe(true);
  expect(bounds && isWithin([112.9, 22.5], bounds)).toBe(false);
});
