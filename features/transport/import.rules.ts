import { fromLocalInput } from "@/lib/datetime/zone";
import type { CheckedRow, FieldIssue } from "@/lib/spreadsheet/import-sheet";
import type { SheetRecord } from "@/lib/spreadsheet/read-records";
import { issuesOf } from "@/lib/validation/issues";
import { TransportCreate } from "./transport.schema";

export const IMPORT_ROWS = 500;

/** The columns of the sheet, with their widths in characters. */
export const IMPORT_COLUMNS = [
  { key: "number", isRequired: false, width: 18 },
  { key: "reference", isRequired: false, width: 18 },
  { key: "carrier", isRequired: true, width: 24 },
  { key: "from", isRequired: true, width: 24 },
  { key: "departAt", isRequired: false, width: 20 },
  { key: "via", isRequired: false, width: 32 },
  { key: "to", isRequired: true, width: 24 },
  { key: "arriveAt", isRequired: false, width: 20 },
  { key: "lots", isRequired: false, width: 32 },
  { key: "consignor", isRequired: false, width: 24 },
  { key: "consignorEmail", isRequired: false, width: 24, formerTitles: ["E-mail of the consignor"] },
  { key: "consignee", isRequired: false, width: 24 },
  { key: "contact", isRequired: false, width: 20, formerTitles: ["Contact of the consignee"] },
  { key: "precooling", isRequired: false, width: 16 },
  { key: "note", isRequired: false, width: 32 },
] as const;
export type ImportField = (typeof IMPORT_COLUMNS)[number]["key"];

/** What the texts of a file refer to, by lower-case text. */
export type References = {
  carriers: ReadonlyMap<string, number>;
  geofences: ReadonlyMap<string, number>;
  /** Lots by number; several products may have the same. */
  lots: ReadonlyMap<string, readonly { id: number; productCode: string }[]>;
  numbers: ReadonlySet<string>;
  /** Taken references, as they are. */
  references: ReadonlySet<string>;
};

const LIST = /[,，、;；\n]/;
const STOPS = /[;；\n]/;
const parts = (text: string, separator: RegExp) =>
  text.split(separator).flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));

export const stopsIn = (text: string): string[] => parts(text, STOPS);
/** The numbers in a cell of lots: each as written, and what follows the product's code where one is named. */
export const numbersIn = (text: string): string[] =>
  parts(text, LIST).flatMap((one) => [one, ...(one.includes("/") ? [one.slice(one.indexOf("/") + 1).trim()] : [])]);

/** The lot of a text such as `A2305`, or `VAC-01/A2305` where several products have the number. */
function lotOf(text: string, lots: References["lots"]): number | "unknown" | "ambiguous" {
  const found = lots.get(text.toLowerCase()) ?? [];
  if (found.length > 1) return "ambiguous";
  if (found[0]) return found[0].id;
  const [code, ...rest] = text.split("/");
  const named = lots.get(rest.join("/").trim().toLowerCase()) ?? [];
  const own = named.find(({ productCode }) => productCode.toLowerCase() === code?.trim().toLowerCase());
  return own?.id ?? "unknown";
}

const FIELDS: Record<string, ImportField> = {
  consigneeContact: "contact",
  lotIds: "lots",
  precoolingMinutes: "precooling",
  stops: "via",
};

/** The column of a field of the schema; `last` is the place of the destination. */
function fieldOf(path: string, last: number): ImportField {
  const [head = "", place, part] = path.split(".");
  if (part === "plannedDepartAt") return "departAt";
  if (part === "plannedArriveAt") return "arriveAt";
  if (head === "stops" && place !== undefined) return place === "0" ? "from" : place === String(last) ? "to" : "via";
  return FIELDS[head] ?? (head as ImportField);
}

/** Reads one row: all its faults, and the transport if it has none. Times without a zone are in the customer's. */
export function checkRow(
  { values }: SheetRecord,
  known: References,
  timeZone: string,
): CheckedRow<TransportCreate, ImportField> {
  const issues: FieldIssue<ImportField>[] = [];
  const refuse = (field: ImportField, rule: string, message: string, names?: readonly string[]) =>
    issues.push({ field, rule, message, ...(names && { names: names.join(", ") }) });
  const text = (field: ImportField) => (values[field] ?? "").trim();
  const instant = (field: "departAt" | "arriveAt") => {
    const at = text(field) === "" ? null : fromLocalInput(text(field).replace(" ", "T"), timeZone);
    if (text(field) !== "" && at === null) refuse(field, "localTime", "yyyy-mm-dd hh:mm");
    return at?.toISOString() ?? null;
  };
  for (const field of ["carrier", "from", "to"] as const) if (text(field) === "") refuse(field, "required", "required");
  const carrierId = known.carriers.get(text("carrier").toLowerCase());
  if (text("carrier") !== "" && carrierId === undefined) refuse("carrier", "unknown", "no such carrier");
  if (known.numbers.has(text("number").toLowerCase())) refuse("number", "unique", "already exists");
  if (known.references.has(text("reference"))) refuse("reference", "unique", "already exists");
  const lots = parts(text("lots"), LIST).map((one) => ({ one, id: lotOf(one, known.lots) }));
  const failed = (why: "unknown" | "ambiguous") => lots.flatMap(({ one, id }) => (id === why ? [one] : []));
  if (failed("unknown").length > 0) refuse("lots", "unknownNames", "no such lots", failed("unknown"));
  else if (failed("ambiguous").length > 0) refuse("lots", "ambiguousLots", "of several products", failed("ambiguous"));
  const names = [text("from") || "-", ...stopsIn(text("via")), text("to") || "-"];
  const last = names.length - 1;
  const stops = names.map((name, place) => ({
    ...{ name, geofenceId: known.geofences.get(name.toLowerCase()) ?? null },
    plannedDepartAt: place === 0 ? instant("departAt") : null,
    plannedArriveAt: place === last ? instant("arriveAt") : null,
    carrierId: place === 0 ? (carrierId ?? 1) : null,
  }));
  const parsed = TransportCreate.safeParse({
    ...{ number: text("number"), reference: text("reference") || null, stops, note: text("note") },
    ...{ consignor: text("consignor"), consignorEmail: text("consignorEmail") },
    ...{ consignee: text("consignee"), consigneeContact: text("contact") },
    ...(text("precooling") !== "" && { precoolingMinutes: Number(text("precooling")) }),
    lotIds: lots.flatMap(({ id }) => (typeof id === "number" ? [id] : [])),
  });
  for (const { path, ...issue } of parsed.error ? issuesOf(parsed.error) : [])
    issues.push({ ...issue, field: fieldOf(path, last) });
  return { value: parsed.success && issues.length === 0 ? parsed.data : null, issues };
}
