import type { Gap } from "@/features/observation/observation.rules";

const GAPS_LISTED = 100;

/** The longest gaps, in order of time. */
export const longestOf = (gaps: readonly Gap[]): Gap[] =>
  [...gaps]
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, GAPS_LISTED)
    .sort((a, b) => a.from - b.from);

/** How many readings there are in all. */
export const countOf = (totals: readonly { count: number }[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);

/** About a fifth of a second of reading: below, all probes are read at once. */
const READ_AT_ONCE = 200_000;

/**
 * Reads the spans of all probes in their order: of many readings probe by probe, and not for a caller who is gone, when
 * it rejects with the reason of `signal`.
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
