import ExcelJS from "exceljs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { recordSheet, recordValue } from "@/db/schema";
import { submitSheet } from "@/features/record-point/approval.operations";
import { sheetExport } from "@/features/record-point/export.operations";
import { getRecordSheet } from "@/features/record-point/sheet.operations";
import { SheetFormsQuery } from "@/features/record-point/sheet.schema";
import type { ExportForm } from "@/lib/export/define-export";
import { formWorkbook } from "@/lib/export/form-file";
import type { OperationContext } from "@/lib/operation/context";
import { formsDocument } from "@/lib/pdf/table-document";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { TEST_PASSWORD } from "../support/environment";

const HOUR = 3_600_000;
/** Midnight of 2026-10-01 in Shanghai. */
const START = Date.parse("2026-09-30T16:00:00Z");
const AFTER = new Date("2026-11-01T00:00:00Z");

let ctx: OperationContext;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let sheetId: number;

beforeAll(async () => {
  const own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  ctx = await accountContext(db(), await makeUser(db(), own.id), { now: AFTER });
  fridge = await makeFridge(db(), own);
  const customerId = own.id;
  const [sheet] = await db()
    .insert(recordSheet)
    .values({ customerId, carrierId: fridge.carrier.id, month: "2026-10-01" })
    .returning({ id: recordSheet.id });
  sheetId = sheet?.id as number;
  const values = [480, 960].flatMap((minute, index) => ({
    ...{
      customerId,
      carrierId: fridge.carrier.id,
      sheetId,
      probeId: fridge.probes.temperature as number,
      day: "2026-10-01",
      minute,
    },
    ...{ plannedAt: new Date(START + minute * 60_000), toleranceMinutes: 15, minimum: 2, maximum: 8 },
    ...(index === 0
      ? { state: "collected" as const, value: 5.25, measuredAt: new Date(START + 8 * HOUR) }
      : { state: "out-of-range" as const, value: 9.1, measuredAt: new Date(START + 16 * HOUR) }),
  }));
  await db()
    .insert(recordValue)
    .values(values as never);
  const { contentHash } = await getRecordSheet.call(ctx, { id: sheetId });
  await submitSheet.call(ctx, { id: sheetId, contentHash, password: TEST_PASSWORD });
});
afterAll(() => db().$client.end({ timeout: 5 }));

async function formsOf(query: object) {
  const opened = await sheetExport.open(ctx, SheetFormsQuery.parse(query));
  const forms: ExportForm[] = [];
  for await (const form of opened.forms ?? []) forms.push(form);
  return { opened, forms };
}
const reopened = async () => (await sheetExport.open(ctx, { id: sheetId })).forms as AsyncIterable<ExportForm>;

describe("the export of a sheet", () => {
  it("has the layout of the paper form: a row for each day, a column for each time, signatures below", async () => {
    const { opened, forms } = await formsOf({ id: sheetId });
    expect(opened.title).toBe(`Record sheets: ${fridge.carrier.name} 2026-10`);
    const [form] = forms;
    expect(form?.columns.map(({ title }) => title)).toEqual([
      "Day",
      "08:00",
      "16:00",
      "Min.",
      "Max.",
      "Recorded by",
      "Remarks",
    ]);
    expect(form?.rows).toHaveLength(31);
    expect(form?.rows[0]?.slice(1, 6)).toEqual([
      { value: 5.25, decimals: 1, mark: "" },
      { value: 9.1, decimals: 1, mark: "▲" },
      { value: 5.25, decimals: 1, mark: "" },
      { value: 9.1, decimals: 1, mark: "" },
      "Automatic",
    ]);
    expect(form?.notes.at(-1)).toContain("Prepared · ");
  });

  it("is a workbook for A4 whose values stay numbers, and a PDF with all signs", async () => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await formWorkbook(await reopened())).buffer as ArrayBuffer);
    const [page] = book.worksheets;
    expect([book.worksheets.length, page?.pageSetup.paperSize]).toEqual([1, 9]);
    const head = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].find((row) => page?.getCell(row, 1).value === "Day") ?? 0;
    expect([page?.getCell(head + 1, 3).value, page?.getCell(head + 1, 3).numFmt]).toEqual([9.1, '0.0" ▲"']);
    const frame = { title: "t", customer: "c", timeZone: "UTC", madeAt: new Date(0), author: "" };
    const bytes = await formsDocument({ ...frame, locale: "zh-CN", forms: await reopened() });
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("may have all sheets of a month, and needs a sheet or a month", async () => {
    const carrierIds = String(fridge.carrier.id);
    const { forms, opened } = await formsOf({ month: "2026-10", carrierIds });
    expect([forms.length, opened.total]).toEqual([1, 31]);
    expect((await formsOf({ month: "2026-01", carrierIds })).forms).toEqual([]);
    expect(SheetFormsQuery.safeParse({}).error?.issues).toMatchObject([{ path: ["month"] }]);
  });
});
