/** Columns of equal length: integer keys, instants in epoch milliseconds, values. */
export type ValueColumns = {
  readonly probeId: readonly number[];
  readonly at: readonly number[];
  readonly value: readonly number[];
};

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
const HEADER_BYTES = SIGNATURE.length + 8;
const ROW_BYTES = 38;
const TRAILER_BYTES = 2;
const CHUNK_BYTES = 128 * 1024;
/** The PostgreSQL epoch: timestamps are microseconds since this instant. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);
const WORD = 2 ** 32;

/**
 * Yields rows (bigint, timestamptz, float8) in chunks for `copy … from stdin (format binary)`. Rows of a probe are
 * contiguous, so that neighbouring keys are written together. No text is formatted or parsed on either side.
 */
export function* binaryRows({ probeId, at, value }: ValueColumns): Generator<Buffer> {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + ROW_BYTES * probeId.length + TRAILER_BYTES);
  SIGNATURE.copy(bytes);
  bytes.fill(0, SIGNATURE.length, HEADER_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let offset = HEADER_BYTES;
  for (const places of placesByProbe(probeId)) {
    for (const place of places) {
      view.setInt16(offset, 3);
      setBigint(view, offset + 2, probeId[place] as number);
      setBigint(view, offset + 14, ((at[place] as number) - POSTGRES_EPOCH) * 1000);
      view.setInt32(offset + 26, 8);
      view.setFloat64(offset + 30, value[place] as number);
      offset += ROW_BYTES;
    }
  }
  view.setInt16(offset, -1);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

/** One row (uuid, integer, bytea) for `copy … from stdin (format binary)`. */
export function binaryPiece(uuid: string, number: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + 34);
  SIGNATURE.copy(head);
  const offset = head.writeInt16BE(3, HEADER_BYTES);
  head.writeInt32BE(16, offset);
  head.write(uuid.replaceAll("-", ""), offset + 4, "hex");
  head.writeInt32BE(4, offset + 20);
  head.writeInt32BE(number, offset + 24);
  head.writeInt32BE(content.length, offset + 28);
  // Minus one field is the end.
  return Buffer.concat([head, content, Buffer.from([255, 255])]);
}

/** Writes an eight-byte integer preceded by its length. */
function setBigint(view: DataView, offset: number, whole: number): void {
  const high = Math.floor(whole / WORD);
  view.setInt32(offset, 8);
  view.setInt32(offset + 4, high);
  view.setUint32(offset + 8, whole - high * WORD);
}

function placesByProbe(probeId: readonly number[]): Iterable<number[]> {
  const places = new Map<number, number[]>();
  for (let place = 0; place < probeId.length; place += 1) {
    const known = places.get(probeId[place] as number);
    if (known) known.push(place);
    else places.set(probeId[place] as number, [place]);
  }
  return places.values();
}
