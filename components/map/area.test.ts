import { expect, it } from "vitest";
import type { LonLat } from "@/lib/geo/coordinates";
import { boundsOfAreas, movedCorner, polygonOf, resized, ringOf, withCorner } from "./area";

const CORNERS: LonLat[] = [
  [113, 23],
  [114, 23],
  [114, 24],
];

it("closes the ring of a polygon, and has none of nothing", () => {
  expect(ringOf({ kind: "polygon", corners: CORNERS })).toEqual([...CORNERS, CORNERS[0]]);
  expect(ringOf({ kind: "polygon", corners: [] })).toEqual([]);
  const { coordinates } = polygonOf({ kind: "polygon", corners: CORNERS }, ([a, b]) => [a + 1, b]);
  expect(coordinates[0]?.[0]).toEqual([114, 23]);
});

it("adds and moves corners", () => {
  expect(withCorner(CORNERS, 1, [113.5, 22])).toEqual([CORNERS[0], [113.5, 22], CORNERS[1], CORNERS[2]]);
  expect(movedCorner(CORNERS, 2, [115, 25])).toEqual([CORNERS[0], CORNERS[1], [115, 25]]);
});

it("sizes a circle by its edge, to a metre at least", () => {
  expect(resized([0, 0], [1, 0])).toEqual({ kind: "circle", center: [0, 0], radiusMetres: 111_195 });
  expect(resized([0, 0], [0, 0])).toMatchObject({ radiusMetres: 1 });
});

it("finds the bounds of areas", () => {
  expect(boundsOfAreas([])).toBeNull();
  const bounds = boundsOfAreas([
    { kind: "polygon", corners: CORNERS },
    { kind: "circle", center: [112, 23], radiusMetres: 1_000 },
  ]);
  expect(bounds?.[0][0]).toBeCloseTo(111.99, 2);
  expect(bounds?.[1]).toEqual([114, 24]);
});
