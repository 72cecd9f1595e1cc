import "server-only";
import { VectorTile, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { PMTiles } from "pmtiles";
import type { LonLat } from "@/lib/geo/coordinates";
import { distanceMetres, isWithin } from "@/lib/geo/sphere";
import { log } from "@/lib/log/log";
import { nameFields } from "./name-fields";
import { type StreetFile, streetFile } from "./street-file";

/** A vehicle on a road is seldom farther from its middle; fixes are 5 to 15 m off. */
const ROAD_METRES = 60;
/** The next town or village; beyond it, a road without a town says more. */
const TOWN_METRES = 15_000;
/** Zooms at which towns are looked for, nearest first: small ones are only in near tiles. */
const TOWN_ZOOMS = [12, 10, 8] as const;
const TILES_KEPT = 64;
const METRES_PER_DEGREE = 111_195;
/** Kinds of roads that no vehicle stands on. */
const NO_ROADS = new Set(["rail", "ferry", "aerialway", "aeroway", "path"]);

type Names = Readonly<Record<string, string | number | boolean>>;
type Road = { names: Names; line: LonLat[] };
type Town = { names: Names; place: LonLat };
type Tile = { roads: Road[]; towns: Town[] };

const EMPTY: Tile = { roads: [], towns: [] };
const tiles = new Map<string, Promise<Tile>>();

/** Column and row of the Web Mercator tile with a position (OpenStreetMap's slippy map). */
function tileAt([longitude, latitude]: LonLat, zoom: number): [x: number, y: number] {
  const [count, angle] = [2 ** zoom, (latitude * Math.PI) / 180];
  const row = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * count;
  const inside = (value: number) => Math.min(count - 1, Math.max(0, Math.floor(value)));
  return [inside(((longitude + 180) / 360) * count), inside(row)];
}

function* featuresOf(layer: VectorTileLayer | undefined) {
  for (let index = 0; index < (layer?.length ?? 0); index += 1) yield (layer as VectorTileLayer).feature(index);
}

const isNamed = (names: Names) => typeof names.name === "string" || typeof names["name:en"] === "string";

async function readTile(archive: PMTiles, zoom: number, x: number, y: number): Promise<Tile> {
  const found = await archive.getZxy(zoom, x, y);
  if (!found) return EMPTY;
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(found.data)));
  const roads: Road[] = [];
  for (const feature of featuresOf(layers.roads)) {
    if (!isNamed(feature.properties) || NO_ROADS.has(String(feature.properties.kind))) continue;
    const { geometry } = feature.toGeoJSON(x, y, zoom);
    const lines = geometry.type === "LineString" ? [geometry.coordinates] : [];
    if (geometry.type === "MultiLineString") lines.push(...geometry.coordinates);
    for (const line of lines) roads.push({ names: feature.properties, line: line as unknown as LonLat[] });
  }
  const towns: Town[] = [];
  for (const feature of featuresOf(layers.places)) {
    if (!isNamed(feature.properties) || feature.properties.kind !== "locality") continue;
    const { geometry } = feature.toGeoJSON(x, y, zoom);
    if (geometry.type === "Point")
      towns.push({ names: feature.properties, place: geometry.coordinates as unknown as LonLat });
  }
  return { roads, towns };
}

/** The tile at a position; a damaged one counts as empty, and the log says so. */
function tileOf({ archive, version }: StreetFile, zoom: number, place: LonLat): Promise<Tile> {
  const [x, y] = tileAt(place, zoom);
  const key = `${version}/${zoom}/${x}/${y}`;
  const known = tiles.get(key);
  if (known) return known;
  const read = readTile(archive, zoom, x, y).catch((err: unknown) => {
    log.warn({ err, tile: key }, "a tile with streets cannot be read");
    return EMPTY;
  });
  tiles.set(key, read);
  const [oldest] = tiles.keys();
  if (tiles.size > TILES_KEPT && oldest !== undefined) tiles.delete(oldest);
  return read;
}

/** Metres from a position to a line, on a plane that touches the Earth there. */
function metresTo([longitude, latitude]: LonLat, line: readonly LonLat[]): number {
  const wide = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const onPlane = ([lon, lat]: LonLat) => [(lon - longitude) * wide, (lat - latitude) * METRES_PER_DEGREE] as const;
  let least = Infinity;
  for (let index = 1; index < line.length; index += 1) {
    const [ax, ay] = onPlane(line[index - 1] as LonLat);
    const [bx, by] = onPlane(line[index] as LonLat);
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
    least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy));
  }
  return least;
}

/** The one of least distance within a limit; undefined without any. */
function nearest<T>(all: readonly T[], metresOf: (one: T) => number, limit: number): T | undefined {
  let [best, least]: [T | undefined, number] = [undefined, limit];
  for (const one of all) {
    const metres = metresOf(one);
    if (metres <= least) [best, least] = [one, metres];
  }
  return best;
}

const textOf = (names: Names | undefined, fields: readonly string[]) =>
  fields.map((field) => names?.[field]).find((name): name is string => typeof name === "string" && name !== "");

async function nameAt(map: StreetFile, place: LonLat, locale: string): Promise<string | null> {
  if (!isWithin(place, map.bounds)) return null;
  const fields = nameFields(locale);
  const { roads } = await tileOf(map, map.maxZoom, place);
  const road = textOf(nearest(roads, ({ line }) => metresTo(place, line), ROAD_METRES)?.names, fields);
  let town: string | undefined;
  for (const zoom of TOWN_ZOOMS.filter((one) => one >= map.minZoom && one <= map.maxZoom)) {
    const { towns } = await tileOf(map, zoom, place);
    town = textOf(nearest(towns, (one) => distanceMetres(place, one.place), TOWN_METRES)?.names, fields);
    if (town) break;
  }
  if (!road || !town) return road ?? town ?? null;
  // East Asian addresses begin with the town.
  return /^(zh|ja)/.test(locale) ? `${town} ${road}` : `${road}, ${town}`;
}

/**
 * What people call these positions (WGS-84): the road and the town, in the language of `locale` as far as the map with
 * streets has it. Null where it has nothing, for all of them without such a map.
 */
export async function placeNames(places: readonly LonLat[], locale: string): Promise<(string | null)[]> {
  const { map } = await streetFile();
  if (!map) return places.map(() => null);
  const names: (string | null)[] = [];
  for (const place of places) names.push(await nameAt(map, place, locale));
  return names;
}
