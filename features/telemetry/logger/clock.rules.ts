import { zoneOffsetMs } from "@/lib/datetime/zone";

/** A parsed time: the wall-clock time in ms as if it were UTC, or an instant if the text has its own offset. */
export type Stamp = { wall: number } | { at: number };

/** Whether day or month comes first in dates such as 03/04/2022. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const YEAR_FIRST = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?![\d])/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const NAMED = /^(\d{1,2})[-. ]([a-z]{3,9})\.?[-. ](\d{4}|\d{2})(?!\d)/i;
const HALVES = "a\\.?m\\.?|p\\.?m\\.?|上午|下午|午前|午後";
const CLOCK = new RegExp(
  `^[T,\\s]*(${HALVES})?\\s*(\\d{1,2})[:时時h](\\d{2})(?:[:分](\\d{2})(?:[.,](\\d{1,9}))?)?[分秒]?\\s*(${HALVES})?\\s*(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?$`,
  "i",
);
const NAMED_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/i;
/** Maximum length of a time in characters. */
const LONGEST = 48;
const LATER = /^p|下午|午後/i;

/**
 * Infers the date order of a file from its dates; null if none of them is unambiguous. In 25-03-04 the first may be a
 * year.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  for (const text of texts) {
    const [, first = "", sign = "", second = "", year = ""] = YEAR_LAST.exec(text.slice(0, LONGEST)) ?? [];
    if ((Number(first) > 12 && year.length === 4) || sign === ".") return "dmy";
    if (Number(second) > 12) return "mdy";
  }
  return null;
}

function dateOf(
  text: string,
  order: DateOrder | null,
): { day: [number, number, number]; rest: string } | "dateOrder" | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [whole, year, month, day] = yearFirst;
    return { day: [Number(year), Number(month), Number(day)], rest: text.slice(whole.length) };
  }
  const named = NAMED.exec(text);
  if (named) {
    const [whole, day, name = "", year] = named;
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    return month > 0 ? { day: [yearOf(year), month, Number(day)], rest: text.slice(whole.length) } : null;
  }
  const namedFirst = NAMED_FIRST.exec(text);
  if (namedFirst) {
    const [whole, name = "", day, year] = namedFirst;
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    return month > 0 ? { day: [Number(year), month, Number(day)], rest: text.slice(whole.length) } : null;
  }
  const yearLast = YEAR_LAST.exec(text);
  if (!yearLast) return null;
  const [whole, first, sign, second, year] = yearLast;
  // With dots the day comes first wherever dates are written so.
  if (order === null && sign !== ".") return "dateOrder";
  const [day, month] = order !== "mdy" ? [first, second] : [second, first];
  return { day: [yearOf(year), Number(month), Number(day)], rest: text.slice(whole.length) };
}

const yearOf = (text = ""): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/**
 * Parses a time: ISO 8601, 2022/5/2 4:44, 2022年5月2日, 02.05.2022, 5/2/2022 4:44 PM, 2-May-2022, epoch seconds or
 * milliseconds. A date alone is its midnight, 24:00 that of the next day. Returns `dateOrder` if day and month are
 * ambiguous, null if it is no time.
 */
