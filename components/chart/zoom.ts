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
  // Rounding would move a range that can grow no further by a millisecond with each turn, to one that nobody has loaded.
  if (next === length) return range;
  const share = (at - range.from) / length;
  const from = at - share * next;
  return bounded({ from, to: from + next }, bounds);
}

/** The range moved by a part of its length (negative: back). */
export function pan(range: TimeRange, part: number, bounds: ZoomBounds): TimeRange {
  const way = (range.to - range.from) * part;
  return bounded({ from: range.from + way, to: range.to + way }, bounds);
}

/** An instant and where it is to stand: as a share of the range, 0 at its beginning and 1 at its end. */
export type Anchor = { at: number; share: number };

/** Two fingers closer together than this share of the plot say nothing about its length. */
const CLOSEST_SHARE = 0.02;

/** The range in which both instants stand where they are wanted; of fingers too close together the first one counts. */
export function heldAt(first: Anchor, second: Anchor): TimeRange {
  const apart = second.share - first.share;
  const share = Math.abs(apart) < CLOSEST_SHARE ? (apart < 0 ? -CLOSEST_SHARE : CLOSEST_SHARE) : apart;
  const length = Math.abs((second.at - first.at) / share);
  const from = first.at - first.share * length;
  return { from, to: from + length };
}

/** How much of its length a window of data reaches beyond what is shown, on either side. */
const AHEAD = 0.5;
/** With so many times the length of what is shown, a window is too coarse. */
const COARSE = 3;
/** So close to the end of a window the next one is fetched. */
const CLOSE = 0.15;

/**
 * The range that data is to be there for while `shown` is looked at: `held` as long as it reaches far enough and is
 * fine enough, else one that reaches half a length further on both sides, but not past `to`.
 */
export function windowAround(shown: TimeRange, held: TimeRange, to: number): TimeRange {
  const length = shown.to - shown.from;
  const reaches = held.from <= shown.from && held.to >= shown.to;
  const isFar = (room: number) => room >= length * CLOSE;
  const isRoomy = isFar(shown.from - held.from) && (isFar(held.to - shown.to) || held.to >= to);
  if (reaches && isRoomy && held.to - held.from <= COARSE * length) return held;
  return {
    from: Math.round(shown.from - length * AHEAD),
    to: Math.round(Math.max(shown.to, Math.min(to, shown.to + length * AHEAD))),
  };
}
