import type { Measure } from "@/db/enums";
import { formatReading } from "@/lib/units/format";
import type { LiveReading } from "./live.schema";

/** A newer value that is held as a jump until the next reading comes; `at` in epoch ms. */
export type UnconfirmedReading = { at: number; value: number };

/**
 * Whether what the stream tells of a probe takes the place of the value that is shown (its instant in epoch ms; null: none
 * is): a newer one does, and what is left after the newest have turned out to be no readings.
 */
export const replaces = (
  { at, isRestated = false }: Pick<LiveReading, "at" | "isRestated">,
  shownAt: number | null,
): boolean => isRestated || (at !== null && (shownAt === null || at > shownAt));

type Shown = {
  at: number | null;
  value: number | null;
  trend?: number | null;
  unconfirmed?: UnconfirmedReading | null;
};

/** What is shown of a probe with what the stream tells of it; the same object where that is no news. */
export function withReading<P extends Shown>(probe: P, reading: LiveReading): P {
  const { at, value, trend } = reading;
  const isNewer = replaces(reading, probe.at);
  const held = reading.unconfirmed ?? null;
  // What was told of earlier may have been confirmed since.
  if (!isNewer && (held === null || held.at <= (probe.at ?? 0))) return probe;
  const newest = isNewer ? { at, value, ...("trend" in probe && { trend }) } : {};
  return { ...probe, ...newest, unconfirmed: held };
}

/** The held value with its unit; undefined where none is held. */
export const unconfirmedText = (
  { unconfirmed, measure }: { unconfirmed?: UnconfirmedReading | null | undefined; measure: Measure },
  locale: string,
): string | undefined => (unconfirmed ? formatReading(unconfirmed.value, measure, locale).text : undefined);
