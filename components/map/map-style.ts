import type { FilterSpecification, Map as LibraryMap, StyleSpecification } from "maplibre-gl";
import type { ThemeColours } from "@/components/providers/use-theme-colours";
import type { StreetMap } from "@/lib/geo/map-settings";
import { groundLayers, labelLayers, outsideStreets, roadLayers, streetSource } from "./street-style";

/** The tokens that the shipped map uses. */
export const MAP_TOKENS = ["map-sea", "map-land", "map-line", "map-border", "map-label", "map-place", "map-halo"];

/** The languages of the labels, matched by the prefix of the locale. */
const LANGUAGES = ["zh", "en", "es", "ja"] as const;

/** The shipped map has no more detail beyond this zoom. */
const DETAIL_ZOOM = 9;

/** The property with names in the language of `locale`; English for others. */
export function nameField(locale: string): string {
  const language = LANGUAGES.find((known) => locale.startsWith(known)) ?? "en";
  return `name_${language}`;
}

/** The family names of a CSS font list: text is drawn with the page's own fonts, so no glyphs are fetched. */
export const fontStack = (fontFamily: string): string[] =>
  fontFamily.split(",").map((family) => family.trim().replace(/^["']|["']$/g, ""));

const RANK: FilterSpecification = ["<=", ["get", "rank"], ["step", ["zoom"], 1, 6, 2]];

/**
 * The shipped map's style in the interface's colours and language, with `streets` over it where there are any; `origin`
 * is the origin of its files.
 */
export function shippedStyle(
  theme: ThemeColours,
  locale: string,
  origin: string,
  streets: StreetMap | null = null,
): StyleSpecification {
  const { colour } = theme;
  const source = (file: string) => ({
    type: "geojson" as const,
    data: `${origin}/basemap/${file}.json`,
    maxzoom: DETAIL_ZOOM,
    attribution: "Natural Earth",
  });
  const font = fontStack(theme.fontFamily);
  const text = { "text-font": font, "text-field": ["get", nameField(locale)] as const };
  const halo = { "text-halo-color": colour("map-halo"), "text-halo-width": 1.2 };
  return {
    version: 8,
    // A page that is printed does not wait for colours to fade.
    transition: { duration: 0, delay: 0 },
    sources: {
      land: source("land"),
      borders: source("borders"),
      provinces: source("provinces"),
      prefectures: source("prefectures"),
      countries: source("countries"),
      places: source("places"),
      ...(streets && { streets: streetSource(streets, origin) }),
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": colour("map-sea") } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colour("map-land") } },
      ...(streets ? groundLayers(theme) : []),
      {
        id: "prefectures",
        type: "line",
        source: "prefectures",
        minzoom: 6,
        paint: { "line-color": colour("map-line"), "line-width": 0.7, "line-dasharray": [3, 2] },
      },
      {
        id: "provinces",
        type: "line",
        source: "provinces",
        minzoom: 3,
        paint: {
          "line-color": colour("map-line"),
          "line-width": ["interpolate", ["linear"], ["zoom"], 3, 0.5, 10, 1.5],
        },
      },
      {
        id: "borders",
        type: "line",
        source: "borders",
        paint: {
          "line-color": colour("map-border"),
          "line-width": ["interpolate", ["linear"], ["zoom"], 2, 0.6, 10, 2],
        },
      },
      ...(streets ? [...roadLayers(theme), ...labelLayers(theme, locale, font)] : []),
      {
        id: "places",
        type: "symbol",
        source: "places",
        minzoom: 3.6,
        filter: (streets ? ["all", RANK, outsideStreets(streets.bounds)] : RANK) as FilterSpecification,
        layout: {
          ...text,
          "text-field": [...text["text-field"]],
          "text-size": ["interpolate", ["linear"], ["zoom"], 3.6, 11, 10, 14],
          "symbol-sort-key": ["get", "rank"],
        },
        paint: { "text-color": colour("map-place"), ...halo },
      },
      {
        id: "countries",
        type: "symbol",
        source: "countries",
        maxzoom: 7,
        layout: {
          ...text,
          "text-field": [...text["text-field"]],
          "text-size": ["interpolate", ["linear"], ["zoom"], 1, 11, 6, 15],
          "symbol-sort-key": ["-", 0, ["get", "area"]],
        },
        paint: { "text-color": colour("map-label"), ...halo },
      },
    ],
  };
}

type SetPaint = (layerId: string, name: string, value: unknown) => unknown;

/** Gives the layers of a map the colours of a style that differs from the shown one in these alone. */
export function repaint(map: Pick<LibraryMap, "setPaintProperty">, { layers }: StyleSpecification): void {
  const set: SetPaint = (id, name, value) => map.setPaintProperty(id, name as never, value as never);
  for (const { id, paint } of layers) for (const [name, value] of Object.entries(paint ?? {})) set(id, name, value);
}
