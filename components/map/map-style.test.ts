import { expect, it } from "vitest";
import { makeBasemap } from "../../scripts/basemap/basemap.mjs";
import { fontStack, MAP_TOKENS, nameField, repaint, shippedStyle } from "./map-style";

type Labels = { features: { properties: Record<string, string> }[] };
const theme = { colour: (token: string) => `#${token}`, fontFamily: '"Inter Variable", "PingFang SC", sans-serif' };

it("names places in the language of the interface", () => {
  expect(["zh-CN", "en-US", "es", "ja", "fr"].map(nameField)).toEqual([
    "name_zh",
    "name_en",
    "name_es",
    "name_ja",
    "name_en",
  ]);
  expect(fontStack(theme.fontFamily)).toEqual(["Inter Variable", "PingFang SC", "sans-serif"]);
});

it("draws every file of the base map, from this server alone, in colours of the interface", () => {
  const style = shippedStyle(theme, "ja", "https://console.example");
  const basemap: Record<"countries" | "places", Labels> = makeBasemap();
  expect(Object.keys(style.sources).sort()).toEqual(Object.keys(basemap).sort());
  const text = JSON.stringify(style);
  expect(text.match(/https?:\/\/[^/"]+/g)?.every((origin) => origin === "https://console.example")).toBe(true);
  expect(style.glyphs ?? style.sprite).toBeUndefined();
  for (const token of MAP_TOKENS) expect(text).toContain(`#${token}`);

  const { countries, places } = basemap;
  for (const { properties } of [...countries.features, ...places.features])
    for (const language of ["zh", "en", "es", "ja"]) expect(properties[`name_${language}`]).toBeTruthy();
  const named = (features: Labels["features"]) => features.map(({ properties }) => properties.name_en);
  expect(named(places.features)).toEqual(expect.arrayContaining(["Guangdong", "Taiwan", "Hong Kong", "Guangzhou"]));
  expect(named(countries.features)).toEqual(expect.arrayContaining(["China", "Germany", "Spain", "Japan"]));
  // A base map must not make statements about the status of a country.
  expect(named(countries.features).filter((name) => /Taiwan|Hong Kong|Maca|Siachen|Kosovo/.test(name ?? ""))).toEqual(
    [],
  );
});

it("takes the colours of another theme, as of paper, without another style", () => {
  const streets = {
    ...{ url: "/streets.pmtiles", attribution: "OpenStreetMap" },
    bounds: [
      [113, 22],
      [114, 23],
    ],
  } as const;
  const styleOf = (scheme: string) =>
    shippedStyle({ ...theme, colour: (token) => `#${scheme}-${token}` }, "en-US", "https://console.example", streets);
  const shown = styleOf("dark");
  const setPaintProperty = (id: string, name: string, value: unknown) => {
    const layer = shown.layers.find((one) => one.id === id);
    Object.assign(layer?.paint ?? {}, { [name]: value });
  };
  repaint({ setPaintProperty } as unknown as Parameters<typeof repaint>[0], styleOf("light"));
  expect(shown).toEqual(styleOf("light"));
  // Colours that fade would be those of the screen when the page is printed.
  expect(shown.transition).toEqual({ duration: 0, delay: 0 });
});
