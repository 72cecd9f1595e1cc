const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Epoch milliseconds of an instant in ISO-8601 with an offset; seconds may be missing. Undefined for any other text, NaN
 * for a day or time that does not exist: `Date.parse` alone takes 30 February for 2 March.
 */
export function isoInstant(text: string): number | undefined {
  const [, year, month, day] = SHAPE.exec(text) ?? [];
  if (year === undefined) return undefined;
  return Number(day) > daysOf(Number(year), Number(month)) ? Number.NaN : Date.parse(text);
}

const daysOf = (year: number, month: number): number => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
};
