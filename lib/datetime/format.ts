import { dayKey, startOfDay, toLocalInput, wallClock, zoneOffsetMs } from "./zone";

type Place = { locale: string; timeZone: string };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const cache = new Map<string, Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function cached<F extends Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => F): F {
  const known = cache.get(key);
  if (known) return known as F;
  const made = make();
  cache.set(key, made);
  return made;
}

const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  cached(`${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));

const relativeFormat = (locale: string, style: Intl.RelativeTimeFormatStyle) =>
  cached(`${locale} ${style}`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style }));

/** The time of day of an instant, `14:05` (24 h in every locale); with seconds, `14:05:09`. */
export function formatTime(instant: Date, { timeZone }: Place, seconds = false): string {
  const { second } = wallClock(instant, timeZone);
  const time = toLocalInput(instant, timeZone).slice(11);
  return seconds ? `${time}:${String(second).padStart(2, "0")}` : time;
}

/** The calendar day of an instant, such as `18 Nov`; with the year unless it is that of `now`. */
export function formatDay(instant: Date, now: Date, { locale, timeZone }: Place): string {
  const sameYear = wallClock(instant, timeZone).year === wallClock(now, timeZone).year;
  return dateFormat(locale, { timeZone, month: "short", day: "numeric", ...(!sameYear && { year: "numeric" }) }).format(
    instant,
  );
}

/**
 * A calendar day without time (`YYYY-MM-DD`), formatted as by `formatDay`; `now` determines the current year in the
 * user's zone. Contains no line breaks.
 */
export function formatDate(day: string, now: Date, { locale, timeZone }: Place): string {
  const noonOf = (key: string) => new Date(`${key}T12:00:00Z`);
  return formatDay(noonOf(day), noonOf(dayKey(now, timeZone)), { locale, timeZone: "UTC" }).replaceAll(" ", "\u00a0");
}

/** An instant: `today 14:05`, `yesterday 09:30`, `Nov 18 14:05`, with the year unless it is the current one. */
export function formatInstant(instant: Date, now: Date, place: Place): string {
  const { locale, timeZone } = place;
  const day = dayKey(instant, timeZone);
  const away = [0, -1, 1].find((days) => dayKey(startOfDay(now, timeZone, days), timeZone) === day);
  const date = away === undefined ? formatDay(instant, now, place) : relativeFormat(locale, "long").format(away, "day");
  return `${date} ${formatTime(instant, place)}`;
}

/** The full timestamp with its zone, for titles, files and records: `2026-11-20 14:05:09 UTC+08:00 (Asia/Shanghai)`. */
export function formatStamp(instant: Date, { timeZone }: Pick<Place, "timeZone">): string {
  const time = formatTime(instant, { locale: "en-US", timeZone }, true);
  return `${dayKey(instant, timeZone)} ${time} ${formatOffset(instant, timeZone)} (${timeZone})`;
}

/** The zone's offset at an instant: `UTC+08:00`, `UTC−03:30`, `UTC`. */
export function formatOffset(instant: Date, timeZone: string): string {
  const minutes = Math.round(zoneOffsetMs(instant, timeZone) / MINUTE_MS);
  if (minutes === 0) return "UTC";
  const absolute = Math.abs(minutes);
  const clock = [Math.floor(absolute / 60), absolute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return `UTC${minutes < 0 ? "\u2212" : "+"}${clock}`;
}

// Unit symbols, not words: `h`, `min` and `s` are those of the SI brochure (9th edition, table 8).
const DURATION_SYMBOLS: Record<string, readonly [string, string, string, string]> = {
  zh: ["天", "小时", "分钟", "秒"],
  ja: ["日", "時間", "分", "秒"],
};
const SI_SYMBOLS = ["d", "h", "min", "s"] as const;
const isSpaced = (locale: string) => !locale.startsWith("ja");

/**
 * A duration in its two largest units: `2 h 10 min`, `3 d 4 h`, `45 s`; seconds only below one hour. Rounded down; a
 * negative duration is formatted as zero. With `largest` "h" days are not used: `30 h`.
 */
export function formatDuration(milliseconds: number, locale: string, largest: "d" | "h" = "d"): string {
  const symbols = DURATION_SYMBOLS[locale.slice(0, 2)] ?? SI_SYMBOLS;
  const space = isSpaced(locale) ? " " : "";
  const total = Math.max(0, milliseconds);
  const amounts = [
    largest === "d" ? Math.floor(total / DAY_MS) : 0,
    Math.floor((largest === "d" ? total % DAY_MS : total) / HOUR_MS),
    Math.floor((total % HOUR_MS) / MINUTE_MS),
    Math.floor((total % MINUTE_MS) / SECOND_MS),
  ];
  const first = amounts.findIndex((amount) => amount > 0);
  if (first < 0) return `0${space}${symbols[3]}`;
  return amounts
    .map((amount, unit) => ({ amount, unit }))
    .slice(first, first + 2)
    .filter(({ amount, unit }) => amount > 0 && !(unit === 3 && first < 2))
    .map(({ amount, unit }) => `${amount}${space}${symbols[unit]}`)
    .join(space);
}

/** The age of an instant in its largest whole unit: `now`, `40 sec ago`, `3 min ago`, `2 hr ago`, `yesterday`. */
export function formatAge(instant: Date, now: Date, locale: string): string {
  const age = Math.max(0, now.getTime() - instant.getTime());
  const format = relativeFormat(locale, "short");
  const text = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
    format
      .format(-amount, unit)
      .replace(". ", " ")
      .replace(" ", isSpaced(locale) ? " " : "");
  if (age < 5 * SECOND_MS) return format.format(0, "second");
  if (age < MINUTE_MS) return text(Math.floor(age / SECOND_MS), "second");
  if (age < HOUR_MS) return text(Math.floor(age / MINUTE_MS), "minute");
  if (age < DAY_MS) return text(Math.floor(age / HOUR_MS), "hour");
  return text(Math.floor(age / DAY_MS), "day");
}
