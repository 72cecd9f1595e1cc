import fc from "fast-check";
import { expect, it } from "vitest";
import { binaryRows, timedValues, type ValueColumns } from "./binary-copy";

const EPOCH = BigInt(Date.UTC(2000, 0, 1));

/** Parses PostgreSQL's binary COPY format: signature, flags, then rows of three fields until −1. */
function rowsIn(chunks: Iterable<Buffer>): [bigint, number, number][] {
  const bytes = Buffer.concat([...chunks]);
  expect(bytes.subarray(0, 11).toString("latin1")).toBe("PGCOPY\n\xff\r\n\0");
  expect([bytes.readInt32BE(11), bytes.readInt32BE(15)]).toEqual([0, 0]);
  const rows: [bigint, number, number][] = [];
  let offset = 19;
  for (; bytes.readInt16BE(offset) !== -1; offset += 38) {
    expect(
      [0, 2, 14, 26].map((field) => (field === 0 ? bytes.readInt16BE(offset) : bytes.readInt32BE(offset + field))),
    ).toEqual([3, 8, 8, 8]);
    const microseconds = bytes.readBigInt64BE(offset + 18);
    rows.push([
      bytes.readBigInt64BE(offset + 6),
      Number(microseconds / 1000n + EPOCH),
      bytes.readDoubleBE(offset + 30),
    ]);
  }
  expect(offset + 2).toBe(bytes.length);
  return rows;
}

const columns = (rows: readonly (readonly [number, number, number])[]): ValueColumns => ({
  probeId: rows.map(([probeId]) => probeId),
  at: rows.map(([, at]) => at),
  value: rows.map(([, , value]) => value),
});

it("says each row as it is, before and after 2000, a probe's rows together and in their order", () => {
  const row = fc.tuple(
    fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) }),
    fc.double({ noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const byProbe = new Map<number, [number, number, number][]>();
      for (const one of rows) byProbe.set(one[0], [...(byProbe.get(one[0]) ?? []), one]);
      const expected = [...byProbe.values()].flat().map(([probeId, at, value]) => [BigInt(probeId), at, value]);
      expect(rowsIn(binaryRows(columns(rows)))).toEqual(expected);
    }),
  );
});

it("comes in chunks that a stream can hold back, none of them empty", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [1, index, index / 3] as const);
  const chunks = [...binaryRows(columns(rows))];
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.every(({ length }) => length > 0 && length <= 128 * 1024)).toBe(true);
  expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBe(19 + 38 * rows.length + 2);
});

it("reads instants and values as it writes them", () => {
  const rows = [Date.UTC(1970, 0, 1), Date.UTC(2026, 10, 30, 8, 15, 0, 7), Date.UTC(2100, 0, 1)].map(
    (at, index) => [1, at, index / 3 - 20] as const,
  );
  const written = Buffer.concat([...binaryRows(columns(rows))]);
  const pairs = rows.flatMap((_, index) =>
    [18, 30].map((field) => written.subarray(19 + 38 * index + field, 27 + 38 * index + field)),
  );
  expect(timedValues(Buffer.concat(pairs))).toEqual(rows.map(([, at, value]) => ({ at, value })));
});
