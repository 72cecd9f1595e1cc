import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { mapSettings } from "@/lib/geo/map-settings";
import type { OperationContext } from "@/lib/operation/context";
import { placeNames } from "@/lib/street-map/place-names";
import { streetFile } from "@/lib/street-map/street-file";
import { readStreets } from "@/lib/street-map/tiles.operations";
import { munich, pmtilesOf } from "../support/street-tiles";

const folder = mkdtempSync(path.join(tmpdir(), "streets-"));
const good = pmtilesOf(munich());
let files = 0;

/** Makes a file the installation's map; each is new to the product. */
function use(bytes: Uint8Array): string {
  files += 1;
  const file = path.join(folder, `${files}.pmtiles`);
  writeFileSync(file, bytes);
  vi.stubEnv("MAP_TILES", file);
  resetEnvironment();
  return file;
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  resetEnvironment();
});
afterAll(() => rmSync(folder, { recursive: true }));

const ctx = { actor: { type: "system", job: "test" } } as OperationContext;
const read = (range: string) => readStreets.call(ctx, { byteRange: range });

it("is the file's own: its place, its source, its parts", async () => {
  use(good);
  const { streets, areStreetsBroken } = await mapSettings();
  expect(streets).toMatchObject({
    bounds: [
      [11.4, 48.1],
      [11.64, 48.2],
    ],
    attribution: "Streets of a test",
  });
  expect(areStreetsBroken).toBe(false);
  const v = new URL(streets?.url as string, "http://localhost").searchParams.get("v") as string;
  expect((await readStreets.call(ctx, { byteRange: "bytes=0-9", v })).status).toBe(206);
  const head = await read("bytes=0-126");
  expect(head.status).toBe(206);
  expect(head.headers["content-range"]).toBe(`bytes 0-126/${good.length}`);
  expect(Buffer.from(head.body as ArrayBuffer).equals(good.subarray(0, 127))).toBe(true);
  const end = await read(`bytes=${good.length - 10}-${good.length + 90}`);
  expect(end.headers["content-range"]).toBe(`bytes ${good.length - 10}-${good.length - 1}/${good.length}`);
  expect((await read(`bytes=${good.length}-${good.length + 1}`)).status).toBe(416);
});

it.each(["bytes=0-", "bytes=-5", "bytes=9-3", "bytes=0-1,4-5", `bytes=0-${8 * 1024 * 1024}`, "0-5", ""])(
  "refuses the part %s",
  (range) => {
    const { success } = readStreets.input.safeParse({ byteRange: range });
    expect(success).toBe(false);
  },
);

it.each([
  ["no file", null, "missing"],
  ["another format", Buffer.from("SQLite format 3\0".padEnd(4096, "x")), "notPmtiles"],
  ["nothing", Buffer.alloc(0), "notPmtiles"],
  ["half a file", good.subarray(0, good.length / 2), "incomplete"],
  [
    "a damaged directory",
    Buffer.concat([good.subarray(0, 127), Buffer.alloc(200, 7), good.subarray(327)]),
    "incomplete",
  ],
  ["pictures", pmtilesOf(munich(), { tileType: 2 }), "notVector"],
  ["a compression that browsers lack", pmtilesOf(munich(), { tileCompression: 4 }), "compression"],
  ["another schema", pmtilesOf(munich(), { metadata: { vector_layers: [{ id: "transportation" }] } }), "schema"],
])("is refused for %s, with the reason", async (_what, bytes, fault) => {
  const file = use(bytes ?? Buffer.alloc(0));
  if (bytes === null) rmSync(file);
  expect(await streetFile()).toEqual({ map: null, fault });
  expect(await mapSettings()).toMatchObject({ streets: null, areStreetsBroken: true });
  await expect(read("bytes=0-10")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await placeNames([[11.5, 48.13]], "en-US")).toEqual([null]);
});

it("reads a replaced file anew, and one that is cut off meanwhile does no harm", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const file = use(good);
  const first = (await mapSettings()).streets?.url;
  writeFileSync(
    file,
    pmtilesOf({
      ...munich(),
      bounds: [
        [113, 23],
        [114, 24],
      ] as const,
    }),
  );
  utimesSync(file, new Date(), new Date(Date.now() + 5000));
  expect((await mapSettings()).streets?.url).toBe(first);
  vi.advanceTimersByTime(31_000);
  const { streets } = await mapSettings();
  expect(streets?.url).not.toBe(first);
  expect(streets?.bounds[0]).toEqual([113, 23]);
  truncateSync(file, 200);
  expect(await placeNames([[113.5, 23.5]], "en-US")).toEqual([null]);
  expect((await read("bytes=100-300")).headers["content-range"]).toBe("bytes 100-199/200");
});

it("names places by road and town, in the language of the reader", async () => {
  use(good);
  const onRing = [11.563473, 48.161223] as const;
  const [en, zh, ja, es] = await Promise.all(
    ["en-US", "zh-CN", "ja", "es"].map(async (locale) => (await placeNames([onRing], locale))[0]),
  );
  expect(en).toBe("Mittlerer Ring, Munich");
  expect(zh).toBe("慕尼黑 中环路");
  expect(ja).toBe("ミュンヘン Mittlerer Ring");
  expect(es).toBe("Mittlerer Ring, Múnich");
  // 2 m beside the first cross street, and between two of them; tiles for another place know nothing of a third.
  expect(
    await placeNames(
      [
        [11.4012, 48.10202],
        [11.4015, 48.1009],
        [113.26, 23.13],
      ],
      "en-US",
    ),
  ).toEqual(["2. Querstraße, Munich", "Munich", null]);
});
