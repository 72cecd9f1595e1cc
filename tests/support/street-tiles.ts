import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { zxyToTileId } from "pmtiles";
import type { LonLat } from "@/lib/geo/coordinates";

// A map with streets that are not there, in the schema of Protomaps' basemap: only the road that the demo drive takes
// is real. For tests, benches and looking at the style.

const TRACK = new URL("../../db/seed/demo/munich-track.json", import.meta.url);

type Feature = GeoJSON.Feature;
type Layers = Record<"earth" | "landuse" | "water" | "roads" | "buildings" | "places" | "pois", Feature[]>;

export type Town = { bounds: readonly [LonLat, LonLat]; layers: Layers };

const feature = (geometry: Feature["geometry"], properties: Record<string, unknown>): Feature => ({
  ...{ type: "Feature", geometry, properties },
});
const line = (coordinates: number[][], properties: Record<string, unknown>) =>
  feature({ type: "LineString", coordinates }, properties);
const box = (west: number, south: number, east: number, north: number) => ({
  ...{ type: "Polygon" as const },
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const point = (coordinates: number[], properties: Record<string, unknown>) =>
  feature({ type: "Point", coordinates }, properties);

/** Degrees of latitude between streets, about 220 m. */
const BLOCK = 0.002;

/** A town with a grid of streets around the demo drive. */
export function munich(): Town {
  const [west, south, east, north] = [11.4, 48.1, 11.64, 48.2];
  const { points } = JSON.parse(readFileSync(TRACK, "utf8")) as { points: number[][] };
  const drive = points.map(([, longitude, latitude]) => [longitude as number, latitude as number]);
  const roads = [line(drive, { kind: "highway", name: "Mittlerer Ring", "name:zh-Hans": "中环路" })];
  const buildings: Feature[] = [];
  for (let row = 0; south + row * BLOCK < north; row += 1) {
    const at = south + row * BLOCK;
    const name = `${row + 1}. Querstraße`;
    const kind = row % 5 === 0 ? "major_road" : "minor_road";
    roads.push(
      line(
        [
          [west, at],
          [east, at],
        ],
        { kind, name },
      ),
    );
  }
  for (let column = 0; west + column * BLOCK * 1.5 < east; column += 1) {
    const at = west + column * BLOCK * 1.5;
    const name = `${column + 1}. Längsstraße`;
    const kind = column % 5 === 0 ? "major_road" : "minor_road";
    roads.push(
      line(
        [
          [at, south],
          [at, north],
        ],
        { kind, name },
      ),
    );
    for (let row = 0; south + row * BLOCK < north; row += 1)
      buildings.push(
        feature(box(at + 0.0005, south + row * BLOCK + 0.0004, at + 0.0024, south + row * BLOCK + 0.0015), {
          kind: "building",
        }),
      );
  }
  return {
    bounds: [
      [west, south],
      [east, north],
    ],
    layers: {
      earth: [feature(box(west, south, east, north), { kind: "earth" })],
      landuse: [
        feature(box(11.49, 48.155, 11.51, 48.17), { kind: "park" }),
        feature(box(11.46, 48.106, 11.475, 48.114), { kind: "hospital" }),
      ],
      water: [feature(box(11.57, 48.1, 11.575, 48.2), { kind: "river" })],
      roads,
      buildings,
      places: [
        point([11.576, 48.137], {
          ...{ kind: "locality", kind_detail: "city", population_rank: 12, name: "München" },
          ...{ "name:en": "Munich", "name:es": "Múnich", "name:ja": "ミュンヘン", "name:zh-Hans": "慕尼黑" },
        }),
        point([11.46, 48.142], { kind: "neighbourhood", name: "Pasing", "name:zh-Hans": "帕辛" }),
      ],
      pois: [point([11.4675, 48.11], { kind: "hospital", name: "Klinikum Großhadern" })],
    },
  };
}

function varints(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let number of numbers) {
    for (; number >= 0x80; number = Math.floor(number / 0x80)) bytes.push((number % 0x80) + 0x80);
    bytes.push(number);
  }
  return Buffer.from(bytes);
}

function tilesOf({ bounds, layers }: Town, minZoom: number, maxZoom: number) {
  const indexes = Object.entries(layers).map(
    ([name, features]) =>
      [name, new GeoJSONVT({ type: "FeatureCollection", features }, { maxZoom, indexMaxZoom: maxZoom })] as const,
  );
  const tiles: { id: number; data: Buffer }[] = [];
  const [[west, south], [east, north]] = bounds;
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) {
    const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * 2 ** zoom);
    const row = (latitude: number) =>
      Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom);
    for (let x = column(west); x <= column(east); x += 1)
      for (let y = row(north); y <= row(south); y += 1) {
        const found = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(zoom, x, y);
          return tile ? [[name, tile] as const] : [];
        });
        const data = gzipSync(fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 }));
        tiles.push({ id: zxyToTileId(zoom, x, y), data });
      }
  }
  return tiles.sort((a, b) => a.id - b.id);
}

type Options = { minZoom?: number; maxZoom?: number; tileType?: number; tileCompression?: number; metadata?: object };

/** The town as a PMTiles file, version 3, with one directory (github.com/protomaps/PMTiles, spec/v3). */
export function pmtilesOf(town: Town, options: Options = {}): Buffer {
  const { minZoom = 7, maxZoom = 14, tileType = 1, tileCompression = 2 } = options;
  const tiles = tilesOf(town, minZoom, maxZoom);
  const offsets = tiles.map((_, index) => tiles.slice(0, index).reduce((sum, { data }) => sum + data.length, 0));
  const directory = gzipSync(
    varints([
      tiles.length,
      ...tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0)),
      ...tiles.map(() => 1),
      ...tiles.map(({ data }) => data.length),
      ...offsets.map((offset) => offset + 1),
    ]),
  );
  const metadata = gzipSync(
    JSON.stringify(
      options.metadata ?? {
        attribution: '<a href="https://example.org">Streets of a test</a>',
        vector_layers: Object.keys(town.layers).map((id) => ({ id, fields: {} })),
      },
    ),
  );
  const data = Buffer.concat(tiles.map((tile) => tile.data));
  const header = Buffer.alloc(127);
  header.write("PMTiles");
  header.writeUInt8(3, 7);
  const at = [127, 127 + directory.length, 127 + directory.length + metadata.length] as const;
  const numbers = [at[0], directory.length, at[1], metadata.length, at[2], 0, at[2], data.length];
  for (const [index, number] of [...numbers, ...Array(3).fill(tiles.length)].entries())
    header.writeBigUInt64LE(BigInt(number), 8 + index * 8);
  header.set([1, 2, tileCompression, tileType, minZoom, maxZoom], 96);
  for (const [index, degrees] of town.bounds.flat().entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  header.writeUInt8(minZoom, 118);
  return Buffer.concat([header, directory, metadata, data]);
}
