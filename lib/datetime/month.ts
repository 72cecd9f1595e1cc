/** A month by its first day or as `2026-11`: `November 2026`. */
export const monthText = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", year: "numeric", month: "long" }).format(Date.parse(month));
