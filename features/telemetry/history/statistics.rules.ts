import type { Gap } from "@/features/observation/observation.rules";

const GAPS_LISTED = 100;

/** The longest gaps, in order of time. */
export const longestOf = (gaps: readonly Gap[]): Gap[] =>
  [...gaps]
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, GAPS_LISTED)
    .sort((a, b) => a.from - b.from);

/** Total number of readings. */
export const countOf = (totals: readonly { count: number }[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);

/** About 0.2 s of reading: below this count, all probes are read at once. */
const READ_AT_ONCE = 200_000;

/**
 * Reads the spans of all probes in order; if there are many readings, probe by probe. Rejects with the reason of
 * `signal` if the client disconnects.
 */
export async function inParts<S, R>(
  { signal }: { signal?: AbortSignal },
  probes: readonly (readonly S[])[],
  count: number,
  read: (spans: readonly S[]) => Promise<R[]>,
): Promise<R[]> {
  if (count <= READ_AT_ONCE) return read(probes.flat());
  const rows: R[] = [];
  for (const spans of probes) {
    signal?.throwIfAborted();
    rows.push(...(await read(spans)));
  }
  return rows;
}
