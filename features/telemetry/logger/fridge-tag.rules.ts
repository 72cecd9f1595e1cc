import { type LoggerAlarm, type LoggerFacts, NO_LOGGER_FACTS, type Side } from "@/db/enums";
import { parseStamp, readClock } from "./clock.rules";
import { contentOf, Issues, MAXIMUM_ROWS, type PlacedValue, type ReadingOptions } from "./content.rules";
import { DAY_SIDES, detailsOf } from "./fridge-tag-details.rules";
import { type Reader, readerOf } from "./fridge-tag-reader.rules";
import { child, type Node, numberOf, readTree, said, saysNothing, type TableLine } from "./fridge-tag-text.rules";
import type { LoggerContent } from "./logger.schema";

/** Reads the text of a Fridge-tag or Q-tag: its log, days, alarms and device data. */
export function readFridgeTag(text: string, options: ReadingOptions): LoggerContent {
  const { timeZone } = options;
  const issues = new Issues();
  const { root, tables } = readTree(text, issues);
  const conf = child(root, "Conf");
  const log = tables.get("Data") ?? [];
  if (log.length > MAXIMUM_ROWS) issues.addWhole("rows", `has more than ${MAXIMUM_ROWS} rows`, MAXIMUM_ROWS);
  // The signature ends the file: without it, days or log may be incomplete.
  if (!/^[0-9a-f]{32,}$/i.test(said(root, "Sig"))) issues.addWhole("cutOff", "ends before its signature");
  if (!conf || said(conf, "Serial") === "") issues.addWhole("fridgeTagHead", "has no serial number");
  const reader = readerOf(timeZone, said(conf, "Temp unit"), issues);
  const limits = limitsOf(conf);
  const created = said(root, "Hist", "TS Report Creation");
  const days = daysOf(child(root, "Hist"), created, limits, reader);
  const { placed, twice, missing } = logOf(log.length > MAXIMUM_ROWS ? [] : log, timeZone, reader);
  const facts: LoggerFacts = {
    ...NO_LOGGER_FACTS,
    firmware: said(root, "Fw Vers"),
    limits,
    timeouts: days.timeouts,
    twice,
    missing,
    summary: summaryOf(root, conf, reader),
    errors: errorsOf(child(root, "Errors"), reader),
  };
  return contentOf("fridge-tag", [...placed, ...days.placed], issues, options, {
    serial: said(conf, "Serial").slice(0, 64),
    model: said(root, "Device").slice(0, 64),
    alarms: [...days.alarms, ...eventsOf(child(root, "Res", "Alarm"), conf, reader)].sort(
      (a, b) => a.from - b.from || a.alarmedAt - b.alarmedAt,
    ),
    facts,
    details: detailsOf(root, tables, reader, (number) => {
      const setting = child(conf, "Alarm", number);
      return setting !== undefined && limitOf(number, settingOf(setting)) !== null;
    }),
  });
}

/** Alarm types of a Q-tag: single or cumulative, below or above. */
const TYPES: Record<string, { kind: LoggerAlarm["kind"]; side: Side }> = {
  "1": { kind: "single", side: "below" },
  "2": { kind: "single", side: "above" },
  "3": { kind: "cumulative", side: "below" },
  "4": { kind: "cumulative", side: "above" },
};
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

/** The line with an alarm's limits: below its number, or the number's own children. */
const settingOf = (node: Node): Node => node.children.find(([, { fields }]) => fields.has("T AL"))?.[1] ?? node;

const limitsOf = (conf: Node | undefined): LoggerFacts["limits"] =>
  (child(conf, "Alarm")?.children ?? []).flatMap(([key, node]) => limitOf(key, settingOf(node)) ?? []);

/** A Q-tag's summary of its whole record; its figures are shown as written, not recomputed. */
function summaryOf(root: Node, conf: Node | undefined, { celsius, instant }: Reader): LoggerFacts["summary"] {
  const res = child(root, "Res");
  if (!child(res, "Min T") && !child(res, "Avrg T") && !child(res, "MKT")) return null;
  const lineOf = (column: string) => ({ line: child(res, column)?.line ?? res?.line ?? 0, column });
  const value = (column: string) => celsius(said(res, column), lineOf(column));
  const time = (column: string) => {
    const text = said(res, column);
    return saysNothing(text) ? null : instant(text, lineOf(column));
  };
  return {
    ...{ startedAt: time("TS Start"), stoppedAt: time("TS Stop") },
    ...{ minimum: value("Min T"), minimumAt: time("TS Min T") },
    ...{ maximum: value("Max T"), maximumAt: time("TS Max T") },
    ...{ mean: value("Avrg T"), mkt: value("MKT"), mktEnergy: numberOf(said(conf, "MKT Energy")) },
  };
}

