import type { Side } from "@/db/enums";
import { fromLocalInput } from "@/lib/datetime/zone";
import { canonicalValue } from "@/lib/units/convert";
import { child, type Node, numberOf, readTree, said, type TableLine } from "../fridge-tag-text/rules";
import type { LoggerAlarm, LoggerContent, LoggerFacts } from "../logger/schema";
import { clockOf, parseStamp, readClock } from "../logger-clock/rules";
import {
  contentOf,
  Issues,
  MAXIMUM_ROWS,
  NO_FACTS,
  type PlacedValue,
  type ReadingOptions,
} from "../logger-content/rules";

/** What is needed to make values of a file's texts. */
type Reader = {
  issues: Issues;
  /** A temperature in °C; null where nothing is said. Adds an issue for what is no number. */
  celsius: (text: string, where: { line: number; column: string }) => number | null;
  /** The instant of a day and a time of it, or of both in one text; null likewise. */
  instant: (text: string, where: { line: number; column: string }) => number | null;
  /** The first instant of a day. */
  dayStart: (day: string) => number | null;
};

function readerOf(timeZone: string, unit: string, issues: Issues): Reader {
  const clock = clockOf(timeZone);
  return {
    issues,
    celsius(text, where) {
      const number = numberOf(text);
      if (number !== null) return (unit === "F" ? canonicalValue(number, "°F") : number) + 0;
      if (text !== "" && text !== "-") issues.add({ ...where, rule: "number", message: "is no number", value: text });
      return null;
    },
    instant(text, where) {
      const stamp = parseStamp(text, "dmy");
      if (stamp === null || stamp === "dateOrder") {
        issues.add({ ...where, rule: "time", message: "is no time", value: text });
        return null;
      }
      if ("at" in stamp) return stamp.at;
      const [at] = clock(stamp.wall);
      if (at !== undefined) return at;
      issues.add({ ...where, rule: "skipped", message: `a clock of ${timeZone} never shows this time`, value: text });
      return null;
    },
    dayStart: (day) => fromLocalInput(day, timeZone)?.getTime() ?? null,
  };
}

/** The content of a logger's own text: its log, its days, its alarms and what it says of itself. */
export function readFridgeTag(text: string, options: ReadingOptions): LoggerContent {
  const { timeZone } = options;
  const issues = new Issues();
  const { root, tables } = readTree(text, issues);
  const conf = child(root, "Conf");
  const log = tables.get("Data") ?? [];
  if (log.length > MAXIMUM_ROWS) issues.addWhole("rows", `has more than ${MAXIMUM_ROWS} rows`, MAXIMUM_ROWS);
  // The signature closes the file: without it the rest of the days or of the log may be missing.
  if (!/^[0-9a-f]{32,}$/i.test(said(root, "Sig"))) issues.addWhole("cutOff", "ends before its signature");
  if (!conf || said(conf, "Serial") === "") issues.addWhole("fridgeTagHead", "has no serial number");
  const reader = readerOf(timeZone, said(conf, "Temp unit"), issues);
  const limits = limitsOf(conf);
  const created = said(root, "Hist", "TS Report Creation");
  const days = daysOf(child(root, "Hist"), created, limits, reader);
  const { placed, twice } = logOf(log.length > MAXIMUM_ROWS ? [] : log, timeZone, reader);
  const facts: LoggerFacts = { ...NO_FACTS, firmware: said(root, "Fw Vers"), limits, timeouts: days.timeouts, twice };
  return contentOf("fridge-tag", [...placed, ...days.placed], issues, options, {
    serial: said(conf, "Serial").slice(0, 64),
    model: said(root, "Device").slice(0, 64),
    alarms: [...days.alarms, ...eventsOf(child(root, "Res", "Alarm"), limits, conf, reader)],
    facts,
  });
}

/** Types of a Q-tag's alarms: in one stretch, or added up; below or above. */
const TYPES: Record<string, { kind: LoggerAlarm["kind"]; side: Side }> = {
  "1": { kind: "single", side: "below" },
  "2": { kind: "single", side: "above" },
  "3": { kind: "cumulative", side: "below" },
  "4": { kind: "cumulative", side: "above" },
};
/** Those of a Fridge-tag have no type: they add up within a day, the first below and the second above. */
const DAY_SIDES: Record<string, Side> = { "0": "below", "1": "above" };

function limitOf(key: string, { fields }: Node): LoggerFacts["limits"][number] | null {
  const [limit, minutes, type] = [
    numberOf(fields.get("T AL") ?? ""),
    numberOf(fields.get("t AL") ?? ""),
    fields.get("Type"),
  ];
  if (limit === null || minutes === null) return null;
  const side = DAY_SIDES[key];
  const known = type === undefined ? side && { kind: "day" as const, side } : TYPES[type];
  return known ? { ...known, limit, minutes } : null;
}

/** The line that holds an alarm's limits: below its number, or the number's own children. */
const settingOf = (node: Node): Node => [...node.children.values()].find(({ fields }) => fields.has("T AL")) ?? node;

const limitsOf = (conf: Node | undefined): LoggerFacts["limits"] =>
  [...(child(conf, "Alarm")?.children ?? [])].flatMap(([key, node]) => limitOf(key, settingOf(node)) ?? []);

