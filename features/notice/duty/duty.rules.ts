import { dayKey, fromLocalInput, zoneOffsetMs } from "@/lib/datetime/zone";

/**
 * A shift in the customer's time zone, "HH:MM"; `to` may also be "24:00". `days` are the ISO weekdays on which it
 * starts. It ends on the next day with `endsNextDay`. The substitute is on duty while the contact is absent.
 */
export type Shift = {
  days: readonly number[];
  from: string;
  to: string;
  endsNextDay: boolean;
  contactId: number;
  substituteId: number | null;
};

/** Calendar days, "YYYY-MM-DD", both inclusive, on which these contacts replace the shifts. */
export type Holiday = { from: string; to: string; name: string; contactIds: readonly number[] };

/** Calendar days on which a contact is absent. If no substitute given here is available, that of the shift applies. */
export type Absence = { from: string; to: string; contactId: number; substituteId: number | null };

export type Rota = {
  /** Whether several contacts may be on duty at the same time. */
  allowsOverlap: boolean;
  shifts: readonly Shift[];
  holidays: readonly Holiday[];
  absences: readonly Absence[];
};

/** Who is on duty from `from` to before `to` (epoch ms), by ascending id; empty in a gap. */
export type DutySpan = { from: number; to: number; contactIds: readonly number[]; holiday: string | null };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1440;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** The ISO weekday, 1 to 7, of a calendar day. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The calendar day `days` after `day`. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The instant (epoch ms) at which the clocks of a zone first show a time of a day, or a later one. A time that a clock
 * change skips maps to the instant of the change, so consecutive shifts neither overlap nor leave a gap. A time that
 * occurs twice maps to its first occurrence.
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const [on, clock] = time === "24:00" ? [dayAfter(day), "00:00"] : [day, time];
  const wall = Date.parse(`${on}T${clock}:00Z`);
  const shown = (at: number) => at + zoneOffsetMs(new Date(at), timeZone);
  const found = fromLocalInput(`${on}T${clock}`, timeZone)?.getTime();
  if (found === undefined) throw new RangeError(`no ${time} on ${day}`);
  // Skipped: the result was shifted by the gap, and the change lies within the gap before it.
  let [before, at] = [found - (shown(found) - wall), found];
  while (at - before > MINUTE_MS) {
    const middle = before + Math.floor((at - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (shown(middle) >= wall) at = middle;
    else before = middle;
  }
  return at;
}

const includes = ({ from, to }: { from: string; to: string }, day: string) => from <= day && day <= to;

/** Who is on duty for a contact on a day: the contact, or the first available substitute; null if there is none. */
function servingFor({ absences }: Rota, day: string, contactId: number, substituteId: number | null): number | null {
  const away = (id: number) => absences.find((one) => one.contactId === id && includes(one, day));
  const absence = away(contactId);
  if (!absence) return contactId;
  return [absence.substituteId, substituteId].find((id) => id !== null && !away(id)) ?? null;
}

const spanOf = ({ from, to, endsNextDay }: Shift, day: string, timeZone: string) => ({
  from: instantOf(day, from, timeZone),
  to: instantOf(endsNextDay ? dayAfter(day) : day, to, timeZone),
});

/**
 * Who is on duty at an instant (epoch ms), by ascending id; empty in a gap. Holidays and absences apply to calendar
 * days of the zone, from midnight to midnight. A shift of the day before therefore ends when a holiday starts.
 */
export function onDutyAt(rota: Rota, at: number, timeZone: string): number[] {
  const today = dayKey(new Date(at), timeZone);
  const holiday = rota.holidays.find((one) => includes(one, today));
  const posts = holiday
    ? holiday.contactIds.map((contactId) => ({ contactId, substituteId: null }))
    : [dayAfter(today, -1), today].flatMap((day) =>
        rota.shifts.filter((shift) => {
          if (!shift.days.includes(weekdayOf(day))) return false;
          const span = spanOf(shift, day, timeZone);
          return span.from <= at && at < span.to;
        }),
      );
  const serving = posts.flatMap(
    ({ contactId, substituteId }) => servingFor(rota, today, contactId, substituteId) ?? [],
  );
  return [...new Set(serving)].sort((a, b) => a - b);
}

/** The contiguous spans between two instants (epoch ms) in chronological order, including gaps. */
export function dutySpans(rota: Rota, from: number, to: number, timeZone: string): DutySpan[] {
  const edges = new Set<number>([from]);
  const last = dayKey(new Date(to), timeZone);
  for (let day = dayAfter(dayKey(new Date(from), timeZone), -1); day <= last; day = dayAfter(day)) {
    edges.add(instantOf(day, "00:00", timeZone));
    for (const shift of rota.shifts) {
      if (!shift.days.includes(weekdayOf(day))) continue;
      const span = spanOf(shift, day, timeZone);
      edges.add(span.from).add(span.to);
    }
  }
  const cuts = [...edges].filter((edge) => edge >= from && edge < to).sort((a, b) => a - b);
  const spans: DutySpan[] = [];
  cuts.forEach((start, index) => {
    const day = dayKey(new Date(start), timeZone);
    const contactIds = onDutyAt(rota, start, timeZone);
    const holiday = rota.holidays.find((one) => includes(one, day))?.name ?? null;
    const previous = spans.at(-1);
    const end = cuts[index + 1] ?? to;
    const isSame = previous?.holiday === holiday && previous.contactIds.join() === contactIds.join();
    if (previous && isSame) spans[spans.length - 1] = { ...previous, to: end };
    else spans.push({ from: start, to: end, contactIds, holiday });
  });
  return spans;
}

/** The spans between two instants at which nobody is on duty. */
export const gapsOf = (rota: Rota, from: number, to: number, timeZone: string): DutySpan[] =>
  dutySpans(rota, from, to, timeZone).filter(({ contactIds }) => contactIds.length === 0);

/** A violated rule with its path in the input; `limit` is the value that its message names. */
export type RotaIssue = { path: (string | number)[]; rule: string; message: string; limit?: number };

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Checks the hours of a shift: it must end after it starts, and last at most a day. */
function hoursIssues({ from, to, endsNextDay }: Shift, index: number): RotaIssue[] {
  const path = ["shifts", index, "to"];
  const length = minutesOf(to) - minutesOf(from) + (endsNextDay ? MINUTES_A_DAY : 0);
  if (length <= 0) return [{ path, rule: "shiftEnd", message: "must be after from, or on the next day" }];
  if (length > MINUTES_A_DAY) return [{ path, rule: "shiftLength", message: "must be within 24 hours of from" }];
  return [];
}

type Week = { shift: Shift; index: number; from: number; to: number };

/** The shifts in minutes of the week from Monday on. One that spans the end of Sunday wraps to the start. */
function weekOf(shifts: readonly Shift[]): Week[] {
  return shifts.flatMap((shift, index) =>
    shift.days.flatMap((day): Week[] => {
      const from = (day - 1) * MINUTES_A_DAY + minutesOf(shift.from);
      const to = (day - 1 + (shift.endsNextDay ? 1 : 0)) * MINUTES_A_DAY + minutesOf(shift.to);
      const rest: Week[] = to > MINUTES_A_WEEK ? [{ shift, index, from: 0, to: to - MINUTES_A_WEEK }] : [];
      return [{ shift, index, from, to: Math.min(to, MINUTES_A_WEEK) }, ...rest];
    }),
  );
}

/** Shifts that overlap an earlier one. Shifts of one contact never may, those of several only if the rota allows it. */
function overlapIssues({ shifts, allowsOverlap }: Rota): RotaIssue[] {
  const week = weekOf(shifts);
  return shifts.flatMap((shift, index): RotaIssue[] => {
    const own = week.filter((one) => one.index === index);
    const other = week.find(
      (one) =>
        one.index < index &&
        (!allowsOverlap || one.shift.contactId === shift.contactId) &&
        own.some(({ from, to }) => from < one.to && one.from < to),
    );
    if (!other) return [];
    const message = `overlaps shift ${other.index + 1}`;
    return [{ path: ["shifts", index, "from"], rule: "shiftOverlap", message, limit: other.index + 1 }];
  });
}

const daysIssues = (list: "holidays" | "absences", spans: readonly { from: string; to: string }[]): RotaIssue[] =>
  spans.flatMap(({ from, to }, index) =>
    to < from ? [{ path: [list, index, "to"], rule: "dayEnd", message: "must not be before from" }] : [],
  );

/** Holidays that share a day, and absences of one contact that share one. */
function repeatedDays(rota: Rota): RotaIssue[] {
  const meets = (a: { from: string; to: string }, b: { from: string; to: string }) => a.from <= b.to && b.from <= a.to;
  const issues: RotaIssue[] = [];
  rota.holidays.forEach((one, index) => {
    if (rota.holidays.some((other, at) => at < index && meets(one, other)))
      issues.push({
        path: ["holidays", index, "from"],
        rule: "repeatedDay",
        message: "a day stands in the list already",
      });
  });
  rota.absences.forEach((one, index) => {
    if (rota.absences.some((other, at) => at < index && other.contactId === one.contactId && meets(one, other)))
      issues.push({
        path: ["absences", index, "from"],
        rule: "repeatedDay",
        message: "a day stands in the list already",
      });
    if (one.substituteId === one.contactId)
      issues.push({
        path: ["absences", index, "substituteId"],
        rule: "substitute",
        message: "must be another contact",
      });
  });
  rota.shifts.forEach((one, index) => {
    if (one.substituteId === one.contactId)
      issues.push({ path: ["shifts", index, "substituteId"], rule: "substitute", message: "must be another contact" });
  });
  return issues;
}

/** Validates a rota in itself. Gaps are not issues: they are allowed and shown. */
export function rotaIssues(rota: Rota): RotaIssue[] {
  const hours = rota.shifts.flatMap(hoursIssues);
  return [
    ...hours,
    // Overlaps are only checked for valid hours, because invalid ones overlap anything.
    ...(hours.length > 0 ? [] : overlapIssues(rota)),
    ...daysIssues("holidays", rota.holidays),
    ...daysIssues("absences", rota.absences),
    ...repeatedDays(rota),
  ];
}

/** The contacts that a rota names, each with its path in the input. */
export function namedContacts({ shifts, holidays, absences }: Omit<Rota, "allowsOverlap">) {
  const of = (path: string, id: number | null) => (id === null ? [] : [{ path, id }]);
  return [
    ...shifts.flatMap((one, at) => [
      ...of(`shifts.${at}.contactId`, one.contactId),
      ...of(`shifts.${at}.substituteId`, one.substituteId),
    ]),
    ...holidays.flatMap((one, at) => one.contactIds.flatMap((id) => of(`holidays.${at}.contactIds`, id))),
    ...absences.flatMap((one, at) => [
      ...of(`absences.${at}.contactId`, one.contactId),
      ...of(`absences.${at}.substituteId`, one.substituteId),
    ]),
  ];
}
