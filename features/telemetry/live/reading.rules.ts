import type { Measure } from "@/db/enums";
import { formatReading } from "@/lib/units/format";
import type { LiveReading } from "./live.schema";

/** A newer value, unconfirmed until the next reading; `at` in epoch ms. */
export type UnconfirmedReading = { at: number; value: number };

/**
 * Whether a streamed reading replaces the shown one (its instant in epoch ms; null: none): a newer one does, and so
 * does the remaining one after the newest became invalid.
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

/** Applies a streamed reading to what is shown of a probe; returns the same object if nothing changes. */
export function withReading<P extends Shown>(probe: P, reading: LiveReading): P {
  const { at, value, trend } = reading;
  const isNewer = replaces(reading, probe.at);
  const held = reading.unconfirmed ?? null;
  // An earlier unconfirmed value may have been confirmed since.
  if (!isNewer && (held === null || held.at <= (probe.at ?? 0))) return probe;
  const newest = isNewer ? { at, value, ...("trend" in probe && { trend }) } : {};
  return { ...probe, ...newest, unconfirmed: held };
}

/** The unconfirmed value with its unit; undefined without one. */
export const unconfirmedText = (
  { unconfirmed, measure }: { unconfirmed?: UnconfirmedReading | null | undefined; measure: Measure },
  locale: string,
): string | undefined => (unconfirmed ? formatReading(unconfirmed.value, measure, locale).text : undefined);
