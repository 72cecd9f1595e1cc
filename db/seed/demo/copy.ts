import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "@/db/client";
import type { Measure } from "@/db/enums";

/** The values of one probe, columns of equal length; `at` in epoch milliseconds, ascending. */
export type Series = { probeId: number; measure: Measure; at: number[]; value: number[] };

export type Track = { carrierId: number; fixes: readonly Fix[] };

type Fix = { at: number; longitude: number; latitude: number; speedKmh: number; course: number };

const CHUNK = 4000;

export async function copyReadings(sql: Sql, series: readonly Series[]): Promise<void> {
  const sink = await sql`copy reading (probe_id, at, value) from stdin`.writable();
  await pipeline(Readable.from(chunked(readingLines(series)), { objectMode: false }), sink);
}

export async function copyPositions(sql: Sql, tracks: readonly Track[]): Promise<void> {
  const sink = await sql`copy position (carrier_id, at, longitude, latitude, speed_kmh, course) from stdin`.writable();
  await pipeline(Readable.from(chunked(positionLines(tracks)), { objectMode: false }), sink);
}

function* readingLines(series: readonly Series[]): Generator<string> {
  for (const { probeId, at, value } of series) {
    for (let index = 0; index < at.length; index += 1) {
      yield `${probeId}\t${new Date(at[index] as number).toISOString()}\t${value[index]}\n`;
    }
  }
}

function* positionLines(tracks: readonly Track[]): Generator<string> {
  for (const { carrierId, fixes } of tracks) {
    for (const { at, longitude, latitude, speedKmh, course } of fixes) {
      const place = `${longitude.toFixed(6)}\t${latitude.toFixed(6)}`;
      yield `${carrierId}\t${new Date(at).toISOString()}\t${place}\t${speedKmh.toFixed(1)}\t${course.toFixed(0)}\n`;
    }
  }
}

function* chunked(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  let count = 0;
  for (const line of lines) {
    chunk += line;
    count += 1;
    if (count % CHUNK !== 0) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk) yield chunk;
}
