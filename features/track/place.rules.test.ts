import { expect, it } from "vitest";
import { fenceAt, nameKey } from "./place.rules";

const circle = (name: string, radiusMetres: number, longitude = 11.5) => ({
  ...{ name, shape: "circle" as const, longitude, latitude: 48.1, radiusMetres, points: null },
});
const square = (name: string, half: number) => ({
  ...{ name, shape: "polygon" as const, longitude: null, latitude: null, radiusMetres: null },
  points: [
    [11.5 - half, 48.1 - half],
    [11.5 + half, 48.1 - half],
    [11.5 + half, 48.1 + half],
    [11.5 - half, 48.1 + half],
  ] as [number, number][],
});

it.each([
  ["the only one around it", [circle("Depot", 300)], [11.5, 48.1], { name: "Depot", isSite: true }],
  ["a region", [circle("Region", 50_000)], [11.5, 48.1], { name: "Region", isSite: false }],
  ["none outside", [circle("Depot", 300)], [11.51, 48.1], null],
  [
    "the smallest of several",
    [circle("Region", 50_000), circle("Depot", 300)],
    [11.5, 48.1],
    { name: "Depot", isSite: true },
  ],
  [
    "the smallest near the border of a larger one",
    [circle("Region", 5000, 11.433), circle("Yard", 400)],
    [11.5, 48.1],
    { name: "Yard", isSite: true },
  ],
  [
    "a polygon within a circle",
    [circle("City", 9000), square("Campus", 0.01)],
    [11.505, 48.1],
    { name: "Campus", isSite: true },
  ],
  [
    "a circle within a polygon",
    [square("City", 0.1), circle("Depot", 300)],
    [11.5, 48.1],
    { name: "Depot", isSite: true },
  ],
] as const)("a position is named by %s", (_name, fences, place, name) => {
  expect(fenceAt(fences, place)).toEqual(name);
});

it("positions within metres of each other have one name", () => {
  expect(nameKey([11.50001, 48.10001])).toBe(nameKey([11.50003, 48.10004]));
  expect(nameKey([11.5, 48.1])).not.toBe(nameKey([11.501, 48.1]));
});
