import { expect, it } from "vitest";
import { glidePlace, isGlide } from "./glide";
import { drawImage, groupText, isBad, rankOf, TONE_RANKS } from "./marker-image";
import { changesOf, featureOf, type MapPoint } from "./point";

const point = (id: number, more: Partial<MapPoint> = {}): MapPoint => ({
  id,
  place: [113, 23],
  tone: "normal",
  course: null,
  ...more,
});

it("says anew what has changed, and no more", () => {
  const known = new Map<number, MapPoint>();
  const [a, b, c] = [point(1), point(2), point(3)];
  expect(changesOf(known, [a, b, c])).toEqual({ changed: [a, b, c], removed: [] });
  expect(changesOf(known, [c, b, a])).toEqual({ changed: [], removed: [] });
  const moved = point(2, { place: [114, 23] });
  expect(changesOf(known, [a, moved])).toEqual({ changed: [moved], removed: [3] });
  expect([...known.values()]).toEqual([a, moved]);
});

it("gives the source of a map the place in the system of that map", () => {
  const feature = featureOf(point(7, { tone: "critical", course: 90 }), ([longitude, latitude]) => [
    longitude + 1,
    latitude,
  ]);
  expect(feature).toMatchObject({
    id: 7,
    properties: { rank: TONE_RANKS.length - 1, course: 90 },
    geometry: { coordinates: [114, 23] },
  });
});

it("orders the tones from the least to the worst", () => {
  expect(TONE_RANKS.filter((tone) => isBad(rankOf(tone)))).toEqual(["warning", "below", "above", "critical"]);
});

it("counts in a group the points of the tone that it shows, and all if there are others", () => {
  expect(groupText(2, 7)).toBe("2 / 7");
  expect(groupText(7, 7)).toBe("7");
});

it("draws nothing of another theme, or for a stranger's name", () => {
  const theme = { colour: (token: string) => token, fontFamily: "sans-serif" };
  for (const name of ["point|other|0", "point|card|9", "airport", "flag|card|0"])
    expect(drawImage(name, theme)).toBeNull();
});

it("glides from one place to the other, and no further", () => {
  expect(glidePlace([10, 50], [11, 52], 0)).toEqual([10, 50]);
  expect(glidePlace([10, 50], [11, 52], 1_000)).toEqual([11, 52]);
  expect(glidePlace([10, 50], [11, 52], 5_000)).toEqual([11, 52]);
  const [longitude] = glidePlace([10, 50], [11, 52], 500);
  expect(longitude).toBeGreaterThan(10.5);
  expect(longitude).toBeLessThan(11);
  expect([0, 1.9, 2, 1_500, 1_501].map(isGlide)).toEqual([false, false, true, true, false]);
});
