import "server-only";
import { createTranslator } from "use-intl/core";
import { visibilityOf } from "@/lib/auth/visibility";
import { loadMessages } from "@/lib/i18n/load-messages";
import { customerFor } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { type ImportedDto, ImportInput, TemplateQuery } from "@/lib/spreadsheet/import-schema";
import {
  checkRecords,
  IMPORT_BYTES,
  type ImportSheet,
  importTemplate,
  readImport,
  type SheetWords,
} from "@/lib/spreadsheet/import-sheet";
import type { Records } from "@/lib/spreadsheet/read-records";
import { findReferences } from "./import.data";
import { checkRow, IMPORT_COLUMNS, IMPORT_ROWS, numbersIn, stopsIn } from "./import.rules";
import { findTimeZone } from "./transport.data";
import type { TransportCreate } from "./transport.schema";
import { createTransport } from "./transport.service";

const SHEET: ImportSheet = {
  ...{ name: "transport", columns: IMPORT_COLUMNS, rows: IMPORT_ROWS },
  async words(locale) {
    const messages = await loadMessages(locale);
    const t = createTranslator({ locale, messages, namespace: "transport.import" });
    return t as unknown as SheetWords;
  },
};

/** All transports of a file. Throws INVALID with every wrong cell. */
async function checkTransports(ctx: MutationContext, customerId: number, read: Records): Promise<TransportCreate[]> {
  const column = (field: string) => read.records.flatMap(({ values }) => values[field] ?? []);
  const references = await findReferences(ctx.tx, visibilityOf(ctx), customerId, {
    carriers: column("carrier"),
    places: [...column("from"), ...column("to"), ...column("via").flatMap(stopsIn)],
    lots: column("lots").flatMap(numbersIn),
    numbers: column("number"),
    references: column("reference").map((text) => text.trim()),
  });
  const timeZone = await findTimeZone(ctx.tx, customerId);
  return checkRecords(read, {
    check: (record) => checkRow(record, references, timeZone),
    unique: {
      number: ({ number }) => number?.trim().toLowerCase() || null,
      reference: ({ reference }) => reference?.trim() || null,
    },
  });
}

/** Plans the transports of a file, all or none; every wrong cell is named. */
export const importTransports = defineOperation({
  name: "transport.import",
  kind: "mutation",
  permission: "importTransport",
  input: ImportInput,
  body: { maximumBytes: IMPORT_BYTES, fileKey: "file" },
  async run(ctx, { file, customerId: wanted }): Promise<ImportedDto> {
    const customerId = customerFor(ctx, wanted);
    const inputs = await checkTransports(ctx, customerId, await readImport(SHEET, file));
    const numbers: string[] = [];
    // Those without a number come last: the next one of the day must not be one that the file gives to another.
    for (const input of inputs.toSorted((a, b) => Number(a.number === "") - Number(b.number === "")))
      numbers.push((await createTransport(ctx, input, "import")).number);
    ctx.audit({ customerId, new: { count: numbers.length, numbers: numbers.slice(0, 50) } });
    return { id: customerId, count: numbers.length };
  },
  audit: { entity: "transportBatch", id: ({ id }) => id },
});

/** The empty sheet, in the language of the request. */
export const getTransportTemplate = defineOperation({
  name: "transport.importTemplate",
  kind: "query",
  permission: "importTransport",
  input: TemplateQuery,
  run: (ctx, { locale }) => importTemplate(SHEET, locale ?? ctx.locale),
});
