import "server-only";
import { cache } from "react";
import { signingsOf } from "@/features/signature/signature.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { monthText } from "@/lib/datetime/month";
import { fieldError } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { loadList } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findSheetProbes, findSheets, findSheetsById, findValues, findVersions, getSheet } from "./sheet.data";
import { allows, countsOf } from "./sheet.rules";
import { HashesQuery, type SheetDetailDto, type SheetHashDto, SheetListQuery, type SheetRowDto } from "./sheet.schema";
import { signedSheet, signedSheets } from "./sheet.service";

export const listSheets = defineOperation({
  name: "recordSheet.list",
  kind: "query",
  permission: "viewRecordPoint",
  input: SheetListQuery,
  run: (ctx, query): Promise<Page<SheetRowDto>> => findSheets(ctx.db, visibilityOf(ctx), query),
});

/** One version of a sheet with its values, and its signatures verified against them. */
export const getRecordSheet = defineOperation({
  name: "recordSheet.get",
  kind: "query",
  permission: "viewRecordPoint",
  input: ById,
  run: (ctx, { id }): Promise<SheetDetailDto> => detailOf(ctx, id),
});

async function detailOf(ctx: OperationContext, id: number): Promise<SheetDetailDto> {
  const { db } = ctx;
  const sheet = await getSheet(db, visibilityOf(ctx), id);
  const [probes, found, versions] = await Promise.all([
    findSheetProbes(db, id),
    findValues(db, [id]),
    findVersions(db, sheet),
  ]);
  const values = found.map(({ sheetId: _, ...value }) => value);
  const record = signedSheet(sheet, values);
  const signing = (await signingsOf(ctx, [record])).get(id);
  const [mayEdit, mayApprove] = [holds(ctx, "editRecordPoint"), holds(ctx, "approveRecordPoint")];
  const next = signing?.next ?? [];
  return {
    ...sheet,
    counts: countsOf(values),
    probes,
    values,
    versions,
    signatures: signing?.signatures ?? [],
    contentHash: signing?.contentHash ?? "",
    actions: {
      submit: holds(ctx, "submitRecordPoint") && allows("submit", sheet) && next.includes("made"),
      edit: mayEdit && allows("enter", sheet),
      review: mayApprove && allows("review", sheet) && next.includes("reviewed"),
      approve: mayApprove && allows("approve", sheet) && next.includes("approved"),
      reject: mayApprove && allows("reject", sheet) && next.includes("rejected"),
      correct: mayEdit && allows("correct", sheet),
    },
  };
}

/** What a batch approval signs: the hashes of the sheets as they are now. */
export const hashSheets = defineOperation({
  name: "recordSheet.hashes",
  kind: "query",
  permission: "approveRecordPoint",
  input: HashesQuery,
  async run(ctx, { ids }): Promise<SheetHashDto[]> {
    const sheets = await findSheetsById(ctx.db, visibilityOf(ctx), ids);
    const found = new Set(sheets.map(({ id }) => id));
    const missing = ids.findIndex((id) => !found.has(id));
    if (missing >= 0) throw fieldError("NOT_FOUND", `recordSheet ${ids[missing]} not found`, `ids.${missing}`);
    const signings = await signingsOf(ctx, await signedSheets(ctx, sheets));
    return ids.map((id) => ({ id, contentHash: signings.get(id)?.contentHash ?? "" }));
  },
});

/** The data of the list page. */
export async function loadSheetList(ctx: PageContext) {
  const { permissions } = ctx.principal;
  return { ...(await loadList(ctx, listSheets)), mayApprove: permissions.has("approveRecordPoint") };
}

/** The data of the sheet named by the URL. Throws NOT_FOUND if it names none. */
export const loadSheet = cache(async (ctx: PageContext) => {
  const { id } = ById.parse({ id: ctx.search.id });
  return { sheet: await detailOf(ctx, id) };
});

/** The carrier and month of the sheet named by the URL. */
export async function nameOfSheet(ctx: PageContext): Promise<string> {
  const { carrier, month } = (await loadSheet(ctx)).sheet;
  return `${carrier.name} · ${monthText(month, ctx.locale)}`;
}
