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

/**
 * Caches of offsets by zone and number of a stretch, null if the clock changes within it: mostly that of days decides,
 * that of quarters of an hour on days on which the clock changes.
 */
const STRETCHES = [86_400_000, 15 * MINUTE_MS].map((length) => ({
  length,
  zones: new Map<string, Map<number, number | null>>(),
}));
const OFFSETS_KEPT = 20_000;

/**
 * The offset of a stretch whose ends agree: no zone has changed its clock and changed it back within a day. Casey and
 * Newfoundland changed theirs a minute past the hour, so even a quarter of an hour may have two offsets.
 */
function steadyOffset(start: number, length: number, timeZone: string): number | null {
  const offset = readOffset(new Date(start), timeZone);
  return readOffset(new Date(start + length - 1), timeZone) === offset ? offset : null;
}

/**
 * The zone's offset from UTC at an instant, in milliseconds (whole seconds). Cached, because computing it takes some
 * microseconds, and an axis, a year of days or a file needs thousands to millions.
 */
export function zoneOffsetMs(instant: Date, timeZone: string): number {
  const at = instant.getTime();
  for (const { length, zones } of STRETCHES) {
    const kept = zones.get(timeZone) ?? new Map<number, number | null>();
    const stretch = Math.floor(at / length);
    let known = kept.get(stretch);
    if (known === undefined) {
      known = steadyOffset(stretch * length, length, timeZone);
      if (kept.size >= OFFSETS_KEPT) kept.clear();
      zones.set(timeZone, kept.set(stretch, known));
    }
    if (known !== null) return known;
  }
  return readOffset(instant, timeZone);
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
