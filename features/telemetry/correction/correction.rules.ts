import type { Measure } from "@/db/enums";
import type { TouchedSpan } from "@/features/alarm/evaluation/reconcile.rules";
import { advance, type Newest } from "../ingest/latest.rules";

/** The earliest and latest of these instants by probe. */
export function touchedOf(rows: readonly { probeId: number; at: number }[]): Map<number, TouchedSpan> {
  const touched = new Map<number, TouchedSpan>();
  for (const { probeId, at } of rows) {
    const known = touched.get(probeId);
    if (!known) touched.set(probeId, { earliest: at, latest: at });
    else {
      known.earliest = Math.min(known.earliest, at);
      known.latest = Math.max(known.latest, at);
    }
  }
  return touched;
}

/** The newest value and the trend of a probe whose last readings are these (sorted by time). */
export const newestOf = (
  probeId: number,
  samples: readonly { at: number; value: number; measure: Measure }[],
): Newest => {
  const none: Newest = { probeId, lastAt: null, lastValue: null, trend: null };
  const [first] = samples;
  return first ? advance(none, samples, first.measure) : none;
};
