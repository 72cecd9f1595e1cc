import { describe, expect, it } from "vitest";
import type { LonLat } from "@/lib/geo/coordinates";
import { type Area, crossesItself, metresOutside } from "./geofence.rules";

const CIRCLE: Area = { shape: "circle", longitude: 113.43, latitude: 23.17, radiusMetres: 500 };
/** About 2.05 km by 2.22 km, with a bay from the east to its middle. */
const BAY: Area = {
  shape: "polygon",
  points: [
    [113.42, 23.16],
    [113.44, 23.16],
    [113.43, 23.17],
    [113.44, 23.18],
    [113.42, 23.18],
  ],
};

describe("metresOutside", () => {
  it.each([
    ["the centre", 113.43, 23.17, -500],
    ["east of it, inside", 113.434, 23.17, -91],
    ["north of it, outside", 113.43, 23.18, 612],
  ])("of a circle: %s", (_name, longitude, latitude, metres) => {
    expect(metresOutside(CIRCLE, [longitude, latitude])).toBeCloseTo(metres, -0.3);
  });

  it.each([
    ["in the west part", 113.425, 23.17, -1],
    ["in the bay, which is not of it", 113.438, 23.17, 1],
    ["south of it", 113.43, 23.15, 1],
    ["beside a corner", 113.4201, 23.1601, -1],
  ])("of a polygon: %s", (_name, longitude, latitude, sign) => {
    expect(Math.sign(metresOutside(BAY, [longitude, latitude]))).toBe(sign);
  });

  it("measures to the nearest side", () => {
    expect(metresOutside(BAY, [113.41, 23.17])).toBeCloseTo(1022, -1);
  });

  it("does not break at the date line", () => {
    const area: Area = { shape: "circle", longitude: 179.999, latitude: 0, radiusMetres: 500 };
    expect(metresOutside(area, [-179.999, 0])).toBeCloseTo(-277.6, 0);
  });
});

describe("crossesItself", () => {
  const square: LonLat[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  it.each([
    ["a square", square, false],
    ["a bow tie", [square[0], square[2], square[1], square[3]], true],
    ["a corner twice", [...square, square[0]], true],
    [
      "a spike along its own side",
      [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ],
      true,
    ],
    ["a bay", BAY.shape === "polygon" ? BAY.points : [], false],
  ] as [string, LonLat[], boolean][])("%s: %s", (_name, points, expected) => {
    expect(crossesItself(points)).toBe(expected);
  });
});
