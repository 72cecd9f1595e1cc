import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import ExcelJS from "exceljs";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, loggerFile, loggerReading, mounting, storedFile } from "@/db/schema";
import { removeCarrier } from "@/features/carrier/carrier.operations";
import {
  addLoggerFile,
  checkLoggerFile,
  getOriginal,
  listLoggerAlarms,
  listLoggerFiles,
  removeLoggerFile,
} from "@/features/carrier/logger/logger.operations";
import { MAXIMUM_FILES } from "@/features/carrier/logger/logger.rules";
import { getLoggerTemplate } from "@/features/carrier/logger/template.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { MAXIMUM_BYTES } from "@/features/telemetry/logger/content.rules";
import { LOCALES } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { ROOT } from "@/scripts/product/paths.mjs";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const TAG = readFileSync(join(ROOT, "tests/fixtures/logger/fridgetag2_130400191544.txt"));
/** A Fridge-tag's text of these days of May 2026, the newest first, each too cold for 90 minutes. */
const frozenDays = (days: readonly string[]) => {
  const head =
    "Device: Q-tag Fridge-tag 2\nFw Vers: 4.0\nConf:\n Serial: 1\n Temp unit: C\n Alarm:\n  0:\n   T AL: -0.5, t AL: 60\nHist:\n TS Report Creation: 2026-06-01 10:00\n";
  const told = days
    .toReversed()
    .map(
      (day, index) =>
        ` ${index + 1}:\n  Date: 2026-05-${day}\n  Min T: -2.0, TS Min T: 03:00\n  Max T: +4.0, TS Max T: 12:00\n  Avrg T: +1.0\n  Alarm:\n   0:\n    t Acc: 90, TS A: 03:00, C A: 0\n`,
    );
  return `${head}${told.join("")}Sig: ${"0".repeat(64)}\n`;
};
const csv = (text: string) => Buffer.from(text);

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

