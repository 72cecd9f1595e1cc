import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDeflateRaw } from "node:zlib";

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** Largest size of a part, and of the whole, without the extension for larger ones (APPNOTE.TXT 4.4.8). */
const LARGEST = 0xff_ff_ff_ff;
/** A part or the whole is larger than an archive may be. */
export class TooLarge extends Error {}

/** Sizes follow the content; names are UTF-8 (APPNOTE.TXT 4.4.4, bits 3 and 11). */
const FLAGS = 0x08_08;
const VERSION = 20;
const DEFLATED = 8;
/** A good part of the compression at a third of the time. */
const LEVEL = 3;

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xed_b8_83_20 : rest >>> 1;
  return rest;
});

/** Continues a CRC-32 (ISO 3309) over more bytes; it begins with 0. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index += 1)
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[index] as number)) & 0xff] as number);
  return ~crc >>> 0;
}

/** Date and time in the archive's own format, in steps of two seconds. */
function dosTime(at: Date): [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}

/** Little-endian fields, each with its length in bytes. */
function fields(...parts: readonly [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [, bytes]) => sum + bytes, 0));
  let offset = 0;
  for (const [value, bytes] of parts) offset = buffer.writeUIntLE(value, offset, bytes);
  return buffer;
}

/**
 * A zip archive, written while its parts are read: neither a part nor the archive is held in memory. Throws TooLarge
 * if a part or the archive exceeds 4 GiB.
 */
export async function* zipFile(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const [time, date] = dosTime(now);
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const bytes = Buffer.from(name);
    const start = offset;
    let [crc, size, packed] = [0, 0, 0];
    const tapped = async function* () {
      for await (const chunk of content) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    };
    const head = Buffer.concat([
      fields([0x04_03_4b_50, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [time, 2], [date, 2]),
      fields([0, 4], [0, 4], [0, 4], [bytes.length, 2], [0, 2]),
      bytes,
    ]);
    yield head;
    const deflate = createDeflateRaw({ level: LEVEL });
    const reading = pipeline(Readable.from(tapped(), { objectMode: true }), deflate);
    // An error also ends the loop below.
    reading.catch(() => {});
    for await (const chunk of deflate as AsyncIterable<Uint8Array>) {
      packed += chunk.length;
      yield chunk;
    }
    await reading;
    if (Math.max(size, packed, start) > LARGEST) throw new TooLarge(`${name}: an archive may have 4 GiB`);
    yield fields([0x08_07_4b_50, 4], [crc, 4], [packed, 4], [size, 4]);
    offset += head.length + packed + 16;
    directory.push(
      fields([0x02_01_4b_50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [time, 2], [date, 2]),
      fields([crc, 4], [packed, 4], [size, 4], [bytes.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]),
      bytes,
    );
  }
  const all = Buffer.concat(directory);
  const count = directory.length / 3;
  yield all;
  yield fields([0x06_05_4b_50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [all.length, 4], [offset, 4], [0, 2]);
}
