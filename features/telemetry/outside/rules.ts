import type { ProbeSpan, Span } from "../probe/rules";

export const HOUR_MS = 3_600_000;

/**
 * The stretches of a span that must be read: hours in which a value lay outside (their beginnings in epoch ms), with
 * `marginMs` on either side for the readings that lead in and out; those that touch are one.
 */
export function stretchesOf(span: Span, hours: readonly number[], marginMs: number): Span[] {
  const stretches: Span[] = [];
  for (const hour of [...hours].sort((a, b) => a - b)) {
    const from = Math.max(span.from, hour);
    const to = Math.min(span.to, hour + HOUR_MS + marginMs);
    if (from >= to) continue;
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else stretches.push({ from, to });
  }
  return stretches;
}

/** A stretch of a probe with the limits that it is held to, and the longest step that is no gap. */
export type Stretch = ProbeSpan & { minimum: number | null; maximum: number | null; stepMs: number };
