export type TimeRange = { from: number; to: number };

/** How far a chart may be zoomed: never shorter or longer than this, never past `to`. */
export type ZoomBounds = { shortestMs: number; longestMs: number; to: number };

/** The range nearest to the one wanted that keeps within the bounds; whole milliseconds. */
export function bounded({ from, to }: TimeRange, { shortestMs, longestMs, to: end }: ZoomBounds): TimeRange {
  const length = Math.round(Math.min(longestMs, Math.max(shortestMs, to - from)));
  const middle = (from + to) / 2;
  const last = Math.min(end, Math.max(to - from === length ? to : middle + length / 2, length));
  return { from: Math.round(last) - length, to: Math.round(last) };
}

/** The range with `factor` times its length (below 1: closer), keeping the instant `at` where it is. */
export function zoomAround(range: TimeRange, at: number, factor: number, bounds: ZoomBounds): TimeRange {
  const length = range.to - range.from;
  const next = Math.min(bounds.longestMs, Math.max(bounds.shortestMs, length * factor));
  const share = (at - range.from) / length;
  const from = at - share * next;
  return bounded({ from, to: from + next }, bounds);
}

/** The range moved by a part of its length (negative: back). */
export function pan(range: TimeRange, part: number, bounds: ZoomBounds): TimeRange {
  const way = (range.to - range.from) * part;
  return bounded({ from: range.from + way, to: range.to + way }, bounds);
}
