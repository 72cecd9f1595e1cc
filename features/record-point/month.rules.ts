/** A day of a sheet, such as `3 Tue`. */
export const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", weekday: "short" }).format(Date.parse(day));

/** The newest months, as `2026-11`, newest first; `now` in epoch ms. */
export function recentMonths(now: number, count: number): string[] {
  const date = new Date(now);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  );
}
