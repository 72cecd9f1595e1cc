import { type AppError, conflict } from "@/lib/errors";

/** Longest description of a range, in characters (specification, section 5, "Length limits"). */
export const RANGE_TEXT_LENGTH = 100;

/** Number of carriers named in a refusal; the rest are counted. */
const NAMED = 5;

/**
 * An error for a change that conflicts with the bound carriers. `path` is the input field. Carriers that are not
 * visible to the user (without a name) are only counted.
 */
export function inUse(path: string, carriers: readonly (string | null)[]): AppError {
  const named = carriers.filter((name) => name !== null).slice(0, NAMED);
  const others = carriers.length - named.length;
  const more = others > 0 ? [named.length > 0 ? `${others} more` : `${others} other carriers`] : [];
  const message = `the range is bound to ${[named.join(", "), ...more].filter(Boolean).join(" and ")}`;
  return conflict(path, "inUse", message);
}
