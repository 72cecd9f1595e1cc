/** Built-in date and time formats, which a workbook uses by number (ECMA-376, part 1, 18.8.30). */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** How a number is displayed: as a date, zero-padded to a width, or unchanged. */
export type NumberStyle = { isDate: boolean; width: number };

/** The style of a format by its number and, for a custom format, its code. */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined)
    return { isDate: BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last), width: 0 };
  // Quoted text, escaped letters, colours and locales are not part of the date.
  const letters = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "").toLowerCase();
  return {
    isDate: /[ymdhs]/.test(letters) && !letters.includes("general"),
    width: /^0{2,}$/.test(code) ? code.length : 0,
  };
}

const DAY_MS = 86_400_000;
/** Day 0 of the two date systems, in epoch ms; the 1900 system includes the nonexistent 29 February 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day of the date systems: 31 December 9999. */
const LAST_DAY = 2_958_465;
/** A sheet stores 15 digits of a number; longer ones are rounded. */
const MOST_EXACT = 999_999_999_999_999;

/**
 * A number as displayed: `2026-11-20`, with the time if there is one; `00042` by its width; otherwise its digits.
 * `isRounded`: digits of a whole number are lost.
 */
export function numberText(raw: string, style: NumberStyle, isFrom1904: boolean): { text: string; isRounded: boolean } {
  const value = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(value)) return { text: raw.trim(), isRounded: false };
  if (style.isDate && value >= 0 && value <= LAST_DAY) {
    const ms = Math.round(((isFrom1904 ? EPOCH_1904 : EPOCH_1900) + value * DAY_MS) / 1000) * 1000;
    const [day = "", time = ""] = new Date(ms).toISOString().slice(0, 19).split("T");
    return { text: time === "00:00:00" ? day : `${day} ${time}`, isRounded: false };
  }
  const text = Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  return { text: value >= 0 ? text.padStart(style.width, "0") : text, isRounded: Math.abs(value) > MOST_EXACT };
}
