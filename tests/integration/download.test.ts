import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import ExcelJS from "exceljs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { downloadRecord, filePiece, rolePermission, storedFile, userAccount } from "@/db/schema";
import { generateDownload, sweepDownloads } from "@/features/download/download.jobs";
import {
  cancelDownload,
  createDownload,
  getDownloadByKey,
  getDownloadProgress,
  listDownloads,
  listPendingDownloads,
  removeDownloads,
  takeDownload,
  takeSharedDownload,
} from "@/features/download/download.operations";
import { EXPORTS } from "@/features/download/exports.service";
import { exportHistory } from "@/features/download/history.operations";
import { MAXIMUM_PENDING } from "@/features/file/download.schema";
import { exportReadings } from "@/features/telemetry/history/export.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { withParameter } from "../support/parameter";
import { clearQueue } from "../support/queue";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let admin: OperationContext;

const START = Date.now() - 86_400_000;
const READINGS = 300;

const contextOf = async (options: UserOptions = {}, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  const device = fridge.sensor.serialNumber;
  const readings = Array.from({ length: READINGS }, (_, index) => ({
    device,
    at: START + index * 60_000,
    values: { temperature: 4 + (index % 7) / 10 },
  }));
  await ingest(deviceContext(own.id), readings);
});
beforeEach(async () => {
  await clearQueue(db());
  await db().delete(downloadRecord);
  admin = await contextOf();
});
afterAll(() => db().$client.end({ timeout: 5 }));

const history = () => ({ carrierIds: String(fridge.carrier.id), from: START - 1000, to: START + 86_400_000 });
const asked = (fields: Record<string, unknown> = {}, ctx = admin) =>
  createDownload.call(ctx, { kind: "history", format: "csv", query: history(), ...fields } as never);
const rowOf = async (key: string) => (await db().select().from(downloadRecord).where(eq(downloadRecord.key, key)))[0];
const work = () => runQueue([generateDownload], { ahead: true });
const sweep = (now = new Date()) =>
  sweepDownloads.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
const bytesOf = async (reply: RawReply) => Buffer.from(await new Response(reply.body).arrayBuffer());

