import "server-only";
import type { Measure } from "@/db/enums";
import { timeOf } from "@/features/carrier/record-time/rules";
import { streamExport } from "@/features/file/taken.service";
import { signingsOf } from "@/features/signature/signature.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import { defineExport, type ExportCell, type ExportForm, type FormCell } from "@/lib/export/define-export";
import { type ExportWords, exportCustomer, exportWords, listExport, titleOf } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { stampIn } from "@/lib/spreadsheet/csv";
import { shownCell, shownValue, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import { dayText } from "./month.rules";
import { type PaperWords, paperHead, recordersOf, remarksOf } from "./paper.rules";
import { findSheetProbes, findSheets, findSheetsOfMonth, findValues, getSheet, type Sheet } from "./sheet.data";
import { columnsOf, countsOf, MOST_COLUMNS, rowsOf, type SheetRow, sideOf } from "./sheet.rules";
import {
  MOST_FORMS,
  SheetFormsQuery,
  SheetListQuery,
  type SheetProbeDto,
  type SheetRowDto,
  type SheetValueDto,
} from "./sheet.schema";
import { signedSheet } from "./sheet.service";

/** Columns of the plain rows, with their widths. */
const COLUMNS = {
  carrier: 24,
  month: 10,
  version: 8,
  day: 12,
  time: 28,
  probe: 18,
  measure: 14,
  value: 10,
  unit: 8,
  state: 16,
  measuredAt: 28,
  minimum: 10,
  maximum: 10,
  enteredBy: 18,
  reason: 30,
  comment: 30,
};

function plainRow(sheet: Sheet, value: SheetValueDto, serial: string, words: ExportWords): ExportCell[] {
  const t = words.look("record");
  const stamp = (at: string | null) => (at === null ? null : stampIn(new Date(at), sheet.timeZone));
  const values = words.valuesOf(sheet.customerId);
  const shown = (number: number | null) => shownCell(number, value.measure, values);
  const cells: Record<keyof typeof COLUMNS, ExportCell> = {
    carrier: sheet.carrier.name,
    month: sheet.month.slice(0, 7),
    version: sheet.version,
    day: value.day,
    time: stamp(value.plannedAt),
    probe: serial,
    measure: words.look("carrier.measure")(value.measure),
    value: shown(value.value),
    unit: unitOf(value.measure, values),
    state: t(`state.${value.state}`),
    measuredAt: stamp(value.measuredAt),
    minimum: shown(value.minimum),
    maximum: shown(value.maximum),
    enteredBy: value.enteredBy,
    reason: value.reason,
    comment: value.comment,
  };
  return Object.values(cells);
}

/** Signs after a value, in place of the pictures of the screen. All are in the fonts of PDFs. */
const SIGNS = { above: "▲", below: "▼", missed: "○", entered: "◆" } as const;
const DECIMALS = 1;

function valueCell(value: SheetValueDto, locale: ValueLocale): FormCell {
  if (value.value === null) return value.state === "missed" ? SIGNS.missed : null;
  const side = sideOf(value);
  const mark = [side && SIGNS[side], value.state === "entered" && SIGNS.entered].filter(Boolean).join("");
  return { value: shownValue(value.value, value.measure, locale), decimals: DECIMALS, mark };
}

const number = (value: number | null, measure: Measure, locale: ValueLocale): FormCell =>
  value === null ? null : { value: shownValue(value, measure, locale), decimals: DECIMALS, mark: "" };

function countCells(row: SheetRow<SheetValueDto>): FormCell[] {
  const { planned, collected, outOfRange, missed, entered } = countsOf([...row.cells.values()]);
  return planned === 0 ? [null, null, null, null] : [collected, outOfRange, missed, entered];
}

/** The form of one probe and month, as on paper: a row for each day, a column for each record time. */
function formOf(
  sheet: Sheet & { values: SheetValueDto[] },
  probe: SheetProbeDto,
  notes: readonly string[],
  words: PaperWords,
): ExportForm {
  const { t, locale, measureOf } = words;
  const own = sheet.values.filter(({ probeId }) => probeId === probe.id);
  const minutes = columnsOf(own);
  const isLong = minutes.length > MOST_COLUMNS;
  const titles = isLong
    ? ["collected", "outOfRange", "missed", "entered"].map((name) => t(`column.${name}`))
    : minutes.map(timeOf);
  const { heading, facts } = paperHead(sheet, probe, words);
  return {
    name: `${sheet.carrier.name.slice(0, 18)} ${measureOf(probe.measure)}`,
    heading,
    facts,
    columns: [
      { title: t("sheet.day"), width: 10 },
      ...titles.map((title) => ({ title, width: 9 })),
      { title: t("sheet.minimum"), width: 8 },
      { title: t("sheet.maximum"), width: 8 },
      { title: t("sheet.by"), width: 16 },
      { title: t("sheet.mark"), width: 28 },
    ],
    rows: rowsOf(sheet.month, probe.id, own).map((row) => [
      dayText(row.day, locale),
      ...(isLong
        ? countCells(row)
        : minutes.map((minute) => {
            const value = row.cells.get(minute);
            return value ? valueCell(value, locale) : null;
          })),
      number(row.minimum, probe.measure, locale),
      number(row.maximum, probe.measure, locale),
      recordersOf(row.cells.values(), t("sheet.automatic")),
      isLong ? "" : remarksOf(row.cells.values(), sheet.timeZone),
    ]),
    notes: [
      [
        `${SIGNS.above} ${t("side.above")}`,
        `${SIGNS.below} ${t("side.below")}`,
        `${SIGNS.missed} ${t("state.missed")}`,
        `${SIGNS.entered} ${t("state.entered")}`,
      ].join("   "),
      ...notes,
    ],
  };
}

/** What is signed of a sheet, a line for each signature. */
async function signatureLines(ctx: OperationContext, sheet: Sheet, values: SheetValueDto[], words: ExportWords) {
  const t = words.look("signature");
  const signing = (await signingsOf(ctx, [signedSheet(sheet, values)])).get(sheet.id);
  return (signing?.signatures ?? []).map(({ meaning, printedName, at, version, state, reason }) =>
    [
      t(`meaning.${meaning}`),
      printedName,
      stampIn(new Date(at), sheet.timeZone),
      words.look("record")("version", { version: String(version) }),
      t(`state.${state}`),
      reason,
    ]
      .filter(Boolean)
      .join(" · "),
  );
}

async function sheetsOf(ctx: OperationContext, { id, month, ...rest }: SheetFormsQuery): Promise<Sheet[]> {
  if (id !== undefined) return [await getSheet(ctx.db, visibilityOf(ctx), id)];
  const found = await findSheetsOfMonth(ctx.db, visibilityOf(ctx), { ...rest, month: month as string }, MOST_FORMS + 1);
  if (found.length > MOST_FORMS) throw conflict("month", "tooMany", `more than ${MOST_FORMS} sheets`, MOST_FORMS);
  return found;
}

async function* formsOf(ctx: OperationContext, sheets: readonly Sheet[], words: ExportWords) {
  const measure = words.look("carrier.measure");
  const measureOf = (one: string) => measure(one);
  for (const sheet of sheets) {
    const texts = { t: words.look("record") as never, measureOf, locale: words.valuesOf(sheet.customerId) };
    const [values, probes] = await Promise.all([findValues(ctx.db, [sheet.id]), findSheetProbes(ctx.db, sheet.id)]);
    const notes = await signatureLines(ctx, sheet, values, words);
    for (const probe of probes) yield formOf({ ...sheet, values }, probe, notes, texts);
  }
}

async function* plainRows(ctx: OperationContext, sheets: readonly Sheet[], words: ExportWords) {
  for (const sheet of sheets) {
    const [values, probes] = await Promise.all([findValues(ctx.db, [sheet.id]), findSheetProbes(ctx.db, sheet.id)]);
    const serials = new Map(probes.map((probe) => [probe.id, probe.serialNumber]));
    yield values.map((value) => plainRow(sheet, value, serials.get(value.probeId) ?? "", words));
  }
}

/** Sheets: spreadsheets and PDFs in the layout of the paper form, CSV with a line for each record. */
export const sheetExport = defineExport({
  kind: "recordSheet",
  permission: "viewRecordPoint",
  input: SheetFormsQuery,
  async open(ctx, query) {
    const words = await exportWords(ctx);
    const sheets = await sheetsOf(ctx, query);
    const { title } = titleOf(words, "recordSheet");
    const [first] = sheets;
    const of = sheets.length === 1 && first ? `${first.carrier.name} ${first.month.slice(0, 7)}` : (query.month ?? "");
    const name = of ? `${title}: ${of}` : title;
    const t = words.look("record.csv");
    return {
      title: name,
      fileStem: `${title} ${of}`.trim(),
      customerId:
        first && sheets.every(({ customerId }) => customerId === first.customerId)
          ? first.customerId
          : exportCustomer(ctx),
      timeZone: first?.timeZone ?? words.timeZone,
      // A month of forms has a row for each day.
      total: sheets.length * 31,
      columns: Object.entries(COLUMNS).map(([column, width]) => ({ title: t(column), width })),
      batches: plainRows(ctx, sheets, words),
      forms: formsOf(ctx, sheets, words),
    };
  },
});

/** One sheet as a CSV file at once. */
export const exportSheet = defineOperation({
  name: "recordSheet.csv",
  kind: "query",
  permission: "viewRecordPoint",
  input: ById,
  run: (ctx, { id }): Promise<RawReply> => streamExport(ctx, sheetExport, { id }),
});

const LIST_COLUMNS = {
  carrierName: 24,
  scene: 24,
  month: 10,
  status: 14,
  collected: 10,
  outOfRange: 12,
  missed: 10,
  entered: 10,
  submitted: 40,
};

/** The sheets that match the list's criteria, a row for each. */
export const sheetListExport = listExport({
  kind: "recordSheetList",
  permission: "viewRecordPoint",
  input: SheetListQuery,
  headers: "record.column",
  columns: LIST_COLUMNS,
  page: (ctx, query) => findSheets(ctx.db, visibilityOf(ctx), query),
  cells({ carrier, sceneName, month, status, counts, submittedAt, submittedBy }: SheetRowDto, { look, stamp }) {
    return {
      carrierName: carrier.name,
      scene: sceneName,
      month: month.slice(0, 7),
      status: look("record.status")(status),
      collected: counts.collected,
      outOfRange: counts.outOfRange,
      missed: counts.missed,
      entered: counts.entered,
      submitted: submittedAt && [stamp(submittedAt), submittedBy].filter(Boolean).join(" "),
    };
  },
});

/** The same as a CSV file at once. */
export const exportSheets = defineOperation({
  name: "recordSheet.listCsv",
  kind: "query",
  permission: "viewRecordPoint",
  input: SheetListQuery,
  run: (ctx, query): Promise<RawReply> => streamExport(ctx, sheetListExport, query),
});
