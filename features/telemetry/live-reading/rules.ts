import type { LiveReading } from "../live/schema";

/**
 * Whether what the stream tells of a probe takes the place of the value that is shown (its instant in epoch ms; null: none
 * is): a newer one does, and what is left after the newest have turned out to be no readings.
 */
export const replaces = (
  { at, isRestated = false }: Pick<LiveReading, "at" | "isRestated">,
  shownAt: number | null,
): boolean => isRestated || (at !== null && (shownAt === null || at > shownAt));
