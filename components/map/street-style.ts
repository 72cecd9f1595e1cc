import type { ExpressionSpecification, LayerSpecification, VectorSourceSpecification } from "maplibre-gl";
import type { ThemeColours } from "@/components/providers/use-theme-colours";
import type { StreetMap } from "@/lib/geo/map-settings";
import type { Bounds } from "@/lib/geo/sphere";
import { nameFields } from "@/lib/street-map/name-fields";

// Layers and properties are those of Protomaps' basemap, version 4 (docs.protomaps.com/basemaps/layers). Its borders
// are left out: the shipped map has those that this product answers for.

/** The tokens that streets use besides those of the shipped map. */
export const STREET_TOKENS = ["map-green", "map-built", "map-building", "map-road", "map-casing", "map-highway"];

/** Below it the shipped map says more, and an extract of a region would paint one tile of the world. */
export const STREET_ZOOM = 7;

const SOURCE = "streets";

export const streetSource = ({ url, attribution }: StreetMap, origin: string): VectorSourceSpecification => ({
  type: "vector",
  url: `pmtiles://${origin}${url}`,
  attribution,
});

/** Whether a feature of the shipped map may be labelled: streets have their own labels. */
export function outsideStreets([[west, south], [east, north]]: Bounds): ExpressionSpecification {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return ["any", ["<", ["zoom"], STREET_ZOOM], ["!", ["within", { type: "Polygon", coordinates: [ring] }]]];
}

/** A width in pixels that grows by 1.6 with each zoom, from `first` at `zoom` to `last` at 18; constant beyond both. */
const width = (zoom: number, first: number, last: number): ExpressionSpecification => [
  "interpolate",
  ["exponential", 1.6],
  ["zoom"],
  zoom,
  first,
  18,
  last,
];

const isKind = (...kinds: string[]): ExpressionSpecification => ["in", ["get", "kind"], ["literal", kinds]];

type Layer = LayerSpecification;
type Fill = Extract<Layer, { type: "fill" }>;
type Line = Extract<Layer, { type: "line" }>;
type Label = Extract<Layer, { type: "symbol" }>;

const fill = (id: string, layer: string, paint: Fill["paint"], rest: Partial<Fill> = {}): Fill => ({
  ...{ id: `street-${id}`, type: "fill", source: SOURCE, "source-layer": layer, minzoom: STREET_ZOOM },
  ...(paint && { paint }),
  ...rest,
});

/** Ground: land, green, built-up areas and water. */
export function groundLayers({ colour }: ThemeColours): Layer[] {
  return [
    fill("earth", "earth", { "fill-color": colour("map-land") }, { filter: ["==", ["geometry-type"], "Polygon"] }),
    fill(
      "green",
      "landuse",
      { "fill-color": colour("map-green") },
      { filter: isKind("park", "forest", "wood", "nature_reserve", "cemetery", "golf_course", "grass", "meadow") },
    ),
    fill(
      "built",
      "landuse",
      { "fill-color": colour("map-built") },
      { filter: isKind("hospital", "industrial", "commercial", "railway", "aerodrome", "school", "university") },
    ),
    fill("water", "water", { "fill-color": colour("map-sea") }, { filter: ["==", ["geometry-type"], "Polygon"] }),
    {
      ...{ id: "street-river", type: "line", source: SOURCE, "source-layer": "water", minzoom: 9 },
      filter: ["==", ["geometry-type"], "LineString"],
      paint: { "line-color": colour("map-sea"), "line-width": width(9, 0.6, 6) },
    },
  ];
}

/** Roads by class, from the least to the most important: where they begin, and their widths there and at zoom 18. */
const ROADS = [
  { id: "path", kinds: ["path", "other"], from: 14, first: 0.6, last: 4, token: "map-road" },
  { id: "minor", kinds: ["minor_road"], from: 12, first: 0.6, last: 14, token: "map-road" },
  { id: "major", kinds: ["major_road", "medium_road"], from: 8, first: 0.7, last: 20, token: "map-road" },
  { id: "highway", kinds: ["highway"], from: STREET_ZOOM, first: 1, last: 24, token: "map-highway" },
] as const;
const CASING_FROM = 11;

/** Buildings, rails and roads. */
export function roadLayers({ colour }: ThemeColours): Layer[] {
  const line = (id: string, paint: Line["paint"], rest: Partial<Line>): Line => ({
    ...{ id: `street-${id}`, type: "line", source: SOURCE, "source-layer": "roads" },
    layout: { "line-cap": "round", "line-join": "round" },
    ...(paint && { paint }),
    ...rest,
  });
  const casings = ROADS.map(({ id, kinds, from, first, last }) =>
    line(
      `${id}-casing`,
      { "line-color": colour("map-casing"), "line-width": width(from, first + 1, last + 3) },
      { filter: isKind(...kinds), minzoom: Math.max(from, CASING_FROM) },
    ),
  );
  const surfaces = ROADS.map(({ id, kinds, from, first, last, token }) =>
    line(
      id,
      { "line-color": colour(token), "line-width": width(from, first, last) },
      { filter: isKind(...kinds), minzoom: from },
    ),
  );
  const rail: Line = line(
    "rail",
    { "line-color": colour("map-border"), "line-width": width(10, 0.5, 2), "line-dasharray": [4, 3] },
    { filter: isKind("rail"), minzoom: 10 },
  );
  const buildings = fill("building", "buildings", { "fill-color": colour("map-building") }, { minzoom: 14 });
  return [buildings, rail, ...casings, ...surfaces];
}

/** Names of roads, waters, hospitals, towns and quarters. */
export function labelLayers(theme: ThemeColours, locale: string, font: string[]): Layer[] {
  const { colour } = theme;
  const name: ExpressionSpecification = [
    "coalesce",
    ...nameFields(locale).map((field): ExpressionSpecification => ["get", field]),
  ] as ExpressionSpecification;
  const label = (id: string, layer: string, token: string, rest: Partial<Label>, sizes = [11, 13]): Label => ({
    ...{ id: `street-${id}`, type: "symbol", source: SOURCE, "source-layer": layer, minzoom: STREET_ZOOM },
    ...rest,
    layout: {
      ...{ "text-font": font, "text-field": name, "text-max-width": 8 },
      "text-size": ["interpolate", ["linear"], ["zoom"], 8, sizes[0] ?? 11, 16, sizes[1] ?? 13],
      ...rest.layout,
    },
    paint: { "text-color": colour(token), "text-halo-color": colour("map-halo"), "text-halo-width": 1.2 },
  });
  const along = { "symbol-placement": "line", "text-max-angle": 30, "symbol-spacing": 350 } as const;
  return [
    label("minor-name", "roads", "map-place", { filter: isKind("minor_road", "path"), minzoom: 15, layout: along }),
    label("major-name", "roads", "map-label", {
      filter: isKind("major_road", "medium_road", "highway"),
      minzoom: 12,
      layout: along,
    }),
    label("water-name", "water", "map-place", { minzoom: 10, filter: ["==", ["geometry-type"], "Point"] }),
    label("hospital", "pois", "map-label", { minzoom: 14, filter: isKind("hospital", "clinic") }),
    label("quarter", "places", "map-place", { minzoom: 12, filter: isKind("neighbourhood", "macrohood") }),
    label(
      "town",
      "places",
      "map-label",
      {
        filter: isKind("locality"),
        layout: { "symbol-sort-key": ["-", 0, ["to-number", ["get", "population_rank"], 0]] },
      },
      [12, 17],
    ),
  ];
}