describe("a download", () => {
  it("is made by the worker, kept with its hash, and taken again and again; the trail says by whom", async () => {
    const { key, end, downloadRecord: shown } = await asked();
    expect([end, shown.status]).toEqual([false, 0]);
    expect(shown.fileName).toMatch(/^GM_.+_\d{14}\.csv$/);
    expect(await listPendingDownloads.call(admin, {})).toHaveLength(1);
    await work();
    expect(await getDownloadProgress.call(admin, { keys: [key] })).toEqual([
      { key, end: true, progress: 100, detail: null, downloadRecord: { ...shown, status: 1 } },
    ]);
    const dto = await getDownloadByKey.call(admin, { key });
    expect(dto).toMatchObject({ state: "generated", rows: READINGS, format: "csv", kind: "history" });
    expect(Date.parse(dto.expiresAt ?? "") - Date.now()).toBeGreaterThan(29 * 86_400_000);
    const reply = await takeDownload.call(admin, { key });
    const bytes = await bytesOf(reply);
    expect(reply.headers["content-disposition"]).toContain(`attachment; filename="`);
    expect(Number(reply.headers["content-length"])).toBe(bytes.length);
    expect([dto.size, dto.sha256]).toEqual([bytes.length, createHash("sha256").update(bytes).digest("hex")]);
    const lines = bytes.toString().split("\r\n");
    expect(lines[0]).toBe("\uFEFFTime,Carrier,Device,Measure,Unit,Value");
    expect(lines).toHaveLength(READINGS + 2);
    await takeSharedDownload.call(admin, { path: key, file: dto.fileName });
    expect((await getDownloadByKey.call(admin, { key })).takenCount).toBe(2);
    const trail = await trailOf(db(), own.id, "download", key);
    expect(trail.map(({ operation }) => operation)).toEqual(["download.create", "download.take", "download.take"]);
    expect(trail[0]?.newValues).toMatchObject({ kind: "history", format: "csv" });
    expect(trail[1]?.newValues).toMatchObject({ sha256: dto.sha256, size: dto.size });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("may be a workbook", async () => {
    const { key } = await asked({ format: "xlsx" });
    await work();
    const bytes = await bytesOf(await takeDownload.call(admin, { key }));
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(bytes).buffer as ArrayBuffer);
    expect(book.worksheets[0]?.rowCount).toBe(READINGS + 1);
    expect(book.worksheets[0]?.getCell("F2").value).toBe(4);
  });

  it("may be a PDF, if it is not too long", async () => {
    const { key } = await asked({ format: "pdf" });
    await work();
    const bytes = await bytesOf(await takeDownload.call(admin, { key }));
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it.each([
    ...["carrier", "device", "exception", "user", "sysLog", "alarmSwitchLog", "noticeLog"],
    ...["lot", "product", "recordSheetList", "statistics"],
  ])("has a list of every kind: %s", async (kind) => {
    await asked();
    const { key } = await asked({ kind, query: {} });
    await work();
    const text = (await bytesOf(await takeDownload.call(admin, { key }))).toString();
    const [head] = text.split("\r\n");
    // No header is a missing message.
    expect(head).not.toMatch(/[a-z]\.[a-z]/);
    expect(await getDownloadByKey.call(admin, { key })).toMatchObject({ state: "generated" });
  });

  it("has values side by side", async () => {
    const { key } = await asked({ kind: "detail", query: { ...history(), interval: "hour", show: "maximum" } });
    await work();
    const lines = (await bytesOf(await takeDownload.call(admin, { key }))).toString().trim().split("\r\n");
    expect(lines.length).toBeGreaterThan(4);
    expect(lines[1]).toMatch(/,4(\.\d+)?$/);
  });

  it("has a record and a track too", async () => {
    const day = new Date(START).toISOString().slice(0, 10);
    const record = await asked({ kind: "record", query: { id: fridge.carrier.id, from: day, to: day } });
    const track = await asked({ kind: "track", query: { id: fridge.carrier.id, from: START, to: START + 1000 } });
    await work();
    for (const { key } of [record, track])
      expect(await getDownloadByKey.call(admin, { key })).toMatchObject({ state: "generated", failure: null });
    expect(EXPORTS.map(({ kind }) => kind).sort()).toEqual(
      expect.arrayContaining(["carrier", "device", "exception", "history", "record", "track", "user"]),
    );
  });

  it("names the same fields as the list itself, and nothing is made", async () => {
    const wrong = await refusal(asked({ query: { carrierIds: "1", from: 5, to: 5 } }));
    expect([wrong.code, wrong.issues?.map(({ path }) => path)]).toEqual(["INVALID", ["to"]]);
    expect((await refusal(asked({ kind: "nothing" }))).issues).toMatchObject([{ path: "kind", rule: "reference" }]);
    const foreign = await makeFridge(db(), other);
    const outside = { ...history(), carrierIds: String(foreign.carrier.id) };
    expect((await refusal(asked({ query: outside }))).code).toBe("NOT_FOUND");
    const blind = await contextOf({ permissions: ["viewDownload"] });
    expect((await refusal(asked({}, blind))).code).toBe("FORBIDDEN");
    const without = await contextOf({ permissions: ["viewHistory"] });
    expect((await refusal(asked({}, without))).code).toBe("FORBIDDEN");
    expect(await db().$count(downloadRecord)).toBe(0);
  });

  it("is one of few at once", async () => {
    for (let count = 0; count < MAXIMUM_PENDING; count += 1) await asked();
    const refused = await refusal(asked());
    expect([refused.code, refused.issues]).toMatchObject([
      "CONFLICT",
      [{ path: "kind", rule: "pendingDownloads", limit: MAXIMUM_PENDING }],
    ]);
    await asked({}, await contextOf());
  });

  it("is nobody else's", async () => {
    const { key } = await asked();
    await work();
    for (const stranger of [await contextOf(), await contextOf({}, other)]) {
      for (const call of [
        () => getDownloadByKey.call(stranger, { key }),
        () => takeDownload.call(stranger, { key }),
        () => takeSharedDownload.call(stranger, { path: key }),
        () => cancelDownload.call(stranger, { key }),
        () => removeDownloads.call(stranger, { keys: [key] }),
      ])
        expect((await refusal(call())).code).toBe("NOT_FOUND");
      expect(await getDownloadProgress.call(stranger, { keys: [key] })).toEqual([]);
      expect((await listDownloads.call(stranger, {})).total).toBe(0);
    }
    expect(await rowOf(key)).toMatchObject({ state: "generated", takenCount: 0 });
  });

  it("is made with the permissions that the account has then, and taken with those that it has by then", async () => {
    const user = await makeUser(db(), own.id, { permissions: ["viewHistory", "viewDownload"] });
    const ctx = await accountContext(db(), user);
    const early = await asked({}, ctx);
    await work();
    const late = await asked({}, ctx);
    await db().delete(rolePermission).where(eq(rolePermission.code, "viewHistory"));
    await work();
    expect(await rowOf(late.key)).toMatchObject({ state: "failed", failure: "notPermitted", fileId: null });
    const now = await accountContext(db(), user);
    expect((await refusal(takeDownload.call(now, { key: early.key }))).code).toBe("FORBIDDEN");
    await db().update(userAccount).set({ status: "cancelled" }).where(eq(userAccount.id, user.id));
    await db().update(downloadRecord).set({ state: "generating" }).where(eq(downloadRecord.key, late.key));
    await generateDownload.run({ key: late.key }, job());
    expect(await rowOf(late.key)).toMatchObject({ state: "failed", failure: "notPermitted" });
  });
});

const job = (signal = new AbortController().signal) => ({
  db: db(),
  now: new Date(),
  attempt: 1,
  maximumAttempts: 5,
  signal,
});
const leftovers = async () => [
  await db().$count(storedFile, eq(storedFile.kind, "export")),
  await db().$count(filePiece),
];

describe("a download that is not made", () => {
  it("is cancelled, and then deleted; not deleted while it is being made", async () => {
    const before = await leftovers();
    const { key } = await asked();
    const refused = await refusal(removeDownloads.call(admin, { keys: [key] }));
    expect(refused.issues).toMatchObject([{ path: "keys", rule: "downloadPending" }]);
    expect(await cancelDownload.call(admin, { key })).toMatchObject({ end: true, detail: "cancelled" });
    expect((await refusal(cancelDownload.call(admin, { key }))).issues).toMatchObject([{ rule: "downloadEnded" }]);
    await work();
    expect(await rowOf(key)).toMatchObject({ state: "failed", failure: "cancelled" });
    expect((await refusal(takeDownload.call(admin, { key }))).code).toBe("NOT_FOUND");
    const viewer = await contextOf({ permissions: ALL_PERMISSIONS.filter((code) => code !== "removeDownload") });
    expect((await refusal(removeDownloads.call(viewer, { keys: [key] }))).code).toBe("FORBIDDEN");
    expect((await refusal(removeDownloads.call(admin, { keys: [key, randomUUID()] }))).code).toBe("NOT_FOUND");
    await removeDownloads.call(admin, { keys: [key] });
    expect(await rowOf(key)).toBeUndefined();
    expect(await leftovers()).toEqual(before);
    const trail = await trailOf(db(), own.id, "download", key);
    expect(trail.map(({ operation }) => operation)).toEqual(["download.create", "download.cancel", "download.remove"]);
  });

  it("says that the disk is full, or the store away, and leaves nothing", async () => {
    const before = await leftovers();
    const failing = async (code: string) => {
      const { key } = await asked();
      await db().$client.unsafe(`
        create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$;
        create trigger no_room before insert on file_piece for each row execute function no_room()`);
      try {
        await generateDownload.run({ key }, job());
      } finally {
        await db().$client.unsafe("drop trigger no_room on file_piece; drop function no_room()");
      }
      return rowOf(key);
    };
    expect(await failing("53100")).toMatchObject({ state: "failed", failure: "full", fileId: null });
    expect(await failing("P0001")).toMatchObject({ state: "failed", failure: "store", fileId: null });
    expect(await leftovers()).toEqual(before);
  });

  it("is begun anew after its worker was killed, and given up after some attempts", async () => {
    const { key } = await asked();
    const isSilent = () =>
      db()
        .update(downloadRecord)
        .set({ touchedAt: new Date(Date.now() - 200_000), run: 1 })
        .where(eq(downloadRecord.key, key));
    await clearQueue(db());
    await isSilent();
    await sweep();
    await work();
    expect(await rowOf(key)).toMatchObject({ state: "generated", run: 2 });
    await db().update(downloadRecord).set({ state: "generating" });
    await isSilent();
    await db().update(downloadRecord).set({ run: 4 });
    await sweep();
    expect(await rowOf(key)).toMatchObject({ state: "failed", failure: "interrupted" });
  });

  it("is left to the next worker by one that stops, and to the latest attempt by others", async () => {
    const { key } = await asked();
    const stopping = new AbortController();
    stopping.abort();
    await expect(generateDownload.run({ key }, job(stopping.signal))).rejects.toThrow();
    expect(await rowOf(key)).toMatchObject({ state: "generating", run: 1 });
    await work();
    expect(await rowOf(key)).toMatchObject({ state: "generated", run: 2 });
  });
});

describe("kept files", () => {
  it("expire with their records", async () => {
    const { key } = await asked();
    await work();
    const { fileId } = (await rowOf(key)) as { fileId: string };
    await sweep();
    expect(await rowOf(key)).toBeDefined();
    await sweep(new Date(Date.now() + 31 * 86_400_000));
    expect(await rowOf(key)).toBeUndefined();
    expect(await db().$count(storedFile, eq(storedFile.id, fileId))).toBe(0);
  });

  it("stay for as many days as the parameter says when they are made", async () => {
    const day = 86_400_000;
    const make = async () => {
      const { key } = await asked();
      await work();
      const { endedAt, expiresAt } = (await rowOf(key)) as { endedAt: Date; expiresAt: Date };
      expect(expiresAt).toBeInstanceOf(Date);
      return { key, days: Math.round((expiresAt.getTime() - endedAt.getTime()) / day) };
    };
    const before = await make();
    const during = await withParameter("retention.exportDays", "3", make);
    const after = await make();
    expect([before, during, after].map(({ days }) => days)).toEqual([30, 3, 30]);
    await sweep(new Date(Date.now() + 4 * day));
    const left = await db().select({ key: downloadRecord.key }).from(downloadRecord);
    expect(left.map(({ key }) => key).sort()).toEqual([before.key, after.key].sort());
  });
});

describe("the export of the history", () => {
  it("is streamed if it is small, with a row in the trail, and else made by the worker", async () => {
    const small = (await exportHistory.call(admin, { ...history(), carrierIds: [fridge.carrier.id] })) as RawReply;
    expect((await bytesOf(small)).toString().split("\r\n")).toHaveLength(READINGS + 2);
    expect(await trailOf(db(), own.id, "download", "history")).toMatchObject([
      { operation: "download.stream", newValues: { kind: "history" } },
    ]);
    const made = await exportHistory.call(admin, { ...history(), format: "excel" });
    expect(made).toMatchObject({ end: false, downloadRecord: { status: 0 } });
    const document = await exportHistory.call(admin, { ...history(), format: "pdf" });
    expect(document).toMatchObject({ end: false, downloadRecord: { fileName: expect.stringMatching(/\.pdf$/) } });
    const wrong = await refusal(exportHistory.call(admin, { ...history(), to: 1 }));
    expect(wrong.issues?.map(({ path }) => path)).toContain("to");
  });

  it("says how many probes go together", async () => {
    const measures = () => ["temperature", "humidity", "co2", "battery"] satisfies Measure[];
    const make = () => makeFridge(db(), own, { measures: measures() });
    const fridges = await Promise.all(Array.from({ length: 6 }, make));
    const many = { ...history(), carrierIds: fridges.map(({ carrier }) => carrier.id) };
    expect((await refusal(exportHistory.call(admin, many))).issues).toMatchObject([
      { path: "carrierIds", rule: "probesTogether", limit: 20 },
    ]);
    const probeIds = Array.from({ length: 21 }, (_, index) => index + 1);
    const { from, to } = history();
    expect((await refusal(exportHistory.call(admin, { from, to, probeIds }))).issues).toMatchObject([
      { path: "probeIds", rule: "probesTogether", limit: 20 },
    ]);
  });
});

describe("a long file of readings", () => {
  it.each([9_999, 10_000, 10_001])("has each of %i once and in order", async (count) => {
    const probeId = (await makeFridge(db(), own)).probes.temperature as number;
    // Close together, so that the parts in which they are read end between neighbours.
    await db().$client`
      insert into reading (probe_id, at, value)
      select ${probeId}, to_timestamp((${START}::float8 + n) / 1000), n / 8.0 from generate_series(1, ${count}::int) n`;
    const reply = await exportReadings.call(admin, { ...history(), carrierIds: undefined, probeIds: String(probeId) });
    const [, ...lines] = (await bytesOf(reply)).toString().trimEnd().split("\r\n");
    const told = lines.map((line) => [Date.parse(line.slice(0, 29)), Number(line.slice(line.lastIndexOf(",") + 1))]);
    expect(told).toEqual(Array.from({ length: count }, (_, index) => [START + index + 1, (index + 1) / 8]));
  });
});
