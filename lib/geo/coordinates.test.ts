import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { fromSystem, isConverted, type LonLat, toSystem } from "./coordinates";

const DATA = path.join(MEASUREMENTS, "coords");
type City = Record<"wgs84" | "gcj02" | "bd09", [number, number]> & { name: string };
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(DATA, name), "utf8")) as T;
const furthest = (a: LonLat, b: LonLat) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));

describeWithMeasurements("against the published vectors", () => {
  it("draws the cities of China where their maps have them, and finds them back", () => {
    const { vectors } = read<{ vectors: City[] }>("gcoord_cities_even.json");
    expect(vectors.length).toBeGreaterThan(300);
    for (const city of vectors) {
      expect(furthest(toSystem(city.wgs84, "gcj02"), city.gcj02), city.name).toBeLessThan(5e-5);
      expect(furthest(toSystem(city.wgs84, "bd09"), city.bd09), city.name).toBeLessThan(6e-5);
      expect(furthest(fromSystem(city.gcj02, "gcj02"), city.wgs84), city.name).toBeLessThan(5e-5);
    }
  });

  it("agrees with another implementation", () => {
    const { vectors } = read<{ vectors: City[] }>("eviltransform.json");
    for (const { name, wgs84, gcj02 } of vectors) {
      expect(furthest(toSystem(wgs84, "gcj02"), gcj02), name).toBeLessThan(1e-6);
      expect(furthest(fromSystem(gcj02, "gcj02"), wgs84), name).toBeLessThan(5e-6);
    }
  });
});

it("moves nothing outside the bounds, in either system", () => {
  for (const place of [
    [11.57, 48.14],
    [183, 45],
    [72.003, 30],
    [137.835, 30],
    [100, 0.829],
    [100, 55.828],
  ] as LonLat[]) {
    expect(isConverted(place)).toBe(false);
    for (const system of ["wgs84", "gcj02", "bd09"] as const) expect(toSystem(place, system)).toEqual(place);
  }
  expect(isConverted([72.004, 0.8293]) && isConverted([137.8347, 55.8271])).toBe(true);
});

it("moves a place in China by some hundred metres", () => {
  const place: LonLat = [113.43, 23.17];
  expect(toSystem(place, "wgs84")).toEqual(place);
  for (const system of ["gcj02", "bd09"] as const) {
    expect(furthest(toSystem(place, system), place)).toBeGreaterThan(2e-3);
    expect(furthest(toSystem(place, system), place)).toBeLessThan(2e-2);
  }
});

it("finds every place back from where it is drawn", () => {
  const inside = fc.tuple(fc.double({ min: 73, max: 137, noNaN: true }), fc.double({ min: 2, max: 55, noNaN: true }));
  const outside = fc.tuple(
    fc.double({ min: -180, max: 71, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.oneof(inside, outside), fc.constantFrom("wgs84", "gcj02", "bd09"), (place, system) => {
      expect(furthest(fromSystem(toSystem(place, system), system), place)).toBeLessThan(1e-5);
    }),
  );
});
