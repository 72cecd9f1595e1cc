import "server-only";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { Compression, type Header, PMTiles, type Source, TileType } from "pmtiles";
import { env } from "@/lib/env/env";
import type { Bounds } from "@/lib/geo/sphere";
import { log } from "@/lib/log/log";

/** Why a file is not used. */
export type StreetFault = "missing" | "notPmtiles" | "incomplete" | "notVector" | "compression" | "bounds" | "schema";

export type StreetFile = {
  file: string;
  /** Changes whenever the file does. */
  version: string;
  archive: PMTiles;
  bounds: Bounds;
  minZoom: number;
  maxZoom: number;
  attribution: string;
};

/** The layers of Protomaps' basemap that the style draws; a file without roads is of another schema. */
const ROADS = "roads";
const MAGIC = "PMTiles";
const HEADER_BYTES = 127;
const CHECK_MS = 30_000;

// The operator's files are no part of the build: without the marks it would trace, and ship, the whole project.

/** Part of a file, fewer bytes at its end, with the file's version and size. */
export async function readPart(file: string, offset: number, length: number) {
  const handle = await open(/* turbopackIgnore: true */ file);
  try {
    const { size, mtimeMs } = await handle.stat();
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
    return { bytes: bytes.subarray(0, bytesRead), size, version: versionOf({ size, mtimeMs }) };
  } finally {
    await handle.close();
  }
}

const versionOf = ({ size, mtimeMs }: { size: number; mtimeMs: number }) =>
  `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;

/** The file as the library reads it; the version as its entity tag makes it read a replaced file anew. */
const sourceOf = (file: string): Source => ({
  getKey: () => file,
  async getBytes(offset, length) {
    const { bytes, version } = await readPart(file, offset, length);
    return { data: bytes.slice().buffer, etag: version };
  },
});

/** `MAP_TILES`, or the first file by name in the folder `maps` of the data directory; null without any. */
async function fileOf(): Promise<string | null> {
  const { MAP_TILES, DATA_DIR } = env();
  if (MAP_TILES) return MAP_TILES;
  if (!DATA_DIR) return null;
  const folder = path.join(DATA_DIR, "maps");
  const names = await readdir(/* turbopackIgnore: true */ folder).catch(() => []);
  const name = names.filter((one) => one.endsWith(".pmtiles")).sort()[0];
  return name ? path.join(folder, name) : null;
}

class Refused extends Error {
  constructor(readonly fault: StreetFault) {
    super(fault);
  }
}

function checkHeader(header: Header, size: number): Bounds {
  const { tileType, tileCompression, internalCompression, minLon, minLat, maxLon, maxLat } = header;
  if (header.specVersion !== 3) throw new Refused("notPmtiles");
  if (header.tileDataOffset + (header.tileDataLength ?? 0) > size) throw new Refused("incomplete");
  if (tileType !== TileType.Mvt) throw new Refused("notVector");
  const readable = [Compression.None, Compression.Gzip];
  if (!readable.includes(tileCompression) || !readable.includes(internalCompression)) throw new Refused("compression");
  if (!(minLon < maxLon && minLat < maxLat)) throw new Refused("bounds");
  return [
    [minLon, minLat],
    [maxLon, maxLat],
  ];
}

const plainText = (html: string) => html.replace(/<[^>]*>/g, "").trim();

/** Opens a file and checks everything that can be without reading its tiles. Throws `Refused`. */
async function openFile(file: string, version: string): Promise<StreetFile> {
  const { bytes, size } = await readPart(file, 0, HEADER_BYTES);
  if (bytes.length < HEADER_BYTES || Buffer.from(bytes.subarray(0, MAGIC.length)).toString() !== MAGIC)
    throw new Refused("notPmtiles");
  const archive = new PMTiles(sourceOf(file));
  const header = await archive.getHeader();
  const bounds = checkHeader(header, size);
  const metadata = (await archive.getMetadata()) as { vector_layers?: { id?: unknown }[]; attribution?: unknown };
  if (!metadata.vector_layers?.some(({ id }) => id === ROADS)) throw new Refused("schema");
  const { attribution } = metadata;
  const source = typeof attribution === "string" ? plainText(attribution) : "";
  const { minZoom, maxZoom } = header;
  return { file, version, archive, bounds, minZoom, maxZoom, attribution: source || "© OpenStreetMap" };
}

type Opened = { map: StreetFile | null; fault: StreetFault | null };

let known: { asked: string; checkedAt: number; key: string; opened: Promise<Opened> } | undefined;

async function inspect(file: string, version: string | null): Promise<Opened> {
  try {
    if (version === null) throw new Refused("missing");
    return { map: await openFile(file, version), fault: null };
  } catch (err) {
    // Whatever the library cannot decode is damaged.
    const fault = err instanceof Refused ? err.fault : "incomplete";
    log.error({ file, fault, ...(!(err instanceof Refused) && { err }) }, "the map with streets cannot be used");
    return { map: null, fault };
  }
}

/** The map with streets of this installation, or why its file is not used; a replaced file counts within 30 s. */
export async function streetFile(): Promise<Opened> {
  const { MAP_TILES, DATA_DIR } = env();
  const asked = `${MAP_TILES} ${DATA_DIR}`;
  if (known?.asked === asked && performance.now() - known.checkedAt < CHECK_MS) return known.opened;
  const file = await fileOf();
  if (file === null) return { map: null, fault: null };
  const found = await stat(/* turbopackIgnore: true */ file).catch(() => null);
  const version = found?.isFile() ? versionOf(found) : null;
  const key = `${file} ${version}`;
  const opened = known?.key === key ? known.opened : inspect(file, version);
  known = { asked, checkedAt: performance.now(), key, opened };
  return opened;
}
