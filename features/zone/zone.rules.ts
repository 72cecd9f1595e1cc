import { type AppError, conflict } from "@/lib/errors";

/** Longest text that describes a range, in characters (specification, section 5, "Length limits"). */
export const RANGE_TEXT_LENGTH = 100;

/** Carriers named in a refusal; the rest is counted. */
const NAMED = 5;

/**
 * Refuses what a carrier that is bound to the range would not survive. `path` is the input's field; of carriers without
 * a name, which the reader may not see, their number is told.
 */
export function inUse(path: string, carriers: readonly (string | null)[]): AppError {
  const named = carriers.filter((name) => name !== null).slice(0, NAMED);
  const others = carriers.length - named.length;
  const more = others > 0 ? [named.length > 0 ? `${others} more` : `${others} other carriers`] : [];
  const message = `the range is bound to ${[named.join(", "), ...more].filter(Boolean).join(" and ")}`;
  return conflict(path, "inUse", message);
}
