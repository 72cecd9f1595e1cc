import ExcelJS from "exceljs";
import type { DeviceKind } from "@/db/enums";
import { imports } from "@/features/device/import/import.operations";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";

type Cells = Record<string, ExcelJS.CellValue>;

const bytesOf = async (reply: unknown) => Buffer.from(await new Response((reply as RawReply).body).arrayBuffer());

/** The import template of a kind in a language, opened with a library. */
export async function openTemplate(
  ctx: OperationContext,
  kind: DeviceKind,
  locale = "en-US",
): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  const content = await bytesOf(await imports[kind].template.call(ctx, { locale }));
  await book.xlsx.load(content as never);
  return book;
}

/** The workbook in the response of a call. */
export async function openReply(reply: unknown): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await bytesOf(reply)) as never);
  return book;
}

/** Fills in a template from row 3 on: cells by their column keys, without the kind; `change` makes further edits. */
export async function fillTemplate(
  ctx: OperationContext,
  kind: DeviceKind,
  rows: readonly Cells[],
  { locale = "en-US", change = () => {} }: { locale?: string; change?: (sheet: ExcelJS.Worksheet) => void } = {},
): Promise<Uint8Array> {
  const book = await openTemplate(ctx, kind, locale);
  const sheet = book.worksheets[0] as ExcelJS.Worksheet;
  const keys = (sheet.getRow(1).values as string[]).map((key) => key?.slice(kind.length + 1));
  rows.forEach((cells, index) => {
    for (const [key, value] of Object.entries(cells)) sheet.getCell(index + 3, keys.indexOf(key)).value = value;
  });
  change(sheet);
  return new Uint8Array(await book.xlsx.writeBuffer());
}
