import type { Side } from "@/db/enums";
import { parseStamp } from "./clock.rules";
import type { Reader } from "./fridge-tag-reader.rules";
import { child, type Node, numberOf, said, saysNothing, type TableLine } from "./fridge-tag-text.rules";
import type { LoggerDay, LoggerDetails, LoggerMarker, RawValue } from "./logger.schema";

/**
 * The limits of a Fridge-tag have no type: they are cumulative within a day, the first is the lower, the second the
 * upper.
 */
export const DAY_SIDES: Record<string, Side> = { "0": "below", "1": "above" };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_NUMBER = /^\d{1,4}$/;
/** The bit of a day's events for a changed clock: the device's report writes `t` there, and 8 and 16 for its checks. */
const CLOCK_CHANGED = 2;

/** The days of a file, oldest first. Invalid days are reported where their extremes are read. */
function daysOf(hist: Node | undefined, reader: Reader): LoggerDay[] {
  const days = (hist?.children ?? []).flatMap(([number, day]): LoggerDay[] => {
    const date = said(day, "Date");
    const start = DAY_NUMBER.test(number) && DATE.test(date) ? reader.dayStart(date) : null;
    if (start === null) return [];
    const minutes = (side: string) => {
      const node = child(day, "Alarm", side);
      return numberOf((child(node, "t Acc") ?? node)?.fields.get("t Acc") ?? "");
    };
    const checkedAt = (child(day, "Checked")?.children ?? []).flatMap(([column, { line, value }]) => {
      const time = value.trim();
      return saysNothing(time) ? [] : (reader.instant(`${date} ${time}`, { line, column }) ?? []);
    });
    const events = numberOf(said(day, "Events"));
    const isClockChanged = Number.isInteger(events) && ((events ?? 0) & CLOCK_CHANGED) !== 0;
    return [{ day: start, belowMinutes: minutes("0"), aboveMinutes: minutes("1"), checkedAt, isClockChanged, events }];
  });
  return days.reverse();
}

/** Whether a table line is the header with names and units. */
const isHead = ({ cells: [first = ""] }: TableLine): boolean => /[a-z]{4}/i.test(first);

/** The markers of a Q-tag: number, temperature and time. Other formats are shown as raw text. */
function markersOf(rows: readonly TableLine[], reader: Reader): Pick<LoggerDetails, "markers" | "raw"> {
  const markers: LoggerMarker[] = [];
  const raw: RawValue[] = [];
  for (const row of rows) {
    const [number = "", value = "", time = ""] = row.cells.map((cell) => cell.trim());
    const stamp = parseStamp(time, "dmy");
    const isRead = stamp !== null && stamp !== "dateOrder" && (numberOf(value) !== null || saysNothing(value));
    const where = { line: row.line, column: "Marker" };
    const at = isRead ? reader.instant(time, where) : null;
    if (at !== null) markers.push({ number, at, value: reader.celsius(value, where) });
    else if (!isHead(row)) raw.push({ name: "Marker", value: row.cells.join(" ").trim() });
  }
  return { markers, raw };
}

/** Paths of names that are interpreted elsewhere; a number stands for any. */
const READ = [
  /^Device$/,
  /^Fw Vers$/,
  /^Conf\/(?:Serial|Temp unit|MKT Energy)$/,
  /^Hist\/\d+\/(?:Date|Min T|TS Min T|Max T|TS Max T|Avrg T|Events)$/,
  /^Hist\/\d+\/Alarm\/[01]\/(?:t Acc|TS A)$/,
  /^Hist\/\d+\/(?:Int|Ext) Sensor timeout\/(?:t AccST|TS ST)$/,
  /^Hist\/\d+\/Checked\/.+$/,
  /^Res\/(?:TS Start|TS Stop|Min T|TS Min T|Max T|TS Max T|MKT|Avrg T)$/,
  // An alarm that never occurred has no lines.
  /^Res\/Alarm\/\d+$/,
];
const FAULT = /^Errors\/\d+\/Err (?:Count|TS)$/;
const CONFIRMATION = /^Hist\/\d+\/Alarm\/[01]\/C A$/;
const SETTING = /^Conf\/Alarm\/(\d+)\/(?:Type|T AL|t AL)$/;
const EVENT = /^Res\/Alarm\/(\d+)\/(?:TS S|t A|TS A|TS E|T M|TS M)$/;

/** Whether the name at a path is interpreted, given the other names on its line: some count only beside others. */
function isRead(path: string, fields: ReadonlyMap<string, string>, isKnownAlarm: (number: string) => boolean): boolean {
  const setting = SETTING.exec(path)?.[1];
  if (setting !== undefined) return isKnownAlarm(setting);
  const event = EVENT.exec(path)?.[1];
  if (event !== undefined) return isKnownAlarm(event) && Boolean(fields.get("TS S") && fields.get("TS A"));
  if (FAULT.test(path)) return numberOf(fields.get("Err Count") ?? "") !== null;
  if (CONFIRMATION.test(path)) return Boolean(fields.get("TS A")) && /^[01]$/.test(fields.get("C A") ?? "");
  return READ.some((known) => known.test(path));
}

/**
 * Every name of a file that is not interpreted, with its value: settings, the certificate, additions of newer devices.
 * Days are named by their date.
 */
function rawOf(root: Node, isTable: (name: string) => boolean, isKnownAlarm: (number: string) => boolean): RawValue[] {
  const found: RawValue[] = [];
  const walk = (node: Node, path: string, shown: string) => {
    let line: Node | undefined;
    for (const [name, one] of node.children) {
      // Names after the first on a line have no children of their own.
      if (line?.line !== one.line) line = one;
      const [own, title] = [path ? `${path}/${name}` : name, shown ? `${shown} · ${name}` : name];
      const date = path === "Hist" && DAY_NUMBER.test(name) ? said(one, "Date") : "";
      const value = one.value.trim();
      const isSection = value === "" && (one.children.length > 0 || (path === "" && isTable(name)));
      if (!isSection && !isRead(own, line.fields, isKnownAlarm)) found.push({ name: title, value });
      walk(one, own, date ? `${shown} · ${date}` : title);
    }
  };
  walk(root, "", "");
  return found;
}

/** Columns after time and temperature in the log: how often each value occurs. */
function flagsOf(rows: readonly TableLine[]): RawValue[] {
  const [head, ...records] = rows;
  if (!head || !isHead(head)) return [];
  return head.cells.slice(2).flatMap((title, index): RawValue[] => {
    const counts = new Map<string, number>();
    for (const { cells } of records) {
      const text = cells[index + 2]?.trim() ?? "";
      if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return [...counts].map(([text, count]) => ({ name: `Data · ${title.trim()}`, value: `${text} × ${count}` }));
  });
}

/** Details of a file besides its values and alarms; what is not interpreted is returned under its own name. */
export function detailsOf(
  root: Node,
  tables: ReadonlyMap<string, readonly TableLine[]>,
  reader: Reader,
  isKnownAlarm: (number: string) => boolean,
): LoggerDetails {
  const { markers, raw: ofMarkers } = markersOf(tables.get("Marker") ?? [], reader);
  const others = [...tables].flatMap(([section, rows]) =>
    section === "Data" || section === "Marker"
      ? []
      : rows.map(({ cells }) => ({ name: section, value: cells.join(" ").trim() })),
  );
  return {
    days: daysOf(child(root, "Hist"), reader),
    markers,
    raw: [
      ...rawOf(root, (name) => tables.has(name), isKnownAlarm),
      ...flagsOf(tables.get("Data") ?? []),
      ...ofMarkers,
      ...others,
    ],
  };
}