const SENSORS = { "Int Sensor timeout": "internal", "Ext Sensor timeout": "external" } as const;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function daysOf(hist: Node | undefined, created: string, limits: LoggerFacts["limits"], reader: Reader) {
  const placed: PlacedValue[] = [];
  const alarms: LoggerAlarm[] = [];
  const timeouts: LoggerFacts["timeouts"] = [];
  for (const [number, day] of hist?.children ?? []) {
    if (!/^\d{1,4}$/.test(number)) continue;
    const date = said(day, "Date");
    const start = DATE.test(date) ? reader.dayStart(date) : null;
    if (start === null) {
      reader.issues.add({ line: day.line, column: "Date", rule: "time", message: "is no day", value: date });
      continue;
    }
    placed.push(...extremesOf(day, date, start, reader));
    const isLast = created.startsWith(date);
    const end = isLast
      ? reader.instant(created, { line: day.line, column: "TS Report Creation" })
      : dayAfter(date, reader);
    for (const [key, node] of child(day, "Alarm")?.children ?? []) {
      const side = DAY_SIDES[key];
      const { fields, line } = child(node, "t Acc") ?? node;
      const at = fields.get("TS A") ?? "";
      // Minutes outside without a time are none of an alarm: there were too few of them.
      if (!side || at === "") continue;
      const alarmedAt = reader.instant(`${date} ${at}`, { line, column: "TS A" });
      const limit = limits.find((one) => one.kind === "day" && one.side === side)?.limit ?? null;
      const minutes = numberOf(fields.get("t Acc") ?? "") ?? 0;
      if (alarmedAt !== null) alarms.push({ kind: "day", side, limit, from: start, to: end, alarmedAt, minutes });
    }
    for (const [key, sensor] of Object.entries(SENSORS)) {
      const fields = child(day, key, "t AccST")?.fields;
      const minutes = numberOf(fields?.get("t AccST") ?? "") ?? 0;
      const since = fields?.get("TS ST") ?? "";
      if (minutes <= 0) continue;
      const from = since === "" ? null : reader.instant(`${date} ${since}`, { line: day.line, column: "TS ST" });
      timeouts.push({ sensor, day: start, from, minutes });
    }
  }
  return { placed, alarms: alarms.reverse(), timeouts: timeouts.reverse() };
}

const dayAfter = (date: string, { dayStart }: Reader): number | null =>
  dayStart(new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10));

const EXTREMES = { "Min T": "day-minimum", "Max T": "day-maximum" } as const;

function extremesOf(day: Node, date: string, start: number, { celsius, instant }: Reader): PlacedValue[] {
  const common = { measure: "temperature", channel: 1 } as const;
  const placed: PlacedValue[] = [];
  for (const [column, statistic] of Object.entries(EXTREMES)) {
    const node = child(day, column);
    const line = node?.line ?? day.line;
    const value = celsius(node?.value.trim() ?? "", { line, column });
    if (value === null) continue;
    const at = instant(`${date} ${node?.fields.get(`TS ${column}`) ?? ""}`, { line, column: `TS ${column}` });
    if (at !== null) placed.push({ ...common, line, column, statistic, at, value });
  }
  const mean = child(day, "Avrg T");
  const where = { line: mean?.line ?? day.line, column: "Avrg T" };
  const value = celsius(mean?.value.trim() ?? "", where);
  if (value !== null) placed.push({ ...common, ...where, statistic: "day-mean", at: start, value });
  return placed;
}

/** What a Q-tag recorded alarm by alarm; one that has no end was going on when the logger was stopped. */
function eventsOf(
  alarms: Node | undefined,
  limits: LoggerFacts["limits"],
  conf: Node | undefined,
  reader: Reader,
): LoggerAlarm[] {
  return [...(alarms?.children ?? [])].flatMap(([key, node]) => {
    const setting = child(conf, "Alarm", key);
    const limit = setting ? limitOf(key, settingOf(setting)) : null;
    const own = limits.find((one) => one.kind === limit?.kind && one.side === limit.side);
    return [...node.children.values()].flatMap(({ fields, line }) => {
      if (!own || !fields.get("TS S") || !fields.get("TS A")) return [];
      const instant = (column: string) => reader.instant(fields.get(column) ?? "", { line, column });
      const [from, alarmedAt] = [instant("TS S"), instant("TS A")];
      const to = fields.get("TS E") ? instant("TS E") : null;
      const minutes = numberOf(fields.get("t A") ?? "") ?? 0;
      if (from === null || alarmedAt === null) return [];
      return [{ kind: own.kind, side: own.side, limit: own.limit, from, to, alarmedAt, minutes }];
    });
  });
}

/** The log: a head with its names, then a time and a temperature a line. */
function logOf(rows: readonly TableLine[], timeZone: string, { celsius, issues }: Reader) {
  const column = "T";
  const read = rows.flatMap(({ line, cells }, index) => {
    const [time = "", value = ""] = cells;
    // The first line names the columns.
    if (index === 0 && /[a-z]{4}/i.test(time)) return [];
    const stamp = parseStamp(time, "dmy");
    if (stamp !== null && stamp !== "dateOrder") return [{ line, stamp, value: value.trim(), time }];
    issues.add({ line, column: "Data", rule: "time", message: "is no time", value: time });
    return [];
  });
  const { ats, twice } = readClock(
    read.map(({ stamp }) => stamp),
    timeZone,
  );
  const placed = read.flatMap(({ line, value: text, time }, index): PlacedValue[] => {
    const at = ats[index] ?? null;
    if (at === null) {
      issues.add({
        line,
        column: "Data",
        rule: "skipped",
        message: `a clock of ${timeZone} never shows this time`,
        value: time,
      });
      return [];
    }
    const value = celsius(text, { line, column });
    return value === null
      ? []
      : [{ line, column, measure: "temperature", channel: 1, statistic: "reading", at, value }];
  });
  return { placed, twice };
}
