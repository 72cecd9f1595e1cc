/** `ipp`: a network printer for sheets. `escpos`: a label or ticket printer on raw TCP. */
export const PRINTER_KINDS = ["ipp", "escpos"] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];
/** Character sets of ticket printers (`lib/escpos/charset.ts`). */
export const PRINTER_CHARSETS = ["gb18030", "shift_jis", "windows-1252"] as const;
export type PrinterCharset = (typeof PRINTER_CHARSETS)[number];
/** What a print group prints. */
export const GROUP_CONTENTS = ["dayRecord", "slip", "carrierLabel", "deviceLabel", "lotLabel"] as const;
export type GroupContent = (typeof GROUP_CONTENTS)[number];
/** What a job prints; `test`: the test page of a printer. */
export const PRINT_CONTENTS = [
  ...(["dayRecord", "slip", "carrierLabel", "deviceLabel", "lotLabel", "test"] as const),
] as const;
export type PrintContent = (typeof PRINT_CONTENTS)[number];
/** The day of a record, seen from the time of printing. */
export const PRINT_DAYS = ["today", "yesterday"] as const;
export type PrintDay = (typeof PRINT_DAYS)[number];
/**
 * The life of a job. `atPrinter`: the printer has it and has not said that it is printed. `unclear`: it was sent, and
 * nothing says whether it is on paper; a person decides.
 */
export const PRINT_STATES = [
  ...(["waiting", "sending", "atPrinter", "printed", "failed", "unclear", "cancelled"] as const),
] as const;
export type PrintState = (typeof PRINT_STATES)[number];
/** What keeps a printer or a job from printing. The first ones are those of an outgoing connection. */
export const PRINT_PROBLEMS = [
  ...(["address", "name", "unreachable", "closed", "timeout", "certificate", "login", "refused", "answer"] as const),
  ...(["paper", "cover", "ink", "jam", "offline", "fault", "busy", "format", "aborted", "stopped"] as const),
  ...(["unconfirmed", "interrupted", "disabled", "removed", "internal"] as const),
] as const;
export type PrintProblem = (typeof PRINT_PROBLEMS)[number];
/** A page, ticket or label of a print job: all texts are in the language of the paper. */
export type PrintPage = {
  heading: string;
  facts: [term: string, text: string][];
  table: { head: string[]; rows: string[][] } | null;
  /** The text of a QR code. */
  code: string | null;
  notes: string[];
};
/** What a job prints, as it was when it was asked for. */
export type PrintDocument = { title: string; customer: string; made: string; pages: PrintPage[] };
