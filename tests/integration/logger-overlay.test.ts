import { execSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { addLoggerFile, removeLoggerFile } from "@/features/carrier/logger/logger.operations";
import { getMonitoringPoint } from "@/features/carrier/monitoring/monitoring.operations";
import { getRecord } from "@/features/carrier/record-time/operations";
import { listExceptions } from "@/features/exception/exception.operations";
import { getCompleteness } from "@/features/telemetry/history/completeness.operations";
import { exportReadings } from "@/features/telemetry/history/export.operations";
import { getHistory, getView, listExcursions, listReadings } from "@/features/telemetry/history/history.operations";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import {
  exportMerged,
  getLoggerSeries,
  listMerged,
  listOverlayFiles,
} from "@/features/telemetry/logger/overlay.operations";
import { failureOf } from "@/lib/http/error-response";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { ROOT } from "@/scripts/product/paths.mjs";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let own: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let admin: OperationContext;
let start: number;
let range: { from: number; to: number };

const contextOf = async (options: UserOptions = {}, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const textOf = (reply: RawReply) => new Response(reply.body as BodyInit).text();
const iso = (at: number) => new Date(at).toISOString();
const carrierIds = () => String(fridge.carrier.id);
const asked = () => ({ carrierIds: carrierIds(), ...range });

/** Far outside of every range, every ten minutes between the live ones, and through an hour that live devices missed. */
function loggerFile(): Buffer {
  const rows = Array.from(
    { length: 36 },
    (_, index) => `${iso(start + (10 * index + 5) * MINUTE)},${40 + index / 10},99`,
  );
  return Buffer.from(`time,temperature,humidity\n${rows.join("\n")}\n`);
}

const add = () =>
  addLoggerFile.call(admin, { id: fridge.carrier.id, name: "hot.csv", file: loggerFile(), loggerSerial: "LT-9" });

/** Everything that tells of live devices, as others are told. */
async function liveNumbers() {
  const { id } = fridge.carrier;
  const view = await getView.call(admin, asked() as never);
  const days = { from: iso(range.from).slice(0, 10), to: iso(range.to).slice(0, 10) };
  const sql = db().$client;
  return {
    series: await getHistory.call(admin, { ...asked(), points: 1000 }),
    table: await listReadings.call(admin, { ...asked(), length: 100 }),
    excursions: await listExcursions.call(admin, asked()),
    csv: await textOf(await exportReadings.call(admin, asked())),
    view: { statistics: view.statistics, table: view.table, probes: view.probes, lastReadingAt: view.lastReadingAt },
    statistics: await getStatistics.call(admin, asked()),
    completeness: await getCompleteness.call(admin, asked()),
    exceptions: await listExceptions.call(admin, { carrierId: id }),
    point: await getMonitoringPoint.call(admin, { id }),
    record: await getRecord.call(admin, { id, ...days }),
    stored: await sql`
      select (select count(*)::int from reading r join probe p on p.id = r.probe_id where p.customer_id = ${own.id}) as readings,
             (select coalesce(sum(count), 0)::int from reading_hour h join probe p on p.id = h.probe_id
               where p.customer_id = ${own.id}) as hours,
             (select json_agg(s order by s.probe_id) from probe_state s join probe p on p.id = s.probe_id
               where p.customer_id = ${own.id}) as states,
             (select count(*)::int from exception where customer_id = ${own.id}) as exceptions,
             (select count(*)::int from outbox where customer_id = ${own.id}) as outbox,
             (select count(*)::int from forward_batch where customer_id = ${own.id}) as forwarded`,
  };
}

beforeAll(async () => {
  own = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  admin = await contextOf();
  start = Math.floor((Date.now() - 8 * HOUR) / HOUR) * HOUR;
  range = { from: start - HOUR, to: start + 7 * HOUR };
  // Six hours, the third of them without a word.
  const readings = Array.from({ length: 36 }, (_, index) => start + 10 * index * MINUTE)
    .filter((at) => at < start + 2 * HOUR || at >= start + 3 * HOUR)
    .map((at) => ({ device: fridge.sensor.serialNumber, at, values: { temperature: at < start + HOUR ? 5 : 12 } }));
  await ingest(deviceContext(own.id), readings);
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("a logger's values never pass for live ones", () => {
  it("every number that tells of live devices is the same with the file, and without it again", async () => {
    const before = await liveNumbers();
    expect(before.table.items.length).toBe(30);
    const made = await add();
    expect(made.valueCount).toBe(72);
    expect(await liveNumbers()).toEqual(before);
    await removeLoggerFile.call(admin, { id: made.id, reason: "test" });
    expect(await liveNumbers()).toEqual(before);
  });

  it("nothing else reads them: only what keeps, shows, archives and removes loggers' files names their table", () => {
    const found = execSync(
      "grep -rlE 'logger_reading|loggerReading' features lib worker app db/seed --include=*.ts --include=*.tsx",
      {
        cwd: ROOT,
        encoding: "utf8",
      },
    );
    expect(found.trim().split("\n").sort()).toEqual([
      "features/archive/tables.data.ts",
      "features/carrier/logger/logger.data.ts",
      "features/telemetry/logger/overlay.data.ts",
    ]);
  });
});

describe("over the history", () => {
  let fileId: number;
  beforeAll(async () => {
    fileId = (await add()).id;
  });

  it("are the files of a carrier with who brought them, and their values in a range, whole or by buckets", async () => {
    const { items } = await listOverlayFiles.call(admin, { carrierIds: carrierIds() });
    expect(items).toMatchObject([
      { id: fileId, fileName: "hot.csv", loggerSerial: "LT-9", userName: expect.any(String) },
    ]);
    const whole = await getLoggerSeries.call(admin, { ...asked(), points: 100 });
    expect(whole).toMatchObject({ bucketSeconds: 0, days: [] });
    expect(whole.series.map(({ measure, at }) => [measure, at.length])).toEqual([
      ["humidity", 36],
      ["temperature", 36],
    ]);
    expect(whole.series[1]?.mean[0]).toBe(40);
    const { bucketSeconds, series } = await getLoggerSeries.call(admin, { ...asked(), points: 10 });
    expect(bucketSeconds).toBe(3600);
    expect(series[1]).toMatchObject({
      min: [40, 40.6, 41.2, 41.8, 42.4, 43],
      max: [40.5, 41.1, 41.7, 42.3, 42.9, 43.5],
    });
    expect(series[1]?.at[0]).toBe(start + HOUR / 2);
    const none = await getLoggerSeries.call(admin, {
      carrierIds: carrierIds(),
      from: start - 3 * HOUR,
      to: start - 2 * HOUR,
    });
    expect(none.series).toEqual([]);
  });

  it("the list has every value of both once, in order, and says where each is from", async () => {
    const seen: string[] = [];
    let [next, pages]: [object | null, number] = [{}, 0];
    let last = Number.POSITIVE_INFINITY;
    while (next) {
      const page: Awaited<ReturnType<typeof listMerged.call>> = await listMerged.call(admin, {
        ...asked(),
        loggersOf: carrierIds(),
        length: 20,
        ...next,
      });
      for (const row of page.items) {
        expect(row.at).toBeLessThanOrEqual(last);
        last = row.at;
        seen.push(row.source);
      }
      pages += 1;
      next = page.next;
    }
    expect([pages, seen.filter((one) => one === "live").length, seen.filter((one) => one === "logger").length]).toEqual(
      [6, 30, 72],
    );
  });

  it("the file has a column that tells live from imported, with logger, file, person and day", async () => {
    const text = await textOf(await exportMerged.call(admin, { ...asked(), loggersOf: carrierIds() }));
    const [head = "", ...lines] = text.replace("\uFEFF", "").trim().split("\r\n");
    expect(head.endsWith(",Source")).toBe(true);
    const width = head.split(",").length;
    expect(lines.filter((line) => line.endsWith(",live"))).toHaveLength(30);
    const imported = lines.filter((line) => line.includes("logger file: imported from logger LT-9, file hot.csv, by "));
    expect(imported).toHaveLength(72);
    expect(imported.every((line) => line.slice(0, line.indexOf('"')).split(",").length === width)).toBe(true);
  });

  it("is out of reach for other nodes and other customers, and without the code of the history", async () => {
    const elsewhere = await makeScene(db(), { customerId: own.id, parentId: own.sceneId });
    const calls = (ctx: OperationContext) => [
      () => listOverlayFiles.call(ctx, { carrierIds: carrierIds() }),
      () => getLoggerSeries.call(ctx, asked()),
      () => listMerged.call(ctx, { ...asked(), loggersOf: carrierIds() }),
      () => exportMerged.call(ctx, { ...asked(), loggersOf: carrierIds() }),
    ];
    const codeOf = (call: () => Promise<unknown>) =>
      call().then(
        () => "done",
        (error: unknown) => failureOf(error).code,
      );
    const outside = [
      await contextOf({ scopeType: 0, sceneIds: [elsewhere.id] }),
      await contextOf({}, await makeCustomer(db())),
    ];
    for (const ctx of outside) for (const call of calls(ctx)) expect(await codeOf(call)).toBe("NOT_FOUND");
    const without = await contextOf({ permissions: ["viewRefrigerator"] });
    for (const call of calls(without)) expect(await codeOf(call)).toBe("FORBIDDEN");
  });
});