/** Faults that the logger recorded about itself, such as a lost clock, by its own numbers. */
const errorsOf = (errors: Node | undefined, { instant }: Reader): LoggerFacts["errors"] =>
  (errors?.children ?? []).flatMap(([code, { children }]) =>
    children.flatMap(([, { fields, line }]) => {
      const count = numberOf(fields.get("Err Count") ?? "");
      const at = fields.get("Err TS") ?? "";
      if (count === null) return [];
      return [{ code, count, at: saysNothing(at) ? null : instant(at, { line, column: "Err TS" }) }];
    }),
  );

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
      // Minutes outside without a time are too few for an alarm.
      if (!side || at === "") continue;
      const alarmedAt = reader.instant(`${date} ${at}`, { line, column: "TS A" });
      const limit = limits.find((one) => one.kind === "day" && one.side === side)?.limit ?? null;
      const minutes = numberOf(fields.get("t Acc") ?? "") ?? 0;
      const confirmed = confirmationOf(fields);
      if (alarmedAt !== null)
        alarms.push({ kind: "day", side, limit, from: start, to: end, alarmedAt, minutes, ...confirmed });
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

/** Whether an alarm was confirmed at the device; its own report marks unconfirmed ones. */
function confirmationOf(fields: ReadonlyMap<string, string>): Pick<LoggerAlarm, "isConfirmed"> {
  const told = fields.get("C A");
  return told === "0" || told === "1" ? { isConfirmed: told === "1" } : {};
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
    const time = node?.fields.get(`TS ${column}`) ?? "";
    const at = instant(`${date} ${time}`, { line, column: `TS ${column}` });
    if (at !== null) placed.push({ ...common, line, column, statistic, at, value });
  }
  const mean = child(day, "Avrg T");
  const where = { line: mean?.line ?? day.line, column: "Avrg T" };
  const value = celsius(mean?.value.trim() ?? "", where);
  if (value !== null) placed.push({ ...common, ...where, statistic: "day-mean", at: start, value });
  return placed;
}

/** A Q-tag's alarms; one without an end was active when the logger was stopped. */
function eventsOf(alarms: Node | undefined, conf: Node | undefined, reader: Reader): LoggerAlarm[] {
  return (alarms?.children ?? []).flatMap(([key, node]) => {
    const setting = child(conf, "Alarm", key);
    const own = setting ? limitOf(key, settingOf(setting)) : null;
    return node.children.flatMap(([, { fields, line }]) => {
      if (!own || !fields.get("TS S") || !fields.get("TS A")) return [];
      const instant = (column: string) => reader.instant(fields.get(column) ?? "", { line, column });
      const [from, alarmedAt] = [instant("TS S"), instant("TS A")];
      const to = fields.get("TS E") ? instant("TS E") : null;
      const minutes = numberOf(fields.get("t A") ?? "") ?? 0;
      if (from === null || alarmedAt === null) return [];
      const { kind, side, limit } = own;
      const peak = reader.celsius(fields.get("T M") ?? "", { line, column: "T M" });
      const peakAt = peak !== null && fields.get("TS M") ? instant("TS M") : null;
      return [{ kind, side, limit, from, to, alarmedAt, minutes, ...(peak !== null && { peak, peakAt }) }];
    });
  });
}

/** The log: a header with names, then a time and a temperature per line. */
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
  const missing: LoggerFacts["missing"] = [];
  let isMissing = false;
  const placed = read.flatMap(({ line, value: text, time }, index): PlacedValue[] => {
    const at = ats[index] ?? null;
    const run = missing.at(-1);
    if (at !== null && saysNothing(text)) {
      if (isMissing && run) Object.assign(run, { to: at, count: run.count + 1 });
      else missing.push({ from: at, to: at, count: 1 });
      isMissing = true;
      return [];
    }
    isMissing = false;
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
  return { placed, twice, missing };
}
