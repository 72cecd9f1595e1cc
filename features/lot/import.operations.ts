import "server-only";
import { createTranslator } from "use-intl/core";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, LOCALES, toLocale } from "@/lib/i18n/routing";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { type Records, readRecords } from "@/lib/spreadsheet/read-records";
import { writeTemplate } from "@/lib/spreadsheet/write-template";
import { fileReply } from "@/lib/stored-file/stored-file";
import { findReferences, zoneOf } from "./import.data";
import { checkRow, IMPORT_COLUMNS, inSheetOrder, repeatedRows } from "./import.rules";
import {
  type CellIssue,
  IMPORT_BYTES,
  IMPORT_ROWS,
  type LotImportDto,
  LotImportInput,
  LotTemplateQuery,
  MOST_ISSUES,
} from "./import.schema";
import { insertLot } from "./lot.data";
import type { LotCreate } from "./lot.schema";
import { placeLot } from "./placement.service";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const LIMITS = {
  rows: IMPORT_ROWS,
  columns: 40,
  cellLength: 1000,
  unpackedBytes: 64 * 1024 * 1024,
  textCharacters: 4e6,
};

type Say = (key: string) => string;

async function wordsIn(name: string): Promise<{ say: Say }> {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const say = createTranslator({ locale, messages, namespace: "lot.import" }) as unknown as Say;
  return { say };
}

/** Reads the rows of a file; columns are recognised by their key or by their title in any language. */
async function readLots(bytes: Uint8Array): Promise<Records> {
  const words = await Promise.all(LOCALES.map(wordsIn));
  const columns = IMPORT_COLUMNS.map(({ key, isRequired }) => ({
    ...{ key, isRequired, titles: [`lot.${key}`, ...words.map(({ say }) => say(`column.${key}`))] },
  }));
  return readRecords(bytes, { columns, limits: LIMITS });
}

function customerFor(ctx: OperationContext, wanted: number | undefined): number {
  const customerId = wanted ?? workingCustomer(ctx);
  const { customerIds } = ctx.scope;
  if (customerId === undefined || (customerIds !== "all" && !customerIds.includes(customerId)))
    throw notFound("customer", customerId ?? "");
  return customerId;
}

/** All lots of a file, and every wrong cell with its reason. */
async function checkLots(ctx: MutationContext, customerId: number, { records, issues: unread, letters }: Records) {
  const column = (field: string) => records.flatMap(({ values }) => values[field] ?? []);
  const found = await findReferences(ctx.tx, visibilityOf(ctx), customerId, {
    ...{ products: column("product"), carriers: column("carrier"), numbers: column("number") },
  });
  const references = { ...found, needsCarrier: scopeArrays(ctx.scope).sceneIds !== null };
  const timeZone = await zoneOf(ctx.tx, customerId);
  const issues: CellIssue[] = unread.map(({ value: _, ...issue }) => issue);
  const bad = new Set(unread.map(({ cell }) => cell));
  const note = (row: number, { field, ...issue }: Omit<CellIssue, "cell">) => {
    const cell = `${letters[field] ?? "A"}${row}`;
    // A cell that could not be read gets only the issue that says why.
    if (!bad.has(cell)) issues.push({ cell, field, ...issue });
    bad.add(cell);
  };
  const inputs: LotCreate[] = [];
  for (const record of records) {
    const checked = checkRow(record, references, timeZone, ctx.now.getTime());
    if (checked.input) inputs.push(checked.input);
    for (const issue of checked.issues) note(record.row, issue);
  }
  for (const { row } of repeatedRows(records))
    note(row, { field: "number", rule: "repeated", message: "an earlier row has it" });
  return { inputs, issues: inSheetOrder(issues) };
}

/** Creates the lots of a file and puts them into their carriers, all or none; every wrong cell is named. */
export const importLots = defineOperation({
  name: "lot.import",
  kind: "mutation",
  permission: "importLot",
  input: LotImportInput,
  body: { maximumBytes: IMPORT_BYTES, fileKey: "file" },
  async run(ctx, { file, customerId: wanted }): Promise<LotImportDto> {
    const customerId = customerFor(ctx, wanted);
    const { inputs, issues } = await checkLots(ctx, customerId, await readLots(file));
    if (issues.length > 0) {
      const named = issues
        .slice(0, MOST_ISSUES)
        .map(({ cell, field: _, ...issue }) => ({ path: cell || "file", ...issue }));
      throw new AppError("INVALID", `${issues.length} cells are wrong`, { issues: named });
    }
    for (const { carrierId, placedAt, ...values } of inputs) {
      const lot = await insertLot(ctx.tx, ctx.scope, values);
      const at = placedAt === null ? ctx.now : new Date(placedAt);
      if (carrierId !== null) await placeLot(ctx, lot, { carrierId, at, how: "import" });
    }
    ctx.audit({ customerId, new: { count: inputs.length, numbers: inputs.slice(0, 50).map(({ number }) => number) } });
    return { id: customerId, count: inputs.length };
  },
  audit: { entity: "lotBatch", id: ({ id }) => id },
});

/** The empty sheet, in the language of the request. */
export const getLotTemplate = defineOperation({
  name: "lot.importTemplate",
  kind: "query",
  permission: "importLot",
  input: LotTemplateQuery,
  async run(ctx, { locale }) {
    const { say } = await wordsIn(locale ?? ctx.locale);
    const columns = IMPORT_COLUMNS.map(({ key, isRequired, width }) => ({
      ...{ key: `lot.${key}`, title: say(`column.${key}`), width, isRequired, hint: say(`example.${key}`) },
    }));
    const content = await writeTemplate({
      ...{ name: say("sheet"), columns, rows: IMPORT_ROWS },
      guide: {
        name: say("guide"),
        columns: [
          { title: say("guideColumn"), width: 24 },
          { title: say("guideExample"), width: 40 },
        ],
        rows: IMPORT_COLUMNS.map(({ key }) => [say(`column.${key}`), say(`example.${key}`)]),
      },
    });
    return fileReply({ contentType: XLSX, content: Buffer.from(content) }, `${say("sheet")}.xlsx`);
  },
});
