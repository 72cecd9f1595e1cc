import type { Sample } from "../evaluation/statistics.rules";

/** When a door was open; `to` null: still open. Epoch ms. */
export type OpenSpan = { from: number; to: number | null };

/**
 * The additional delay due to the carrier's doors: an excursion that begins while one is open, or was open within the
 * last `delaySeconds`, waits that much longer. `open`: the spans relevant to the samples.
 */
export type DoorDelay = { delaySeconds: number; open: readonly OpenSpan[] };

/** Additional delay in milliseconds of an excursion that begins at `at` (epoch ms). */
export function doorDelayMs(door: DoorDelay | undefined, at: number): number {
  if (!door) return 0;
  const delayMs = door.delaySeconds * 1000;
  return door.open.some(({ from, to }) => from <= at && (to ?? at) >= at - delayMs) ? delayMs : 0;
}

/** When a door was open by its readings (1 open, sorted by time); each is valid until the next. */
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
