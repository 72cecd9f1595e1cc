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

const READING_BYTES = 16;

/** Instants in epoch milliseconds with their values, of pairs of a timestamptz and a float8 as PostgreSQL sends them. */
export function timedValues(bytes: Buffer): { at: number; value: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / READING_BYTES }, (_, index) => {
    const offset = index * READING_BYTES;
    const microseconds = view.getInt32(offset) * WORD + view.getUint32(offset + 4);
    return { at: POSTGRES_EPOCH + microseconds / 1000, value: view.getFloat64(offset + 8) };
  });
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
