import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { carrierZone, recordPoint, recordSheet, recordValue, zone } from "@/db/schema";
import { setRecordTimes } from "@/features/carrier/record-time/operations";
import {
  approveSheet,
  approveSheets,
  correctSheet,
  rejectSheet,
  reviewSheet,
  submitSheet,
} from "@/features/record-point/approval.operations";
import { collectDueRecords } from "@/features/record-point/collect.jobs";
import { commentValues, enterValue } from "@/features/record-point/entry.operations";
import { exportSheet, exportSheets } from "@/features/record-point/export.operations";
import {
  createRecordPoint,
  getRecordPoint,
  removeRecordPoint,
  updateRecordPoint,
} from "@/features/record-point/point.operations";
import { getRecordSheet, hashSheets, listSheets } from "@/features/record-point/sheet.operations";
import type { RawReply } from "@/lib/http/reply";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** October in Shanghai. */
const START = Date.parse("2026-09-30T16:00:00Z");
const END = Date.parse("2026-10-31T16:00:00Z");
const AFTER = END + HOUR;

let own: Customer;
let other: Customer;
let maker: OperationContext;
let approver: OperationContext;
let viewer: OperationContext;

const textOf = async (reply: Promise<RawReply>) => new Response((await reply).body as BodyInit).text();
const contextOf = async (options: UserOptions = {}, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options), { now: new Date(AFTER) });

