import type { Sample } from "../evaluation/statistics.rules";

/** When a door stood open; a null end is not over. Epoch ms. */
export type OpenSpan = { from: number; to: number | null };

/**
 * What the carrier's doors add to a delay: an excursion that begins while one stands open, or has stood open within the
 * last `delaySeconds`, waits so much longer. `open`: as far as the samples to judge need it.
 */
export type DoorDelay = { delaySeconds: number; open: readonly OpenSpan[] };

/** Milliseconds that an excursion that begins at `at` (epoch ms) waits longer. */
export function doorDelayMs(door: DoorDelay | undefined, at: number): number {
  if (!door) return 0;
  const delayMs = door.delaySeconds * 1000;
  return door.open.some(({ from, to }) => from <= at && (to ?? at) >= at - delayMs) ? delayMs : 0;
}

/** When one door stood open by its readings (1 open, sorted by time); it stays as it is until the next one. */
export function openSpansOf(readings: readonly Sample[]): OpenSpan[] {
  const spans: OpenSpan[] = [];
  let from: number | null = null;
  for (const { at, value } of readings) {
    if (value > 0.5) from ??= at;
    else if (from !== null) {
      spans.push({ from, to: at });
      from = null;
    }
  }
  return from === null ? spans : [...spans, { from, to: null }];
}
