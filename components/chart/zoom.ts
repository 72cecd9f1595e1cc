export type TimeRange = { from: number; to: number };

/** The limits of zooming: minimum and maximum length, and the latest end `to`. */
export type ZoomBounds = { shortestMs: number; longestMs: number; to: number };

/** The range within the bounds that is nearest to the requested one; whole milliseconds. */
export function bounded({ from, to }: TimeRange, { shortestMs, longestMs, to: end }: ZoomBounds): TimeRange {
  const length = Math.round(Math.min(longestMs, Math.max(shortestMs, to - from)));
  const middle = (from + to) / 2;
  const last = Math.min(end, Math.max(to - from === length ? to : middle + length / 2, length));
  return { from: Math.round(last) - length, to: Math.round(last) };
}

/** The range with `factor` times its length (below 1: zoom in); the instant `at` keeps its position. */
export function zoomAround(range: TimeRange, at: number, factor: number, bounds: ZoomBounds): TimeRange {
  const length = range.to - range.from;
  const next = Math.min(bounds.longestMs, Math.max(bounds.shortestMs, length * factor));
  // Rounding would shift a range that cannot grow by a millisecond per wheel turn, to a range without loaded data.
  if (next === length) return range;
  const share = (at - range.from) / length;
  const from = at - share * next;
  return bounded({ from, to: from + next }, bounds);
}

/** The range shifted by a fraction of its length (negative: backwards). */
export function pan(range: TimeRange, part: number, bounds: ZoomBounds): TimeRange {
  const way = (range.to - range.from) * part;
  return bounded({ from: range.from + way, to: range.to + way }, bounds);
}

/** An instant and its target position as a share of the range: 0 at the start, 1 at the end. */
export type Anchor = { at: number; share: number };

/** Fingers closer together than this share of the plot are too close to derive a length. */
const CLOSEST_SHARE = 0.02;

/** The range with both instants at their target positions; for fingers too close together, the first decides. */
export function heldAt(first: Anchor, second: Anchor): TimeRange {
  const apart = second.share - first.share;
  const share = Math.abs(apart) < CLOSEST_SHARE ? (apart < 0 ? -CLOSEST_SHARE : CLOSEST_SHARE) : apart;
  const length = Math.abs((second.at - first.at) / share);
  const from = first.at - first.share * length;
  return { from, to: from + length };
}

/** How far a data window extends beyond the visible range on either side, as a share of its length. */
const AHEAD = 0.5;
/** A window this many times as long as the visible range is too coarse. */
const COARSE = 3;
/** The distance to the end of a window, as a share, at which the next one is fetched. */
const CLOSE = 0.15;

/**
 * The range to load data for while `shown` is visible: `held` as long as it extends far enough and is fine enough,
 * otherwise one that extends half a length further on both sides, but not past `to`.
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