export function parseStamp(given: string, order: DateOrder | null): Stamp | "dateOrder" | null {
  const text = given.trim();
  if (text.length > LONGEST) return null;
  if (/^\d{10}$/.test(text)) return { at: Number(text) * 1000 };
  if (/^\d{13}$/.test(text)) return { at: Number(text) };
  const date = dateOf(text, order);
  if (date === null || date === "dateOrder") return date;
  const [year, month, day] = date.day;
  const midnight = Date.UTC(year, month - 1, day);
  const read = new Date(midnight);
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return null;
  if (date.rest.trim() === "") return { wall: midnight };
  const [match, before, hours, minutes, seconds, fraction = "", behind, offset] = CLOCK.exec(date.rest) ?? [];
  if (match === undefined) return null;
  const half = before ?? behind;
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds ?? 0)];
  // Some write 24:00 for the end of a day (ISO 8601).
  const isEnd = !half && hour === 24 && minute + second + Number(fraction) === 0;
  if ((hour > (half ? 12 : 23) && !isEnd) || minute > 59 || second > 59) return null;
  const full = half ? (hour % 12) + (LATER.test(half) ? 12 : 0) : hour;
  const wall = midnight + ((full * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  if (offset === undefined) return { wall };
  const ahead = offsetOf(offset);
  return Math.abs(ahead) > FARTHEST_MS ? null : { at: wall - ahead };
}

/** Whether a text is a time in either date order. */
export const isStamp = (text: string): boolean => parseStamp(text, "dmy") !== null || parseStamp(text, "mdy") !== null;

function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  return sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** No zone is further from UTC. */
const FARTHEST_MS = 14 * 3_600_000;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Maps a wall-clock time of a zone to its instants, in order: one, two if the clock was set back, none if it was set
 * forward. Calendar lookups are slow: a day whose neighbours have the same offset needs one, any other day one per
 * minute, since some zones change their clocks at one past midnight.
 */
export function clockOf(timeZone: string): (wall: number) => number[] {
  const known = new Map<number, number[]>();
  const offsetAt = (at: number) => zoneOffsetMs(new Date(at), timeZone);
  const around = (from: number, to: number) => [...new Set([offsetAt(from - DAY_MS), offsetAt(to + DAY_MS)])];
  const remembered = (key: number, make: () => number[]): number[] => {
    const offsets = known.get(key) ?? make();
    known.set(key, offsets);
    return offsets;
  };
  return (wall) => {
    const day = Math.floor(wall / DAY_MS) * DAY_MS;
    const ofDay = remembered(day, () => around(day, day + DAY_MS));
    if (ofDay.length === 1) return [wall - (ofDay[0] as number)];
    const minute = Math.floor(wall / MINUTE_MS) * MINUTE_MS;
    // A separate key, since the day's key equals that of its first minute.
    const offsets = remembered(minute + 1, () =>
      around(minute, minute)
        .filter((offset) => offsetAt(minute - offset) === offset)
        .sort((a, b) => b - a),
    );
    return offsets.map((offset) => wall - offset);
  };
}

/** The instants of a series of times; `twice`: repeated hours by their first instant, and whether both occur. */
export type ClockReading = { ats: (number | null)[]; twice: { at: number; isTwice: boolean }[] };

/**
 * Converts times in the order of a file, oldest or newest first, to instants; null if the zone's clock skips the time.
 * Of a repeated hour the first is used until the file's own clock goes back within it.
 */
export function readClock(stamps: readonly Stamp[], timeZone: string): ClockReading {
  const clock = clockOf(timeZone);
  const wallOf = (stamp: Stamp | undefined) => (stamp && "wall" in stamp ? stamp.wall : null);
  const walls = stamps.flatMap((stamp) => wallOf(stamp) ?? []);
  const isNewestFirst = (walls.at(-1) ?? 0) < (walls[0] ?? 0);
  const ats: (number | null)[] = new Array(stamps.length).fill(null);
  const twice = new Map<number, boolean>();
  let [previous, interval, isSecond] = [Number.NEGATIVE_INFINITY, 0, false];
  for (let step = 0; step < stamps.length; step += 1) {
    const place = isNewestFirst ? stamps.length - 1 - step : step;
    const stamp = stamps[place] as Stamp;
    if ("at" in stamp) {
      ats[place] = stamp.at;
      continue;
    }
    const [first, second] = clock(stamp.wall);
    if (second === undefined) isSecond = false;
    else {
      // A logger that writes once an hour shows the same time twice; one that writes more often repeats a row.
      const overlap = second - (first as number);
      isSecond ||= stamp.wall < previous || (stamp.wall === previous && interval >= overlap);
      const hour = Math.floor((first as number) / 3_600_000) * 3_600_000;
      twice.set(hour, (twice.get(hour) ?? false) || isSecond);
    }
    ats[place] = (isSecond ? second : first) ?? null;
    if (stamp.wall > previous) interval = stamp.wall - previous;
    previous = stamp.wall;
  }
  return { ats, twice: [...twice].sort(([a], [b]) => a - b).map(([at, isTwice]) => ({ at, isTwice })) };
}