beforeAll(async () => {
  await ensurePartitions(db().$client, START - DAY, AFTER + DAY);
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  other = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  maker = await contextOf();
  approver = await contextOf();
  viewer = await contextOf({ permissions: ["viewRecordPoint", "viewRefrigerator", "viewCarrier"] });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Runs the job at an instant, as several workers at once. */
const collectAt = async (now: number, workers = 1) => {
  const ctx = { db: db(), now: new Date(now), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal };
  await Promise.all(Array.from({ length: workers }, () => collectDueRecords.run({}, ctx)));
};

const read = (probeId: number, at: number, value: number) =>
  db()
    .$client`insert into reading (probe_id, at, value) values (${probeId}, to_timestamp(${at}::float8 / 1000), ${value})`;

type FridgeOptions = { customer?: Customer; minutes?: number[]; intervalMinutes?: number | null; since?: number };

/** A fridge of 2 to 8 °C whose values go on record at 08:00 and 16:00 from the beginning of October. */
async function makePoint({
  customer = own,
  minutes = [480, 960],
  intervalMinutes = null,
  since = START - 1,
}: FridgeOptions = {}) {
  const fridge = await makeFridge(db(), customer);
  const carrierId = fridge.carrier.id;
  const [range] = await db()
    .insert(zone)
    .values({ customerId: customer.id, name: `range ${carrierId}`, measure: "temperature", minimum: 2, maximum: 8 })
    .returning();
  await db()
    .insert(carrierZone)
    .values({ carrierId, measure: "temperature", zoneId: range?.id as number });
  for (const minute of minutes)
    await db().$client`insert into carrier_record_time (carrier_id, minute_of_day) values (${carrierId}, ${minute})`;
  await db()
    .insert(recordPoint)
    .values({
      carrierId,
      customerId: customer.id,
      intervalMinutes,
      plannedUntil: new Date(since),
      nextAt: new Date(since),
    });
  return { ...fridge, carrierId, probeId: fridge.probes.temperature as number };
}

/** Readings every 5 minutes, all of October but for the hours given (from, to). */
const readMonth = (probeId: number, gaps: [number, number][] = [], value = 5) =>
  db().$client`
    insert into reading (probe_id, at, value)
    select ${probeId}, at, ${value} from generate_series(to_timestamp(${START}::float8 / 1000), to_timestamp(${END}::float8 / 1000), '5 minutes') at
     where not exists (select from unnest(${gaps.map(([from]) => from)}::float8[], ${gaps.map(([, to]) => to)}::float8[]) g(a, b)
       where at >= to_timestamp(g.a / 1000) and at < to_timestamp(g.b / 1000))`;

const sheetOf = async ({ carrierId }: { carrierId: number }) => {
  const rows = await db().select().from(recordSheet).where(eq(recordSheet.carrierId, carrierId));
  return rows.find(({ isCurrent, month }) => isCurrent && month === "2026-10-01") as typeof recordSheet.$inferSelect;
};
const valuesOf = (sheetId: number) =>
  db().select().from(recordValue).where(eq(recordValue.sheetId, sheetId)).orderBy(recordValue.id);
const signing = async (ctx: OperationContext, id: number) => ({
  id,
  password: TEST_PASSWORD,
  contentHash: (await getRecordSheet.call(ctx, { id })).contentHash,
});
const GAP: [number, number] = [START + 3 * DAY + 7 * HOUR, START + 3 * DAY + 17 * HOUR];

/** A complete sheet of October but for two missed values on the fourth. */
async function makeMonth(gaps: [number, number][] = [GAP], options: FridgeOptions = {}) {
  const point = await makePoint(options);
  await readMonth(point.probeId, gaps);
  await collectAt(AFTER);
  return { ...point, sheet: await sheetOf(point) };
}

async function explain(sheetId: number, ctx = maker) {
  const missed = (await valuesOf(sheetId)).filter(({ state }) => state === "missed");
  await commentValues.call(ctx, { id: sheetId, valueIds: missed.map(({ id }) => id), comment: "power cut" });
}

describe("collecting", () => {
  it("takes the nearest reading within the tolerance, once it is over", async () => {
    const { carrierId, probeId } = await makePoint();
    const eight = START + 8 * HOUR;
    await read(probeId, eight - 4 * MINUTE, 4);
    await read(probeId, eight + 3 * MINUTE, 9);
    await collectAt(eight + 10 * MINUTE);
    const sheet = await sheetOf({ carrierId });
    expect(await valuesOf(sheet.id)).toMatchObject([{ state: "pending", value: null, day: "2026-10-01", minute: 480 }]);
    await collectAt(eight + 15 * MINUTE);
    expect(await valuesOf(sheet.id)).toMatchObject([
      { state: "out-of-range", value: 9, measuredAt: new Date(eight + 3 * MINUTE), minimum: 2, maximum: 8 },
    ]);
  });

  it("fills what was missed by late data, with the nearest in the end", async () => {
    const { carrierId, probeId } = await makePoint();
    const eight = START + 8 * HOUR;
    await collectAt(eight + 16 * MINUTE);
    const sheet = await sheetOf({ carrierId });
    expect(await valuesOf(sheet.id)).toMatchObject([{ state: "missed" }]);
    await read(probeId, eight - 14 * MINUTE, 4);
    await collectAt(eight + 30 * MINUTE);
    expect(await valuesOf(sheet.id)).toMatchObject([{ state: "collected", value: 4 }]);
    await read(probeId, eight + 2 * MINUTE, 6);
    await collectAt(eight + 7 * HOUR);
    expect(await valuesOf(sheet.id)).toMatchObject([{ state: "collected", value: 6 }]);
  });

  it("is the same with several workers and when repeated", async () => {
    const points = await Promise.all(Array.from({ length: 6 }, () => makePoint()));
    for (const { probeId } of points) await readMonth(probeId, [GAP]);
    await collectAt(AFTER, 4);
    await collectAt(AFTER, 4);
    await collectAt(AFTER + 1);
    for (const point of points) {
      const values = await valuesOf((await sheetOf(point)).id);
      expect(values).toHaveLength(62);
      expect(values.filter(({ state }) => state === "collected")).toHaveLength(60);
      expect(
        values
          .filter(({ state }) => state === "missed")
          .map(({ day, minute }) => `${day} ${minute}`)
          .sort(),
      ).toEqual(["2026-10-04 480", "2026-10-04 960"]);
    }
  });

  it("goes on where a killed worker stopped", async () => {
    const point = await makePoint({ minutes: [], intervalMinutes: 30 });
    await readMonth(point.probeId);
    const killed = new AbortController();
    killed.abort();
    const ctx = { db: db(), attempt: 1, maximumAttempts: 1 };
    await collectDueRecords.run({}, { ...ctx, now: new Date(AFTER), signal: killed.signal });
    expect(await sheetOf(point)).toBeUndefined();
    for (let run = 0; run < 8; run += 1) await collectAt(AFTER);
    const values = await valuesOf((await sheetOf(point)).id);
    expect(values).toHaveLength(48 * 31);
    expect(values.every(({ state }) => state === "collected")).toBe(true);
  });

  it("records nothing of a retired carrier, nor before the probe was mounted", async () => {
    const retired = await makePoint();
    await db().$client`update carrier set status = 'retirement' where id = ${retired.carrierId}`;
    const late = await makePoint();
    await db()
      .$client`update mounting set mounted_at = to_timestamp(${START + 30 * DAY}::float8 / 1000) where probe_id = ${late.probeId}`;
    await collectAt(AFTER);
    expect(await sheetOf(retired)).toBeUndefined();
    expect(await valuesOf((await sheetOf(late)).id)).toHaveLength(2);
  });
});

describe("a value", () => {
  it("goes on record every 2 minutes while out of range, by the presets of GSP, and watchers are told", async () => {
    const point = await makePoint({ minutes: [], intervalMinutes: 30 });
    const { carrierId, probeId } = point;
    await db().update(recordPoint).set({ preset: "gsp-storage" }).where(eq(recordPoint.carrierId, carrierId));
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => void heard.push(...events));
    const at = (minutes: number) => START + 8 * HOUR + minutes * MINUTE;
    for (let minute = 0; minute <= 60; minute += 1)
      await read(probeId, at(minute), minute >= 10 && minute <= 21 ? 9 : 5);
    await collectAt(at(0), 2);
    await collectAt(at(30) + 15 * MINUTE, 2);
    const sheet = await sheetOf(point);
    const extraOf = async () => (await valuesOf(sheet.id)).filter(({ isExtra }) => isExtra);
    const extra = await extraOf();
    expect(extra.map(({ minute }) => minute - 480).sort((a, b) => a - b)).toEqual([10, 12, 14, 16, 18, 20, 22]);
    expect(extra.find(({ minute }) => minute === 490)).toMatchObject({
      ...{ state: "out-of-range", value: 9, toleranceMinutes: 1, maximum: 8 },
      measuredAt: new Date(at(10)),
    });
    // At 22 minutes it was within range again.
    expect(extra.find(({ minute }) => minute === 502)).toMatchObject({ state: "collected", value: 5 });
    await expect
      .poll(() => heard.filter(({ type }) => type === "record"))
      .toContainEqual(
        expect.objectContaining({ customerId: own.id, carrierId, data: { sheetId: sheet.id, carrierId } }),
      );
    await stop();
    // A repetition adds nothing; what arrives later is found when the sheet is submitted.
    await collectAt(at(30) + 15 * MINUTE);
    expect(await extraOf()).toHaveLength(7);
    await readMonth(probeId, [[at(0), at(61)]]);
    await collectAt(AFTER);
    await read(probeId, at(40) + 20_000, 1);
    const refused = await refusal(
      signing(maker, sheet.id).then((input) => submitSheet.call(maker, { ...input, reason: "" })),
    );
    expect(refused).toMatchObject({ code: "CONFLICT", issues: [{ rule: "readingsFound" }] });
    expect((await extraOf()).find(({ minute }) => minute === 520)).toMatchObject({ value: 5, state: "collected" });
  });

  it("that was missed is entered by hand, and marked for ever", async () => {
    const { sheet, probeId } = await makeMonth();
    const missed = (await valuesOf(sheet.id)).find(({ state }) => state === "missed");
    const valueId = missed?.id as number;
    const input = { id: sheet.id, valueId, value: 4.6, reason: "read from the display" };
    expect(await refusal(enterValue.call(viewer, input))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(enterValue.call(maker, { ...input, value: 5000 }))).toMatchObject({ code: "INVALID" });
    await enterValue.call(maker, input);
    expect((await trailOf(db(), own.id, "recordSheet", sheet.id)).at(-1)).toMatchObject({
      operation: "recordSheet.enter",
      newValues: { state: "entered", value: 4.6 },
      reason: "read from the display",
    });
    // A reading that comes after all is named, and changes nothing.
    await read(probeId, missed?.plannedAt.getTime() as number, 7);
    await collectAt(AFTER + 2 * DAY);
    const stored = (await valuesOf(sheet.id)).find(({ id }) => id === valueId);
    expect(stored).toMatchObject({
      state: "entered",
      value: 4.6,
      reason: "read from the display",
      newerAt: missed?.plannedAt,
    });
    expect((await getRecordSheet.call(maker, { id: sheet.id })).counts).toMatchObject({ entered: 1, newer: 1 });
  });

  it("counts as out of range if it was entered so", async () => {
    const { sheet, carrier } = await makeMonth();
    const [missed] = (await valuesOf(sheet.id)).filter(({ state }) => state === "missed");
    const input = { id: sheet.id, valueId: missed?.id as number, value: 12, reason: "read from the display" };
    await enterValue.call(maker, input);
    const counts = { planned: 62, collected: 60, missed: 1, entered: 1, outOfRange: 1 };
    expect((await getRecordSheet.call(maker, { id: sheet.id })).counts).toMatchObject(counts);
    expect((await listSheets.call(viewer, { carrierId: carrier.id })).items).toMatchObject([{ counts }]);
  });

  it("that was collected can only be commented", async () => {
    const { sheet } = await makeMonth();
    const [collected] = (await valuesOf(sheet.id)).filter(({ state }) => state === "collected");
    const valueId = collected?.id as number;
    const entered = enterValue.call(maker, { id: sheet.id, valueId, value: 4, reason: "nicer" });
    expect(await refusal(entered)).toMatchObject({ code: "CONFLICT", issues: [{ rule: "collectedValue" }] });
    await commentValues.call(maker, { id: sheet.id, valueIds: [valueId], comment: "door was open" });
    expect((await valuesOf(sheet.id)).find(({ id }) => id === valueId)).toEqual(
      expect.objectContaining({ value: collected?.value, state: "collected", comment: "door was open" }),
    );
  });

  it("of another sheet is not found", async () => {
    const [one, two] = [await makeMonth(), await makeMonth()];
    const missed = (await valuesOf(two.sheet.id)).find(({ state }) => state === "missed");
    const input = { id: one.sheet.id, valueId: missed?.id as number, value: 4, reason: "read" };
    expect(await refusal(enterValue.call(maker, input))).toMatchObject({ code: "NOT_FOUND" });
    const comment = { id: one.sheet.id, valueIds: [missed?.id as number], comment: "no" };
    expect(await refusal(commentValues.call(maker, comment))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("approval", () => {
  it("goes from made to rejected, corrected and approved, and every version stays readable", async () => {
    const { sheet, probeId } = await makeMonth();
    const id = sheet.id;
    const early = await refusal(submitSheet.call(maker, await signing(maker, id)));
    expect(early).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "unexplainedValues", limit: 2, names: "2026-10-04 08:00, 2026-10-04 16:00" }],
    });
    await explain(id);
    await submitSheet.call(maker, await signing(maker, id));
    expect(await sheetOf({ carrierId: sheet.carrierId })).toMatchObject({ status: "submitted" });
    const frozen = await valuesOf(id);
    // Late data of a signed sheet is named and changes nothing.
    await read(probeId, GAP[0] + HOUR, 6);
    await collectAt(AFTER + 2 * DAY);
    const marked = await getRecordSheet.call(approver, { id });
    expect(marked.counts).toMatchObject({ newer: 1, missed: 2 });
    expect(marked.signatures).toMatchObject([{ meaning: "made", state: "valid" }]);
    expect((await valuesOf(id)).map(({ newerAt: _, dueAt: __, ...value }) => value)).toEqual(
      frozen.map(({ newerAt: _, dueAt: __, ...value }) => value),
    );

    const own4 = await refusal(approveSheet.call(maker, await signing(maker, id)));
    expect(own4).toMatchObject({ code: "CONFLICT", issues: [{ rule: "fourEyes" }] });
    expect((await getRecordSheet.call(maker, { id })).actions).toMatchObject({ approve: false, review: false });
    expect(await refusal(rejectSheet.call(approver, await signing(approver, id)))).toMatchObject({
      issues: [{ path: "reason" }],
    });
    await rejectSheet.call(approver, { ...(await signing(approver, id)), reason: "take the late reading in" });
    expect(
      await refusal(enterValue.call(maker, { id, valueId: frozen[0]?.id as number, value: 4, reason: "x" })),
    ).toMatchObject({
      issues: [{ rule: "sheetStatus" }],
    });

    const next = await correctSheet.call(maker, { id, reason: "late reading" });
    expect(next.version).toBe(2);
    const second = await getRecordSheet.call(maker, { id: next.id });
    // The late reading is taken in at once.
    expect(second).toMatchObject({ status: "open", counts: { missed: 1, unexplained: 0 }, signatures: [] });
    expect(second.versions).toMatchObject([{ version: 2 }, { version: 1, status: "rejected" }]);
    await submitSheet.call(maker, await signing(maker, next.id));
    await reviewSheet.call(approver, await signing(approver, next.id));
    await approveSheet.call(await contextOf(), await signing(approver, next.id));
    expect(
      (await getRecordSheet.call(maker, { id: next.id })).signatures.map(({ meaning, state }) => [meaning, state]),
    ).toEqual([
      ["made", "valid"],
      ["reviewed", "valid"],
      ["approved", "valid"],
    ]);
    const first = await getRecordSheet.call(viewer, { id });
    expect(first).toMatchObject({ isCurrent: false, status: "rejected", counts: { missed: 2 } });
    expect(first.signatures).toMatchObject([
      { meaning: "made", state: "valid" },
      { meaning: "rejected", reason: "take the late reading in" },
    ]);
    expect((await trailOf(db(), own.id, "recordSheet", next.id)).map(({ operation }) => operation)).toEqual([
      "recordSheet.correct",
      "recordSheet.submit",
      "recordSheet.review",
      "recordSheet.approve",
    ]);
  });

  it("finds late readings when a sheet is submitted, and asks to look again", async () => {
    const { sheet, probeId } = await makeMonth();
    await explain(sheet.id);
    const seen = await signing(maker, sheet.id);
    await read(probeId, GAP[0] + HOUR, 6);
    expect(await refusal(submitSheet.call(maker, seen))).toMatchObject({
      issues: [{ rule: "readingsFound", limit: 1 }],
    });
    // Stored with the refusal: what was seen before is not what would be signed.
    expect(await refusal(submitSheet.call(maker, seen))).toMatchObject({ issues: [{ rule: "changedMeanwhile" }] });
    await submitSheet.call(maker, await signing(maker, sheet.id));
  });

  it("needs the month to be over, the right password and the permission", async () => {
    const { sheet } = await makeMonth([]);
    const early = { ...maker, now: new Date(END - DAY) };
    expect(await refusal(submitSheet.call(early, await signing(maker, sheet.id)))).toMatchObject({
      issues: [{ rule: "monthNotOver" }],
    });
    const wrong = { ...(await signing(maker, sheet.id)), password: "Wrong2026x" };
    expect(await refusal(submitSheet.call(maker, wrong))).toMatchObject({ code: "PASSWORD_WRONG" });
    for (const operation of [submitSheet, reviewSheet, approveSheet, rejectSheet])
      expect(await refusal(operation.call(viewer, await signing(viewer, sheet.id)))).toMatchObject({
        code: "FORBIDDEN",
      });
    expect(await refusal(correctSheet.call(viewer, { id: sheet.id, reason: "x" }))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refusal(approveSheet.call(approver, await signing(approver, sheet.id)))).toMatchObject({
      issues: [{ rule: "sheetStatus" }],
    });
    expect(await sheetOf({ carrierId: sheet.carrierId })).toMatchObject({ status: "open" });
  });

  it("of several sheets is one act with a signature each, or none", async () => {
    const [one, two, three] = [await makeMonth([]), await makeMonth([]), await makeMonth([])];
    for (const { sheet } of [one, two]) await submitSheet.call(maker, await signing(maker, sheet.id));
    const ids = [one, two].map(({ sheet }) => sheet.id);
    const hashes = await hashSheets.call(approver, { ids: ids.join(",") });
    const all = [...hashes, ...(await hashSheets.call(approver, { ids: String(three.sheet.id) }))];
    const refused = await refusal(approveSheets.call(approver, { sheets: all, password: TEST_PASSWORD }));
    expect(refused).toMatchObject({ issues: [{ path: "sheets.2", rule: "sheetStatus" }] });
    expect(await refusal(approveSheets.call(viewer, { sheets: hashes, password: TEST_PASSWORD }))).toMatchObject({
      code: "FORBIDDEN",
    });
    await approveSheets.call(approver, { sheets: hashes, password: TEST_PASSWORD });
    for (const id of ids) {
      const { status, signatures } = await getRecordSheet.call(viewer, { id });
      expect(status).toBe("approved");
      expect(signatures.map(({ meaning }) => meaning)).toEqual(["made", "approved"]);
      expect((await trailOf(db(), own.id, "recordSheet", id)).at(-1)).toMatchObject({
        operation: "recordSheet.approve",
      });
    }
  });

  it("of several sheets is refused with every sheet at fault", async () => {
    const head = await contextOf();
    const [foreign, made, changed] = [await makeMonth([]), await makeMonth([]), await makeMonth([])];
    for (const { sheet } of [foreign, changed]) await submitSheet.call(maker, await signing(maker, sheet.id));
    await submitSheet.call(head, await signing(head, made.sheet.id));
    const ids = [foreign, made, changed].map(({ sheet }) => sheet.id);
    const sheets = await hashSheets.call(head, { ids: ids.join(",") });
    const seen = sheets.map((one) => (one.id === changed.sheet.id ? { ...one, contentHash: "0".repeat(64) } : one));
    const refused = await refusal(approveSheets.call(head, { sheets: seen, password: TEST_PASSWORD }));
    expect(refused).toMatchObject({
      code: "CONFLICT",
      issues: [
        { path: "sheets.1", rule: "fourEyes" },
        { path: "sheets.2", rule: "changedMeanwhile" },
      ],
    });
    expect(await sheetOf({ carrierId: foreign.carrier.id })).toMatchObject({ status: "submitted" });
    const gone = await refusal(hashSheets.call(head, { ids: `${ids[0]},999999999` }));
    expect(gone).toMatchObject({ code: "NOT_FOUND", issues: [{ path: "ids.1" }] });
  });

  it("shows a signature as changed if somebody edits the table", async () => {
    const { sheet } = await makeMonth([]);
    await submitSheet.call(maker, await signing(maker, sheet.id));
    await db()
      .$client`update record_value set value = 4.2 where sheet_id = ${sheet.id} and day = '2026-10-09' and minute = 480`;
    const { signatures } = await getRecordSheet.call(viewer, { id: sheet.id });
    expect(signatures[0]).toMatchObject({ state: "changed" });
    expect(signatures[0]?.changedFields[0]).toContain("2026-10-09");
  });

  it("leaves a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());
});

describe("the list", () => {
  it("has the newest versions with counts, by carrier, month and status", async () => {
    const { sheet, carrier } = await makeMonth();
    const find = (query: object) => listSheets.call(viewer, { carrierId: carrier.id, ...query });
    const { items, total } = await find({});
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      id: sheet.id,
      month: "2026-10-01",
      carrier: { name: carrier.name },
      counts: { planned: 62, collected: 60, missed: 2, unexplained: 2 },
    });
    expect((await find({ month: "2026-10", status: "not-approved", q: carrier.name.slice(3) })).total).toBe(1);
    expect((await find({ month: "2026-09" })).total).toBe(0);
    expect((await find({ status: "approved" })).total).toBe(0);
    expect((await find({ sceneId: own.sceneId })).total).toBe(1);
  });

  it("and a sheet are exported", async () => {
    const { sheet, carrier } = await makeMonth();
    const list = await textOf(exportSheets.call(viewer, { carrierId: carrier.id }));
    expect(list.split("\r\n")[1]).toContain(`${carrier.name},House,2026-10,Open,60,0,2,0`);
    const csv = (await textOf(exportSheet.call(viewer, { id: sheet.id }))).trimEnd().split("\r\n");
    expect(csv).toHaveLength(63);
    expect(csv[1]).toContain(",2026-10-01,2026-10-01T08:00:00.000+08:00,");
  });
});

describe("outside the scope", () => {
  it("a sheet and a record point do not exist, and stay as they are", async () => {
    const { sheet, carrierId } = await makeMonth([], { customer: other });
    const before = [await sheetOf({ carrierId }), await valuesOf(sheet.id)];
    const id = sheet.id;
    const body = { id, password: TEST_PASSWORD, contentHash: "0".repeat(64), reason: "x" };
    const calls = [
      () => getRecordSheet.call(maker, { id }),
      () => exportSheet.call(maker, { id }),
      () => hashSheets.call(maker, { ids: String(id) }),
      () => submitSheet.call(maker, body),
      () => approveSheet.call(maker, body),
      () => rejectSheet.call(maker, body),
      () => reviewSheet.call(maker, body),
      () => correctSheet.call(maker, { id, reason: "x" }),
      () => approveSheets.call(maker, { sheets: [{ id, contentHash: body.contentHash }], password: TEST_PASSWORD }),
      () => enterValue.call(maker, { id, valueId: 1, value: 4, reason: "x" }),
      () => commentValues.call(maker, { id, valueIds: [1], comment: "x" }),
      () => getRecordPoint.call(maker, { id: carrierId }),
      () => updateRecordPoint.call(maker, { id: carrierId, preset: "custom", times: ["09:00"] }),
      () => removeRecordPoint.call(maker, { id: carrierId }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect((await listSheets.call(maker, { carrierId })).total).toBe(0);
    expect([await sheetOf({ carrierId }), await valuesOf(sheet.id)]).toEqual(before);
    const blind = await contextOf({ permissions: ["viewRecordPoint", "viewIncubator"] });
    const mine = await makeMonth([]);
    expect(await refusal(getRecordSheet.call(blind, { id: mine.sheet.id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a record point", () => {
  it("is made, changed and removed, and its sheets remain", async () => {
    const { carrier, probes } = await makeFridge(db(), own);
    const id = carrier.id;
    expect(await getRecordPoint.call(viewer, { id })).toMatchObject({ isPoint: false, nextAt: null });
    expect(await refusal(updateRecordPoint.call(maker, { id, preset: "custom", times: ["08:00"] }))).toMatchObject({
      code: "NOT_FOUND",
    });
    const vaccine = { id, preset: "vaccine" as const, times: ["16:30", "08:30"] };
    expect(await createRecordPoint.call(maker, vaccine)).toMatchObject({
      isPoint: true,
      times: ["08:30", "16:30"],
      toleranceMinutes: 15,
    });
    expect(await refusal(createRecordPoint.call(maker, vaccine))).toMatchObject({ code: "CONFLICT" });
    const close = { ...vaccine, times: ["08:30", "12:00"] };
    expect(await refusal(updateRecordPoint.call(maker, close))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "times", rule: "vaccineTimes" }],
    });
    expect(await refusal(updateRecordPoint.call(viewer, vaccine))).toMatchObject({ code: "FORBIDDEN" });
    // What came due before the change is planned by the old times.
    await read(probes.temperature as number, AFTER + 7 * HOUR + 30 * MINUTE, 5);
    const later = { ...maker, now: new Date(AFTER + 8 * HOUR) };
    await updateRecordPoint.call(later, { id, preset: "gsp-storage", intervalMinutes: 30, toleranceMinutes: 15 });
    await collectAt(AFTER + 9 * HOUR);
    const [sheet] = await db().select().from(recordSheet).where(eq(recordSheet.carrierId, id));
    const values = await valuesOf(sheet?.id as number);
    expect(values.map(({ minute, state }) => [minute, state]).sort()).toEqual([
      [510, "collected"],
      [570, "missed"],
      [600, "pending"],
    ]);
    await removeRecordPoint.call(later, { id });
    expect(await getRecordPoint.call(viewer, { id })).toMatchObject({ isPoint: false });
    expect((await listSheets.call(viewer, { carrierId: id })).total).toBe(1);
    expect((await trailOf(db(), own.id, "recordPoint", id)).map(({ operation }) => operation)).toEqual([
      "recordPoint.create",
      "recordPoint.update",
      "recordPoint.remove",
    ]);
  });

  it("follows the times of the carrier", async () => {
    const { carrier } = await makeFridge(db(), own);
    const id = carrier.id;
    await setRecordTimes.call(maker, { id, times: ["08:00", "08:20"] });
    expect(await getRecordPoint.call(viewer, { id })).toMatchObject({
      isPoint: true,
      preset: "custom",
      toleranceMinutes: 10,
    });
    await setRecordTimes.call(maker, { id, times: [] });
    expect(await getRecordPoint.call(viewer, { id })).toMatchObject({ isPoint: false });
    expect(await refusal(removeRecordPoint.call(maker, { id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

it("needs a session", async () => {
  const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
  for (const call of [
    listSheets.call(anonymous, {}),
    getRecordSheet.call(anonymous, { id: 1 }),
    getRecordPoint.call(anonymous, { id: 1 }),
  ])
    expect(await refusal(call)).toMatchObject({ code: "UNAUTHENTICATED" });
});
