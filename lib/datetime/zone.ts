const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

const pad = (value: number) => String(value).padStart(2, "0");

function readOffset(instant: Date, timeZone: string): number {
  const fields: Record<string, string> = {};
  for (const part of partsFormat(timeZone).formatToParts(instant)) fields[part.type] = part.value;
  const [year, month, day] = [Number(fields.year), Number(fields.month), Number(fields.day)];
  const asUtc = Date.UTC(year, month - 1, day, Number(fields.hour), Number(fields.minute), Number(fields.second));
  return asUtc - Math.floor(instant.getTime() / 1000) * 1000;
}

const QUARTER_MS = 15 * MINUTE_MS;
const OFFSETS_KEPT = 20_000;
/** Cache of offsets by zone and quarter of an hour; null if the clock changes within the quarter. */
const offsets = new Map<string, Map<number, number | null>>();

/**
 * The zone's offset from UTC at an instant, in milliseconds (whole seconds). Cached per quarter of an hour: computing
 * it takes some microseconds, and an axis or a year of days needs thousands.
 */
export function zoneOffsetMs(instant: Date, timeZone: string): number {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  let own = offsets.get(timeZone);
  let known = own?.get(quarter);
  if (known === undefined) {
    const [first, last] = [quarter * QUARTER_MS, (quarter + 1) * QUARTER_MS - 1];
    const offset = readOffset(new Date(first), timeZone);
    // Casey and Newfoundland changed their clocks a minute past the hour.
    known = readOffset(new Date(last), timeZone) === offset ? offset : null;
    own ??= new Map();
    if (own.size >= OFFSETS_KEPT) own.clear();
    offsets.set(timeZone, own.set(quarter, known));
  }
  return known ?? readOffset(instant, timeZone);
}

/** Wall-clock fields of an instant in a zone; `month` is 1 to 12. Throws a RangeError on an unknown zone. */
export function wallClock(instant: Date, timeZone: string) {
  const wall = new Date(instant.getTime() + zoneOffsetMs(instant, timeZone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}

/** The day of an instant in a zone as `YYYY-MM-DD`; equal keys are the same day. */
export function dayKey(instant: Date, timeZone: string): string {
  const { year, month, day } = wallClock(instant, timeZone);
  return `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}`;
}

/** An instant as `YYYY-MM-DDTHH:mm` in a zone, the value of a `datetime-local` input. */
export function toLocalInput(instant: Date, timeZone: string): string {
  const { hour, minute } = wallClock(instant, timeZone);
  return `${dayKey(instant, timeZone)}T${pad(hour)}:${pad(minute)}`;
}

/**
 * The instant of a wall-clock time (`YYYY-MM-DD`, optionally `THH:mm` or `THH:mm:ss`) in a zone. A time skipped by a
 * clock change moves forward by the gap; for a time that occurs twice, the first is returned. Null when malformed.
 */
export function fromLocalInput(text: string, timeZone: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(wall);
  if (Number.isNaN(wall) || read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return null;
  const before = wall - zoneOffsetMs(new Date(wall - 24 * 60 * MINUTE_MS), timeZone);
  if (before + zoneOffsetMs(new Date(before), timeZone) === wall) return new Date(before);
  const after = wall - zoneOffsetMs(new Date(wall + 24 * 60 * MINUTE_MS), timeZone);
  return new Date(after + zoneOffsetMs(new Date(after), timeZone) === wall ? after : before);
}

/** Midnight, or the first instant, of the day `days` after the day of `instant` in a zone (negative: before). */
export function startOfDay(instant: Date, timeZone: string, days = 0): Date {
  const { year, month, day } = wallClock(instant, timeZone);
  const date = new Date(Date.UTC(year, month - 1, day + days));
  const start = fromLocalInput(date.toISOString().slice(0, 10), timeZone);
  if (!start) throw new RangeError(`no day at ${instant.toISOString()} in ${timeZone}`);
  return start;
}

/** Splits `[from, to)` into days of a zone: the first and the last may be partial. Empty when `to` ≤ `from`. */
export function cutDays(from: Date, to: Date, timeZone: string): { day: string; from: Date; to: Date }[] {
  const days: { day: string; from: Date; to: Date }[] = [];
  let start = from;
  while (start < to) {
    const next = startOfDay(start, timeZone, 1);
    days.push({ day: dayKey(start, timeZone), from: start, to: next < to ? next : to });
    start = next;
  }
  return days;
}
