/** Fill of header rows, ARGB: dark blue-grey. */
export const HEADER_FILL = "FF2F3E4E";

/** A valid sheet name for Excel: at most 31 characters, without `[]:*?/\`. */
export const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, " ")
    .trim()
    .slice(0, 31) || "Sheet";
