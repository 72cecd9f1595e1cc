import "server-only";
import { createTranslator } from "use-intl/core";
import { scopeArrays } from "@/lib/auth/scope-filter";
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
import { findReferences, zoneOf } from "./import.data";
import { checkRow, IMPORT_COLUMNS, IMPORT_ROWS, rowKey } from "./import.rules";
import { insertLot } from "./lot.data";
import type { LotCreate } from "./lot.schema";
import { placeLot } from "./placement.service";

const SHEET: ImportSheet = {
  ...{ name: "lot", columns: IMPORT_COLUMNS, rows: IMPORT_ROWS },
  async words(locale) {
    const messages = await loadMessages(locale);
    const t = createTranslator({ locale, messages, namespace: "lot.import" });
    return t as unknown as SheetWords;
  },
};

/** All lots of a file. Throws INVALID with every wrong cell. */
async function checkLots(ctx: MutationContext, customerId: number, read: Records): Promise<LotCreate[]> {
  const column = (field: string) => read.records.flatMap(({ values }) => values[field] ?? []);
  const found = await findReferences(ctx.tx, visibilityOf(ctx), customerId, {
    ...{ products: column("product"), carriers: column("carrier"), numbers: column("number") },
  });
  const references = { ...found, needsCarrier: scopeArrays(ctx.scope).sceneIds !== null };
  const timeZone = await zoneOf(ctx.tx, customerId);
  return checkRecords(read, {
    check: (record) => checkRow(record, references, timeZone, ctx.now.getTime()),
    unique: { number: rowKey },
  });
}

/** Creates the lots of a file and puts them into their carriers, all or none; every wrong cell is named. */
export const importLots = defineOperation({
  name: "lot.import",
  kind: "mutation",
  permission: "importLot",
  input: ImportInput,
  body: { maximumBytes: IMPORT_BYTES, fileKey: "file" },
  async run(ctx, { file, customerId: wanted }): Promise<ImportedDto> {
    const customerId = customerFor(ctx, wanted);
    const inputs = await checkLots(ctx, customerId, await readImport(SHEET, file));
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
  input: TemplateQuery,
  run: (ctx, { locale }) => importTemplate(SHEET, locale ?? ctx.locale),
});
