/** The name of a day of the week, 1 Monday to 7 Sunday. */
export const weekdayName = (day: number, locale: string, style: "short" | "long"): string =>
  // 2024-01-01 was a Monday.
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: style }).format(Date.UTC(2024, 0, day));
