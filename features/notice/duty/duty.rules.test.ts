import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, longRuns } from "@/tests/support/long";
import { dutySpans, gapsOf, onDutyAt, type Rota, rotaIssues, type Shift } from "./duty.rules";

const MINUTE = 60_000;
const DAY = 86_400_000;
const EMPTY: Rota = { allowsOverlap: false, shifts: [], holidays: [], absences: [] };
const shift = (values: Partial<Shift>): Shift => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  from: "08:00",
  to: "20:00",
  endsNextDay: false,
  contactId: 1,
  substituteId: null,
  ...values,
});
const night = shift({ from: "20:00", to: "08:00", endsNextDay: true, contactId: 2 });
const round: Rota = { ...EMPTY, shifts: [shift({}), night] };
const utc = (text: string) => Date.parse(`${text}Z`);

/** The wall clock of every minute of a span, computed by `Intl` alone and independent of the code under test. */
function wallClocks(from: number, to: number, timeZone: string): string[] {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const readOf = (at: number) => {
    const fields = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${fields.year}-${fields.month}-${fields.day}T${fields.hour}:${fields.minute}`;
  };
  const clocks: string[] = [];
  // Clocks change at a quarter of an hour; the minutes between are extrapolated.
  for (let at = from; at < to; at += 15 * MINUTE) {
    const wall = Date.parse(`${readOf(at)}:00Z`);
    for (let minute = 0; minute < 15; minute += 1)
      clocks.push(new Date(wall + minute * MINUTE).toISOString().slice(0, 16));
  }
  return clocks;
}

/**
 * Reference implementation: iterates the minutes, and starts and ends each shift at the first minute at which the clock
 * shows its time or a later one.
 */
function naive({ shifts, holidays, absences }: Rota, clocks: readonly string[]): string[] {
  const weekday = (day: string) => ["7", "1", "2", "3", "4", "5", "6"][new Date(`${day}T00:00Z`).getUTCDay()];
  const next = (day: string) => new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10);
  const held = (day: string, { from, to }: { from: string; to: string }) => from <= day && day <= to;
  const reached = new Map<string, number>();
  let highest = "";
  const marks = [...new Set(shifts.flatMap(({ from, to }) => [from, to === "24:00" ? "00:00" : to]))].sort();
  clocks.forEach((clock, minute) => {
    if (clock <= highest) return;
    // All times between the previous clock and this one are reached now.
    const days = [...new Set([highest.slice(0, 10) || clock.slice(0, 10), clock.slice(0, 10)])];
    for (const day of days)
      for (const mark of marks) {
        const text = `${day}T${mark}`;
        if (text > highest && text <= clock) reached.set(text, minute);
      }
    highest = clock;
  });
  const at = (day: string, time: string) =>
    time === "24:00" ? reached.get(`${next(day)}T00:00`) : reached.get(`${day}T${time}`);
  const duty = clocks.map(() => new Set<number>());
  const away = (id: number, day: string) => absences.find((one) => one.contactId === id && held(day, one));
  const serve = (day: string, contactId: number, substituteId: number | null) => {
    const absence = away(contactId, day);
    if (!absence) return contactId;
    for (const other of [absence.substituteId, substituteId]) if (other !== null && !away(other, day)) return other;
    return null;
  };
  for (const day of new Set(clocks.map((clock) => clock.slice(0, 10))))
    for (const one of shifts) {
      if (!one.days.map(String).includes(weekday(day) as string)) continue;
      const start = at(day, one.from);
      const end = at(one.endsNextDay ? next(day) : day, one.to) ?? clocks.length;
      for (let minute = start ?? clocks.length; minute < end; minute += 1) {
        const today = (clocks[minute] as string).slice(0, 10);
        if (holidays.some((holiday) => held(today, holiday))) continue;
        const who = serve(today, one.contactId, one.substituteId);
        if (who !== null) duty[minute]?.add(who);
      }
    }
  return clocks.map((clock, minute) => {
    const today = clock.slice(0, 10);
    const holiday = holidays.find((one) => held(today, one));
    const who = holiday ? holiday.contactIds.flatMap((id) => serve(today, id, null) ?? []) : [...(duty[minute] ?? [])];
    return [...new Set(who)].sort((a, b) => a - b).join();
  });
}

const FROM = utc("2026-01-01T00:00");
const TO = utc("2027-01-01T00:00");
const dayIn = fc.integer({ min: 0, max: 729 }).map((days) => new Date(FROM + days * DAY).toISOString().slice(0, 10));
const span = fc.tuple(dayIn, fc.integer({ min: 0, max: 20 })).map(([from, days]) => ({
  from,
  to: new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10),
}));
const id = fc.integer({ min: 1, max: 5 });
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "30", "15", "01", "59"))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`);
const anyShift: fc.Arbitrary<Shift> = fc
  .record({
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: fc.oneof(time, fc.constantFrom("02:00", "02:30", "03:00", "00:00")),
    to: fc.oneof(time, fc.constantFrom("02:00", "02:30", "03:00", "24:00")),
    contactId: id,
    substituteId: fc.option(id),
  })
  .map((one) => ({ ...one, endsNextDay: one.to <= one.from }));
const anyRota: fc.Arbitrary<Rota> = fc.record({
  allowsOverlap: fc.constant(true),
  shifts: fc.array(anyShift, { maxLength: 5 }),
  holidays: fc.array(
    fc.tuple(span, fc.array(id, { minLength: 1, maxLength: 2 })).map(([days, contactIds]) => ({
      ...days,
      name: "",
      contactIds,
    })),
    { maxLength: 4 },
  ),
  absences: fc.array(
    fc.tuple(span, id, fc.option(id)).map(([days, contactId, substituteId]) => ({ ...days, contactId, substituteId })),
    { maxLength: 4 },
  ),
});

describe("who is on duty", () => {
  const zones: [timeZone: string, runs: number][] = [
    ["Europe/Berlin", longRuns(2, 6)],
    ["Australia/Lord_Howe", longRuns(1, 3)],
  ];
  if (isLong) zones.push(["America/Santiago", 3], ["Asia/Shanghai", 3]);

  it.each(zones)(
    "agrees with a resolver that goes through every minute of a year, in %s",
    (timeZone, runs) => {
      // One day earlier, for shifts that have already started.
      const begin = FROM - 2 * DAY;
      const clocks = wallClocks(begin, TO, timeZone);
      fc.assert(
        fc.property(anyRota, (rota) => {
          const expected = naive(rota, clocks);
          const spans = dutySpans(rota, FROM, TO, timeZone);
          expect(spans[0]?.from).toBe(FROM);
          expect(spans.at(-1)?.to).toBe(TO);
          for (const { from, to, contactIds } of spans)
            for (let at = from; at < to; at += MINUTE) {
              const said = contactIds.join();
              const by = expected[(at - begin) / MINUTE];
              if (said !== by)
                throw new Error(`${new Date(at).toISOString()}: ${said || "nobody"}, not ${by || "nobody"}`);
            }
          // The result for a single instant must match that of the whole range.
          for (const { from, to, contactIds } of spans.slice(0, 200))
            for (const at of [from, Math.floor((from + to) / 2), to - 1])
              expect(onDutyAt(rota, at, timeZone)).toEqual(contactIds);
        }),
        { numRuns: runs },
      );
    },
    120_000,
  );

  it("changes at the same instant for both shifts where the clock skips or repeats the hour", () => {
    const rota: Rota = {
      ...EMPTY,
      shifts: [
        shift({ from: "14:30", to: "02:30", endsNextDay: true }),
        shift({ from: "02:30", to: "14:30", contactId: 2 }),
      ],
    };
    const at = (text: string) => onDutyAt(rota, utc(text), "Europe/Berlin");
    // 29 March 2026, 02:00 CET = 01:00 UTC: the clock shows 03:00 next.
    expect([at("2026-03-29T00:59:59"), at("2026-03-29T01:00")]).toEqual([[1], [2]]);
    // 25 October 2026: 02:30 occurs at 00:30 and again at 01:30 UTC; the first counts.
    expect([at("2026-10-25T00:29:59"), at("2026-10-25T00:30"), at("2026-10-25T01:15")]).toEqual([[1], [2], [2]]);
    expect(gapsOf(rota, utc("2026-01-01T00:00"), utc("2027-01-01T00:00"), "Europe/Berlin")).toEqual([]);
  });

  it("is the holiday's list from midnight to midnight, whatever shift runs over it", () => {
    const rota: Rota = {
      ...round,
      holidays: [{ from: "2026-12-25", to: "2026-12-25", name: "Christmas", contactIds: [4, 3] }],
    };
    const spans = dutySpans(rota, utc("2026-12-24T12:00"), utc("2026-12-26T12:00"), "UTC");
    expect(spans).toEqual([
      { from: utc("2026-12-24T12:00"), to: utc("2026-12-24T20:00"), contactIds: [1], holiday: null },
      { from: utc("2026-12-24T20:00"), to: utc("2026-12-25T00:00"), contactIds: [2], holiday: null },
      { from: utc("2026-12-25T00:00"), to: utc("2026-12-26T00:00"), contactIds: [3, 4], holiday: "Christmas" },
      { from: utc("2026-12-26T00:00"), to: utc("2026-12-26T08:00"), contactIds: [2], holiday: null },
      { from: utc("2026-12-26T08:00"), to: utc("2026-12-26T12:00"), contactIds: [1], holiday: null },
    ]);
  });

  it("is the substitute while somebody is absent, the shift's if the absence's is absent too, and nobody if all are", () => {
    const away = (contactId: number, substituteId: number | null = null) => ({
      ...{ from: "2026-05-04", to: "2026-05-05", contactId, substituteId },
    });
    const of = (...absences: Rota["absences"]) =>
      onDutyAt({ ...EMPTY, shifts: [shift({ substituteId: 3 })], absences }, utc("2026-05-04T10:00"), "UTC");
    expect([of(), of(away(1)), of(away(1, 5)), of(away(1), away(3)), of(away(3))]).toEqual([[1], [3], [5], [], [1]]);
    expect([of(away(1, 5), away(5)), of(away(1, 5), away(3)), of(away(1, 5), away(5), away(3))]).toEqual([
      [3],
      [5],
      [],
    ]);
  });

  it("names the uncovered hours", () => {
    const weekdays: Rota = { ...EMPTY, shifts: [shift({ days: [1, 2, 3, 4, 5], to: "08:00", endsNextDay: true })] };
    // Coverage is complete from Monday 8:00 to Saturday 8:00.
    expect(gapsOf(weekdays, utc("2026-11-23T08:00"), utc("2026-11-30T09:00"), "UTC")).toMatchObject([
      { from: utc("2026-11-28T08:00"), to: utc("2026-11-30T08:00") },
    ]);
  });
});

describe("a rota is refused", () => {
  const issues = (rota: Partial<Rota>) =>
    rotaIssues({ ...EMPTY, ...rota }).map(({ path, rule }) => `${path.join(".")} ${rule}`);
  const days = (from: string, to: string) => ({ from, to, name: "", contactIds: [1] });
  it.each<[string, Partial<Rota>, string[]]>([
    ["never round the clock", round, []],
    ["with a shift of no length", { shifts: [shift({ to: "08:00" })] }, ["shifts.0.to shiftEnd"]],
    ["with an inverted shift", { shifts: [shift({ to: "07:00" })] }, ["shifts.0.to shiftEnd"]],
    ["never with one of 24 hours", { shifts: [shift({ to: "08:00", endsNextDay: true, days: [1] })] }, []],
    ["with a longer one", { shifts: [shift({ to: "08:01", endsNextDay: true })] }, ["shifts.0.to shiftLength"]],
    [
      "where shifts overlap",
      { shifts: [shift({}), shift({ from: "19:00", to: "21:00", contactId: 2 })] },
      ["shifts.1.from shiftOverlap"],
    ],
    [
      "never where they may",
      { allowsOverlap: true, shifts: [shift({}), shift({ from: "19:00", to: "21:00", contactId: 2 })] },
      [],
    ],
    [
      "where one contact's overlap",
      { allowsOverlap: true, shifts: [shift({}), shift({ from: "19:00", to: "21:00" })] },
      ["shifts.1.from shiftOverlap"],
    ],
    [
      "over the end of Sunday",
      { shifts: [shift({ days: [1], from: "00:00", to: "06:00" }), { ...night, days: [7] }] },
      ["shifts.1.from shiftOverlap"],
    ],
    ["with a substitute for oneself", { shifts: [shift({ substituteId: 1 })] }, ["shifts.0.substituteId substitute"]],
    ["with an inverted holiday", { holidays: [days("2026-12-26", "2026-12-25")] }, ["holidays.0.to dayEnd"]],
    [
      "with a day in two holidays",
      { holidays: [days("2026-12-24", "2026-12-26"), days("2026-12-26", "2026-12-26")] },
      ["holidays.1.from repeatedDay"],
    ],
  ])("%s", (_, rota, expected) => expect(issues(rota)).toEqual(expected));
});
