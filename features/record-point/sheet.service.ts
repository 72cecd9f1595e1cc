import "server-only";
import { canonicalContent, type SignedRecord } from "@/features/signature/signature.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { grouped } from "@/lib/grouped";
import type { OperationContext } from "@/lib/operation/context";
import { contentOf } from "./content.rules";
import { findSheetsById, findValues, type Sheet } from "./sheet.data";
import type { SheetValueDto } from "./sheet.schema";

const hashOf = (values: unknown) => canonicalContent({ values }).contentHash;

/** A sheet as the subject of a live event. */
export const subjectOf = ({ id, carrier, customerId }: Sheet) => ({ sheetId: id, carrierId: carrier.id, customerId });

/** The record that is signed: a sheet with all its values. */
export function signedSheet(sheet: Sheet, values: readonly SheetValueDto[]): SignedRecord {
  const { id, version, customerId, month, carrier } = sheet;
  const content = contentOf({ carrierId: carrier.id, month, version }, values, hashOf);
  return { kind: "recordSheet", id, version, customerId, content };
}

/** The signed records of opened sheets, in their order. */
export async function signedSheets(ctx: OperationContext, sheets: readonly Sheet[]): Promise<SignedRecord[]> {
  const values = grouped(
    await findValues(
      ctx.db,
      sheets.map(({ id }) => id),
    ),
    ({ sheetId }) => sheetId,
  );
  return sheets.map((sheet) => signedSheet(sheet, values.get(sheet.id) ?? []));
}

/** Reads sheets for the verification of all signatures. */
export const readSignedSheets = async (ctx: OperationContext, ids: readonly number[]): Promise<SignedRecord[]> =>
  signedSheets(ctx, await findSheetsById(ctx.db, visibilityOf(ctx), ids));
