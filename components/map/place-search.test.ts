import { describe, expect, it } from "vitest";
import { type NamedPlace, namedPlaces, placesLike, typedPlace } from "./place-search";

const feature = (rank: number, name_zh: string, name_en: string, coordinates: [number, number]) => ({
  properties: { name_zh, name_en, rank },
  geometry: { coordinates },
});
const PLACES = namedPlaces({
  features: [
    feature(2, "广州", "Guangzhou", [113.26, 23.13]),
    feature(1, "广东", "Guangdong", [113.4, 23.3]),
    feature(2, "杭州", "Hángzhōu", [120.15, 30.27]),
    feature(2, "扬州", "Yangzhou", [119.4, 32.4]),
  ],
});
const names = (places: readonly NamedPlace[]) => places.map(({ names: { name_en } }) => name_en);

describe("places by name", () => {
  it.each([
    ["guang", ["Guangdong", "Guangzhou"]],
    ["广", ["Guangdong", "Guangzhou"]],
    ["HANG", ["Hángzhōu"]],
    ["zhou", ["Guangzhou", "Hángzhōu", "Yangzhou"]],
    ["  ", []],
    ["x", []],
  ])("%s gives %j", (query, expected) => expect(names(placesLike(PLACES, query, 8))).toEqual(expected));

  it("are so many at most", () => expect(placesLike(PLACES, "zhou", 2)).toHaveLength(2));
});

it.each([
  ["23.17, 113.43", [113.43, 23.17]],
  ["23.17 113.43", [113.43, 23.17]],
  [" 113.43，23.17 ", [113.43, 23.17]],
  ["-33.8688197,151.2", [151.2, -33.86882]],
  ["−33.8;18.4", [18.4, -33.8]],
  ["23.17", null],
  ["23.17, 190", null],
  ["91, 95", null],
  ["23, 113, 7", null],
  ["12 Main", null],
])("the place of %s is %j", (text, place) => expect(typedPlace(text)).toEqual(place));