const contextOf = async (options: UserOptions = {}, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const fridge = async () => (await makeFridge(db(), own)).carrier.id;
const add = (id: number, file: Buffer, more: object = {}) =>
  addLoggerFile.call(admin, { id, name: "logger.txt", file, timeZone: "Asia/Shanghai", ...more });
/** What is there of a carrier's loggers: files, values, stored bytes, rows of the trail. */
async function kept(carrierId: number) {
  const files = await db().select().from(loggerFile).where(eq(loggerFile.carrierId, carrierId));
  const values = await Promise.all(files.map(({ id }) => db().$count(loggerReading, eq(loggerReading.fileId, id))));
  return {
    files: files.length,
    values: values.reduce((sum, count) => sum + count, 0),
    stored: await db().$count(storedFile, eq(storedFile.customerId, own.id)),
    trail: (await trailOf(db(), own.id, "carrier", carrierId)).length,
  };
}

beforeAll(async () => {
  own = await makeCustomer(db());
});
// Each test has an account of its own: so many files of one in a minute are refused.
beforeEach(async () => {
  admin = await contextOf();
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("a logger's file", () => {
  it("shows every alarm that its logger recorded, before it is kept and after", async () => {
    const id = await fridge();
    const days = Array.from({ length: 20 }, (_, day) => `${day + 1}`.padStart(2, "0"));
    const file = Buffer.from(frozenDays(days));
    const seen = await checkLoggerFile.call(admin, { id, name: "a.txt", file, timeZone: "UTC" });
    const expected = days.map((day) => ({ side: "below", from: Date.UTC(2026, 4, Number(day)), minutes: 90 }));
    expect(seen).toMatchObject({ alarmCount: 20, alarms: expected, issueCount: 0 });
    const made = await add(id, file, { timeZone: "UTC" });
    expect((await listLoggerFiles.call(admin, { id })).items).toMatchObject([{ alarmCount: 20 }]);
    expect((await listLoggerAlarms.call(admin, { id: made.id })).items).toMatchObject(expected);
  });

  it("shows each day, check and other name of its file beside it, and not in lists", async () => {
    const id = await fridge();
    const seen = await checkLoggerFile.call(admin, { id, name: "a.txt", file: TAG, timeZone: "UTC" });
    const expected = {
      days: [
        { belowMinutes: 0, aboveMinutes: 8, checkedAt: [Date.UTC(2023, 3, 17, 19, 39)], events: 16 },
        { aboveMinutes: 2, checkedAt: [] },
        { aboveMinutes: 0 },
        { checkedAt: [Date.UTC(2023, 3, 20, 15, 13)] },
      ],
      markers: [],
    };
    expect(seen.details).toMatchObject(expected);
    expect(seen.details.raw).toContainEqual({ name: "Conf · PCB", value: "BG0214402648" });
    const made = await add(id, TAG, { timeZone: "UTC" });
    expect([made.hasDetails, "details" in made.facts]).toEqual([true, false]);
    expect((await listLoggerFiles.call(admin, { id })).items).toEqual([made]);
    const record = await listLoggerAlarms.call(admin, { id: made.id });
    expect([record.items, record.details]).toEqual([[], seen.details]);
    // What an older version kept tells of none.
    const table = await add(id, csv("time,temp\n2026-01-05 08:00,5"), { name: "b.csv" });
    expect(table.hasDetails).toBe(false);
    const none = { days: [], markers: [], raw: [] };
    expect((await listLoggerAlarms.call(admin, { id: table.id })).details).toEqual(none);
  });

  it("is looked at, kept, listed, given back as it came and removed with a reason; the carrier's trail tells it", async () => {
    const id = await fridge();
    const before = await kept(id);
    const seen = await checkLoggerFile.call(admin, { id, name: "a.txt", file: TAG, timeZone: "Asia/Shanghai" });
    expect(seen).toMatchObject({
      format: "fridge-tag",
      loggerSerial: "130400191544",
      valueCount: 12,
      issueCount: 0,
      live: [],
      earlier: null,
      span: { from: Date.UTC(2023, 3, 16, 16), to: Date.UTC(2023, 3, 20, 6, 33) },
    });
    expect(await kept(id)).toEqual(before);

    const made = await add(id, TAG, {
      name: "a.txt",
      sha256: seen.sha256,
      loggerSerial: "typed",
      remark: "read out by hand",
    });
    expect(made).toMatchObject({
      carrierId: id,
      fileName: "a.txt",
      sha256: seen.sha256,
      // What the logger says of itself counts.
      loggerSerial: "130400191544",
      valueCount: 12,
      remark: "read out by hand",
      size: TAG.length,
      facts: { firmware: "3.4p0o", timeouts: [{ minutes: 178 }, { minutes: 21 }] },
    });
    expect(await kept(id)).toEqual({ files: 1, values: 12, stored: before.stored + 1, trail: 1 });
    expect((await listLoggerFiles.call(admin, { id })).items).toEqual([made]);
    const reply = await getOriginal.call(admin, { id: made.id });
    expect(Buffer.from(reply.body as Uint8Array)).toEqual(TAG);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="a\.txt"/);

    await removeLoggerFile.call(admin, { id: made.id, reason: "stood by another fridge" });
    expect(await kept(id)).toEqual({ ...before, trail: 2 });
    expect(await trailOf(db(), own.id, "carrier", id)).toMatchObject([
      { operation: "loggerFile.create", newValues: { fileName: "a.txt", sha256: seen.sha256, valueCount: 12 } },
      {
        operation: "loggerFile.remove",
        oldValues: { fileName: "a.txt", sha256: seen.sha256, timeZone: "Asia/Shanghai" },
        reason: "stood by another fridge",
      },
    ]);
  });

  it("says what live devices sent in its time, and which other files cover it", async () => {
    const made = await makeFridge(db(), own);
    const id = made.carrier.id;
    const at = Date.now() - 30 * 60_000;
    const ctx = deviceContext(own.id);
    const iso = (ms: number) => new Date(ms).toISOString();
    const reading = { device: made.sensor.serialNumber, at, values: { temperature: 5 } };
    expect(await ingest(ctx, [reading])).toMatchObject({ accepted: 1 });
    const first = await add(id, csv(`time,temp,rh\n${iso(at - 60_000)},5,50\n${iso(at + 60_000)},5,50`), {
      name: "1.csv",
    });
    const seen = await checkLoggerFile.call(admin, { id, name: "2.csv", file: csv(`time,temp\n${iso(at)},6`) });
    expect(seen).toMatchObject({
      live: [{ measure: "temperature", hours: 1, count: 1 }],
      beside: [{ id: first.id, fileName: "1.csv" }],
    });
  });

  it("is not taken twice at one carrier, and the earlier one is named; another carrier may have it", async () => {
    const [id, other] = [await fridge(), await fridge()];
    await add(id, TAG, { name: "first.txt" });
    const before = await kept(id);
    expect(await refusal(add(id, TAG, { name: "second.txt" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "file", rule: "logger.twice", names: "first.txt" }],
    });
    expect(await checkLoggerFile.call(admin, { id, name: "x.txt", file: TAG })).toMatchObject({
      earlier: { fileName: "first.txt" },
    });
    expect(await kept(id)).toEqual(before);
    await add(other, TAG);
  });

  it.each([
    ["a bad row", csv("time,temp\n2026-01-05 08:00,5\n2026-01-05 08:05,warm"), "INVALID", "logger.number"],
    ["a clock of another zone", csv("time,temp\n2026-03-29 02:30,5"), "INVALID", "logger.skipped"],
    ["binary", Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]), "INVALID", "logger.picture"],
    ["an archive that is no workbook", Buffer.from("PK\x03\x04 and nothing more"), "INVALID", "logger.xlsx"],
    ["nothing", Buffer.alloc(0), "INVALID", "required"],
    ["more than is taken", Buffer.alloc(MAXIMUM_BYTES + 1, "1"), "INVALID", "fileSize"],
  ])("with %s is refused whole, and nothing of it is kept", async (_name, file, code, rule) => {
    const id = await fridge();
    const before = await kept(id);
    expect(await refusal(add(id, file, { timeZone: "Europe/Berlin" }))).toMatchObject({
      code,
      issues: [{ path: "file", rule }],
    });
    expect(await kept(id)).toEqual(before);
  });

  it("refuses what was not looked at, zones that are none, and more files than a carrier may have", async () => {
    const id = await fridge();
    expect(await refusal(add(id, TAG, { sha256: "0".repeat(64) }))).toMatchObject({
      issues: [{ rule: "logger.changed" }],
    });
    expect(await refusal(add(id, TAG, { timeZone: "Mars/Olympus" }))).toMatchObject({
      issues: [{ path: "timeZone", rule: "timeZone" }],
    });
    const { fileId } = (await db().select().from(loggerFile).limit(1))[0] as { fileId: string };
    await db()
      .insert(loggerFile)
      .values(
        Array.from({ length: MAXIMUM_FILES }, (_, index) => ({
          customerId: own.id,
          carrierId: id,
          format: "csv" as const,
          fileName: "x",
          fileId,
          sha256: String(index),
          timeZone: "UTC",
          firstAt: new Date(0),
          lastAt: new Date(0),
          valueCount: 0,
        })),
      );
    expect(await refusal(add(id, TAG))).toMatchObject({ code: "CONFLICT", issues: [{ rule: "fileCount" }] });
  });

  it("is out of reach without a code, for other nodes and other customers, and stays", async () => {
    const id = await fridge();
    const made = await add(id, TAG);
    const elsewhere = await makeScene(db(), { customerId: own.id, parentId: own.sceneId });
    const actions = (ctx: OperationContext) => [
      () => checkLoggerFile.call(ctx, { id, name: "x.txt", file: TAG }),
      () => addLoggerFile.call(ctx, { id, name: "x.txt", file: TAG }),
      () => removeLoggerFile.call(ctx, { id: made.id, reason: "x" }),
    ];
    const looks = (ctx: OperationContext) => [
      () => listLoggerFiles.call(ctx, { id }),
      () => getOriginal.call(ctx, { id: made.id }),
    ];
    const outside = [
      await contextOf({ scopeType: 0, sceneIds: [elsewhere.id] }),
      await contextOf({}, await makeCustomer(db())),
    ];
    for (const ctx of outside)
      for (const call of [...actions(ctx), ...looks(ctx)])
        expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    const viewer = await contextOf({ permissions: ["viewRefrigerator"] });
    for (const call of actions(viewer)) expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    for (const call of looks(viewer)) await call();
    const ofCars = await contextOf({ permissions: ["editCar"] });
    for (const call of [...actions(ofCars), ...looks(ofCars)])
      expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    expect((await listLoggerFiles.call(admin, { id })).items).toEqual([made]);
  });

  it("keeps its carrier: one with a logger's record is retired, not deleted", async () => {
    const id = await fridge();
    await db().update(mounting).set({ unmountedAt: new Date() }).where(eq(mounting.carrierId, id));
    const made = await add(id, TAG);
    expect(await removeCarrier.call(admin, { id })).toMatchObject({ outcome: "retired" });
    expect((await listLoggerFiles.call(admin, { id })).items).toEqual([made]);
    await removeLoggerFile.call(admin, { id: made.id, reason: "stood elsewhere" });
    await db().update(carrier).set({ status: "running" }).where(eq(carrier.id, id));
    expect(await removeCarrier.call(admin, { id })).toMatchObject({ outcome: "removed" });
  });

  it("whose writing is cut off in the middle leaves nothing half", async () => {
    const id = await fridge();
    const before = await kept(id);
    const other = postgres(process.env.DATABASE_URL as string, { max: 2, onnotice: () => {} });
    const findWaiting = () => other<{ pid: number }[]>`
      select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into logger_reading%'`;
    try {
      // Readers go on; who writes values waits.
      const refused = await other.begin(async (tx) => {
        await tx`lock table logger_reading in exclusive mode`;
        const writing = refusal(add(id, TAG));
        await expect.poll(async () => (await findWaiting()).length).toBe(1);
        for (const { pid } of await findWaiting()) await other`select pg_terminate_backend(${pid})`;
        return { writing };
      });
      expect(await refused.writing).toMatchObject({ code: "UNAVAILABLE" });
    } finally {
      await other.end();
    }
    expect(await kept(id)).toEqual(before);
    await add(id, TAG);
  });
});

