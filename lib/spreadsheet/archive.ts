import "server-only";
import { createInflateRaw } from "node:zlib";
import { notAWorkbook as broken, SpreadsheetError } from "./spreadsheet-error";

type Entry = { method: number; packed: number; size: number; offset: number };

/** Limits of an archive: total size of its unpacked parts in bytes, and number of parts. */
export type ArchiveLimits = { unpackedBytes: number; entries: number };

export type Archive = {
  readonly names: readonly string[];
  has: (name: string) => boolean;
  /** Streams the unpacked bytes of a part. Throws `xlsx` if it is missing or its size differs from the declared one. */
  read: (name: string) => AsyncGenerator<Uint8Array>;
};

// PKWARE APPNOTE 6.3.10: sections 4.3.7 local header, 4.3.12 central directory, 4.3.16 end of central directory.
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const [STORED, DEFLATED] = [0, 8];
/** Flags for an encrypted part, strong encryption, or an encrypted header. */
const ENCRYPTED = 0x2041;

/**
 * Opens a zip archive by its central directory alone. The total size is checked before anything is unpacked, and
 * overlapping parts are refused: both are techniques of zip bombs.
 */
export function openArchive(bytes: Uint8Array, limits: ArchiveLimits): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(view, limits);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > limits.unpackedBytes)
    throw new SpreadsheetError("unpackedSize", `unpacks to ${total} bytes`, limits.unpackedBytes);
  const starts = locate(view, entries);
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      const start = starts.get(name);
      if (!entry || start === undefined) throw broken(`it has no ${name}`);
      yield* unpack(bytes.subarray(start, start + entry.packed), entry, name);
    },
  };
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw broken("no zip archive");
}

function readDirectory(view: DataView, limits: ArchiveLimits): Map<string, Entry> {
  const end = findEnd(view);
  const [count, length, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  if (count > limits.entries) throw broken(`${count} parts`);
  if (start + length > end) throw broken("its directory is cut off");
  const entries = new Map<string, Entry>();
  for (let at = start, index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw broken("its directory is damaged");
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw broken("its directory is damaged");
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes));
    if (flags & ENCRYPTED) throw broken("it is encrypted");
    if (method !== STORED && method !== DEFLATED) throw broken(`packing method ${method}`);
    if (entries.has(name)) throw broken(`${name} comes twice`);
    const [packed, size, offset] = [20, 24, 42].map((place) => view.getUint32(at + place, true)) as [
      number,
      number,
      number,
    ];
    entries.set(name, { method, packed, size, offset });
    at = next;
  }
  return entries;
}

/** Finds where the packed bytes of each part begin. */
function locate(view: DataView, entries: ReadonlyMap<string, Entry>): Map<string, number> {
  const starts = new Map<string, number>();
  let free = 0;
  for (const [name, { offset, packed }] of [...entries].sort(([, a], [, b]) => a.offset - b.offset)) {
    if (offset < free) throw broken("its parts overlap");
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL) throw broken("a part is missing");
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    free = start + packed;
    if (free > view.byteLength) throw broken("a part is cut off");
    starts.set(name, start);
  }
  return starts;
}

async function* unpack(packed: Uint8Array, { method, size }: Entry, name: string): AsyncGenerator<Uint8Array> {
  if (method === STORED) {
    if (packed.length !== size) throw broken(`${name} is not as long as declared`);
    yield packed;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(packed);
  let real = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      real += chunk.length;
      // The declared size was within the limit, but the part is longer.
      if (real > size) throw broken(`${name} is longer than declared`);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : broken(`${name} cannot be unpacked`);
  } finally {
    inflate.destroy();
  }
  if (real < size) throw broken(`${name} is shorter than declared`);
}