describe("the template", () => {
  it("is filled in in any language and read as it was meant", async () => {
    for (const locale of LOCALES) {
      const reply = await getLoggerTemplate.call(admin, { locale });
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(Buffer.from(reply.body as Uint8Array) as never);
      const sheet = book.worksheets[0] as ExcelJS.Worksheet;
      sheet.getCell("A3").value = "2026-01-05 08:00";
      sheet.getCell("B3").value = "5,4";
      sheet.getCell("A4").value = new Date(Date.UTC(2026, 0, 5, 8, 5));
      sheet.getCell("A4").numFmt = "yyyy-mm-dd hh:mm";
      sheet.getCell("B4").value = 5.5;
      const file = Buffer.from(await book.xlsx.writeBuffer());
      const id = await fridge();
      expect(await add(id, file, { name: `${locale}.xlsx`, timeZone: "UTC" })).toMatchObject({
        format: "xlsx",
        valueCount: 2,
        firstAt: Date.UTC(2026, 0, 5, 8),
      });
      sheet.getCell("B5").value = "6";
      const bad = Buffer.from(await book.xlsx.writeBuffer());
      expect((await checkLoggerFile.call(admin, { id, name: "bad.xlsx", file: bad })).issues).toMatchObject([
        { line: 5, column: "A", rule: "noTime" },
      ]);
    }
  });
});
