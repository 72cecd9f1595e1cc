import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import qrcode from "qrcode";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { carrierZone, installationKey, report, reportFile, storedFile, zone } from "@/db/schema";
import { checkReport } from "@/features/report/check.operations";
import { queueReport } from "@/features/report/report.data";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import type { ReportInput, SubjectInput } from "@/features/report/report.schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { saveSignature } from "@/features/user/signature/operations";
import { systemScope } from "@/lib/auth/scope";
import { closeRateLimits } from "@/lib/http/rate-limit";
import { requestOrigin } from "@/lib/http/request-origin";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { readFile } from "@/lib/stored-file/stored-file";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeLot, makeProduct } from "../factories/goods";
import { makePng } from "../factories/picture";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.UTC(2026, 2, 10, 8);
const END = START + 4 * HOUR_MS;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let maker: OperationContext;
let approver: OperationContext;
let stranger: OperationContext;
let viewer: OperationContext;

beforeAll(async () => {
  owner = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  other = await makeCustomer(db());
  fridge = await makeFridge(db(), owner, { measures: ["temperature"] });
  await db().$client`update device set report_interval_seconds = 60 where id = ${fridge.sensor.id}`;
  const range = { customerId: owner.id, name: "cold", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  const bound = { carrierId: fridge.carrier.id, measure: "temperature" as const, zoneId: row?.id as number };
  await db().insert(carrierZone).values(bound);
  // 5 °C but for 30 minutes at 10 °C; silent for the last half hour.
  const readings = Array.from({ length: 210 }, (_, minute) => ({
    device: fridge.sensor.serialNumber,
    at: START + minute * MINUTE_MS,
    values: { temperature: minute >= 45 && minute < 75 ? 10 : 5 },
  }));
  expect(await ingest(deviceContext(owner.id, new Date(END)), readings)).toMatchObject({ accepted: 210 });
  const contextOf = async (customerId: number, options = {}) =>
    accountContext(db(), await makeUser(db(), customerId, options));
  maker = await contextOf(owner.id);
  approver = await contextOf(owner.id);
  stranger = await contextOf(other.id);
  viewer = await contextOf(owner.id, { permissions: ["viewReport"] });
});

afterAll(async () => {
  closeRateLimits();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const values = (fields: Partial<ReportInput> = {}): ReportInput => ({
  type: "record",
  name: "March",
  carrierIds: [fridge.carrier.id],
  from: START,
  to: END,
  sections: ["statistics", "charts", "excursions", "calibration", "data"],
  lotIds: [],
  locales: ["zh-CN"],
  signatures: [],
  ...fields,
});
const ask = (fields: Partial<ReportInput> = {}, ctx = maker) => reports.create.call(ctx, values(fields));
async function generate(fields: Partial<ReportInput> = {}) {
  const { id } = await ask(fields);
  await runQueue([makeReport]);
  return reports.get.call(maker, { id });
}
const rowOf = async (id: number) => (await db().select().from(report).where(eq(report.id, id)))[0];
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function sign(ctx: OperationContext, id: number, meaning: "made" | "reviewed" | "approved" | "rejected") {
  const { signing } = await reports.get.call(ctx, { id });
  const credentials = { id, password: TEST_PASSWORD, contentHash: signing?.contentHash ?? "" };
  if (meaning === "made") return reports.sign.call(ctx, credentials);
  return reports.judge.call(ctx, { ...credentials, meaning, ...(meaning === "rejected" && { reason: "wrong range" }) });
}

describe("a report", () => {
  it("is made by the worker, with its audit row, its figures and a signed file that is known by its hash", async () => {
    const { id } = await ask();
    expect(await reports.get.call(maker, { id })).toMatchObject({ state: "generating", content: null, files: [] });
    const [line] = await trailOf(db(), owner.id, "report", id);
    expect(line).toMatchObject({ operation: "report.create", newValues: { type: "record", name: "March" } });
    await runQueue([makeReport]);
    const made = await reports.get.call(maker, { id });
    expect(made).toMatchObject({ state: "generated", approval: "unsigned", version: 1, progress: 100 });
    expect(made.content).toMatchObject({
      carriers: [{ id: fridge.carrier.id }],
      unlistedExcursions: 0,
    });
    const [probe] = made.content?.probes ?? [];
    // 30 of 210 minutes out of range; the last half hour is a gap and not observed.
    expect(probe).toMatchObject({ count: 210, minimum: 5, maximum: 10, lower: 2, upper: 8, gapCount: 1 });
    expect(probe?.passRate).toBeCloseTo(1 - 30 / 209, 2);
    expect(probe?.aboveDegreeMinutes).toBeCloseTo(60, 6);
    expect(made.content?.calibrations).toMatchObject([{ serialNumber: fridge.sensor.serialNumber, isLapsed: true }]);
    const [stored] = await db().select().from(reportFile).where(eq(reportFile.reportId, id));
    const { content } = await readFile(db(), stored?.fileId ?? null);
    expect(content.subarray(0, 5).toString()).toBe("%PDF-");
    expect(content.includes("ETSI.CAdES.detached")).toBe(true);
    const file = { locale: "zh-CN", sha256: sha256(content), size: content.length };
    expect(made).toMatchObject({ files: [file], isUpToDate: true });
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("seals the installation's key, and uses one key for all", async () => {
    await generate();
    const keys = await db().select().from(installationKey).where(eq(installationKey.name, "documents"));
    expect(keys).toHaveLength(1);
    expect(keys[0]?.publicKey).toContain("BEGIN CERTIFICATE");
    expect(keys[0]?.sealedPrivateKey).not.toContain("PRIVATE");
  });

  it.each(["excursions", "passRate", "calibration"] as const)("says its own in type %s", async (type) => {
    const sections = { excursions: ["excursions"], passRate: ["passRate"], calibration: ["calibration"] } as const;
    const made = await generate({ type, sections: [...sections[type]], locales: ["en-US", "ja"] });
    expect(made).toMatchObject({ state: "generated", files: [{ locale: "en-US" }, { locale: "ja" }] });
  });

  it("fails with its reason where there is no data, and is made again as the next version", async () => {
    const failed = await generate({ from: START - 48 * HOUR_MS, to: START - 24 * HOUR_MS });
    expect(failed).toMatchObject({ state: "failed", failure: "noData", content: null, files: [] });
    // What a form of another period begins with.
    const { id, name } = fridge.carrier;
    expect(failed.carriers).toMatchObject([{ id, name }]);
    const again = await reports.remake.call(maker, { id: failed.id });
    expect(again).toMatchObject({ version: 2, state: "generating", failure: null });
    await runQueue([makeReport]);
    expect(await reports.get.call(maker, { id: failed.id })).toMatchObject({ state: "failed", version: 2 });
  });

  it("is cancelled while it is made, and the worker then leaves it alone", async () => {
    const { id } = await ask();
    expect(await refusal(reports.remove.call(maker, { id }))).toMatchObject({ code: "CONFLICT" });
    await reports.cancel.call(maker, { id });
    await runQueue([makeReport]);
    expect(await reports.get.call(maker, { id })).toMatchObject({ state: "failed", failure: "cancelled", files: [] });
    expect(await refusal(reports.cancel.call(maker, { id }))).toMatchObject({ code: "CONFLICT" });
  });

  it("is made on a carrier, an exception, a lot and all carriers at one click", async () => {
    const about = (subject: z.input<typeof SubjectInput>, ctx = maker) => reports.createOn.call(ctx, subject);
    const now = new Date(END + 3 * 24 * HOUR_MS);
    const later = { ...maker, now };
    const days = { from: Date.UTC(2026, 2, 1, -8), to: now.getTime() };
    const carrierId = fridge.carrier.id;
    expect(await about({ about: "carrier", id: carrierId, period: "thisMonth" }, later)).toMatchObject({
      ...{ type: "record", carrierIds: [carrierId], ...days },
      name: `${fridge.carrier.name} 2026-03-01 – 2026-03-13`,
    });
    const all = await about({ about: "all", period: "thisMonth" }, later);
    expect(all).toMatchObject({ type: "record", ...days });
    expect(all.carrierIds).toContain(carrierId);
    const startedAt = new Date(START + 45 * MINUTE_MS);
    const ended = { startedAt, endedAt: new Date(START + 75 * MINUTE_MS), measure: "temperature" } as const;
    const { id: exceptionId } = await makeException(db(), fridge, ended);
    const vaccine = await makeProduct(db(), owner.id);
    const { id: lotId } = await makeLot(db(), vaccine, [{ carrierId, placedAt: new Date(START) }]);
    const on = await about({ about: "exception", id: exceptionId });
    expect(on).toMatchObject({ type: "excursions", carrierIds: [carrierId] });
    expect(on.from).toBeLessThanOrEqual(START);
    await runQueue([makeReport]);
    const { content } = await reports.get.call(maker, { id: on.id });
    // 30 minutes at 10 °C of the two hours that the product endures.
    const budget = [{ key: "band:8:15", allowedMs: 120 * MINUTE_MS, parts: [{ carrier: fridge.carrier.name }] }];
    expect(content?.lots).toMatchObject([{ id: lotId, verdict: { budget } }]);
    expect(content?.lots?.[0]?.verdict.budget[0]?.usedMs).toBeCloseTo(30 * MINUTE_MS, -4);
    const ofLot = await about({ about: "lot", id: lotId });
    expect(ofLot).toMatchObject({ type: "lot", lotIds: [lotId], carrierIds: [carrierId], from: START });
    for (const subject of [
      { about: "carrier", id: carrierId, period: "thisMonth" },
      { about: "exception", id: exceptionId },
      { about: "lot", id: lotId },
    ] as const)
      expect(await refusal(about(subject, stranger))).toMatchObject({ code: "NOT_FOUND" });
    expect((await refusal(about({ about: "carrier", id: carrierId }))).issues).toMatchObject([
      { path: "period", rule: "required" },
    ]);
  });

  it("says before how big it becomes", async () => {
    const { name: _, locales: __, signatures: ___, ...asked } = values();
    expect(await reports.estimate.call(maker, asked)).toMatchObject({ readings: 210, isWhole: true });
  });

  it("is deleted with its files while nobody has signed it", async () => {
    const { id } = await generate();
    const [file] = await db().select().from(reportFile).where(eq(reportFile.reportId, id));
    await reports.remove.call(maker, { id });
    expect(await rowOf(id)).toBeUndefined();
    expect(
      await db()
        .select()
        .from(storedFile)
        .where(eq(storedFile.id, file?.fileId as string)),
    ).toEqual([]);
    const trail = await trailOf(db(), owner.id, "report", id);
    expect(trail.map(({ operation }) => operation)).toContain("report.remove");
  });
});

describe("approval", () => {
  it("goes from maker to approver by four eyes; the file is printed again with the signatures", async () => {
    const { id, files } = await generate();
    await sign(maker, id, "made");
    expect(await refusal(sign(maker, id, "approved"))).toMatchObject({ code: "CONFLICT" });
    await sign(approver, id, "reviewed");
    await sign(approver, id, "approved");
    expect(await reports.get.call(maker, { id })).toMatchObject({ approval: "approved", isUpToDate: false });
    await runQueue([makeReport]);
    const approved = await reports.get.call(maker, { id });
    expect(approved.isUpToDate).toBe(true);
    expect(approved.files[0]?.sha256).not.toBe(files[0]?.sha256);
    expect(approved.signing?.signatures.map(({ meaning, state }) => [meaning, state])).toEqual([
      ["made", "valid"],
      ["reviewed", "valid"],
      ["approved", "valid"],
    ]);
    // Nothing that people signed disappears.
    expect(await refusal(reports.remove.call(maker, { id }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(reports.remake.call(maker, { id }))).toMatchObject({ code: "CONFLICT" });
  });

  it("is refused with a wrong password, and shows content that was changed in the database", async () => {
    const { id, signing } = await generate();
    const credentials = { id, password: "wrong", contentHash: signing?.contentHash ?? "" };
    expect(await refusal(reports.sign.call(maker, credentials))).toMatchObject({ code: "PASSWORD_WRONG" });
    expect((await rowOf(id))?.approval).toBe("unsigned");
    await sign(maker, id, "made");
    await db().$client`update report set content = jsonb_set(content, '{probes,0,maximum}', '8') where id = ${id}`;
    const shown = await reports.get.call(maker, { id });
    expect(shown.signing?.signatures).toMatchObject([{ state: "changed", changedFields: ["probes.0.maximum"] }]);
  });

  it("shows the drawn signature that was signed with, also once the profile has another", async () => {
    const drawer = await accountContext(db(), await makeUser(db(), owner.id));
    const draw = (seed: number) =>
      saveSignature.call(drawer, { file: makePng({ width: 80, height: 30, seed }) } as never);
    const imagesIn = async (id: number) => {
      const files = await db().select().from(reportFile).where(eq(reportFile.reportId, id)).orderBy(reportFile.id);
      const { content } = await readFile(db(), files.at(-1)?.fileId ?? null);
      return Buffer.from(content).toString("latin1").split("/Subtype /Image").length - 1;
    };
    const { id } = await generate();
    expect(await imagesIn(id)).toBe(0);
    await draw(1);
    await sign(drawer, id, "made");
    await draw(2);
    await runQueue([makeReport]);
    expect(await imagesIn(id)).toBe(1);
  });

  it("rejects with a reason, after which the next version begins unsigned", async () => {
    const { id } = await generate();
    await sign(maker, id, "made");
    await sign(approver, id, "rejected");
    await reports.remake.call(maker, { id });
    await runQueue([makeReport]);
    const second = await reports.get.call(maker, { id });
    expect(second).toMatchObject({ version: 2, approval: "unsigned", state: "generated", isUpToDate: true });
    expect(second.signing?.next).toEqual(["made"]);
  });
});

describe("access", () => {
  it("is denied without the permission, and nothing outside the scope exists", async () => {
    const { id, signing } = await generate();
    const credentials = { id, password: TEST_PASSWORD, contentHash: signing?.contentHash ?? "" };
    for (const call of [
      () => reports.create.call(viewer, values()),
      () => reports.cancel.call(viewer, { id }),
      () => reports.remake.call(viewer, { id }),
      () => reports.remove.call(viewer, { id }),
      () => reports.sign.call(viewer, credentials),
      () => reports.judge.call(viewer, { ...credentials, meaning: "approved" }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    const before = await rowOf(id);
    for (const call of [
      () => reports.get.call(stranger, { id }),
      () => reports.download.call(stranger, { id }),
      () => reports.cancel.call(stranger, { id }),
      () => reports.remake.call(stranger, { id }),
      () => reports.remove.call(stranger, { id }),
      () => reports.sign.call(stranger, credentials),
      () => reports.create.call(stranger, values()),
    ])
      expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect(await rowOf(id)).toEqual(before);
    expect((await reports.list.call(stranger, {})).items).toEqual([]);
    expect((await reports.list.call(viewer, {})).items.map((one) => one.id)).toContain(id);
  });

  it("names the field and the rule of bad input", async () => {
    const issuesOf = async (fields: Partial<ReportInput>) =>
      (await refusal(ask(fields))).issues?.map(({ path, rule }) => `${path}: ${rule}`);
    expect(await issuesOf({ sections: ["passRate"] })).toEqual(["sections: reportSection"]);
    expect(await issuesOf({ carrierIds: [] })).toEqual(["carrierIds: required"]);
    expect((await issuesOf({ to: START - 1 }))?.[0]).toMatch(/^to: /);
    expect((await issuesOf({ to: START + 6 * 366 * 24 * HOUR_MS }))?.[0]).toBe("to: tooManyDays");
    const many = Array.from({ length: 61 }, (_, index) => index + 1);
    expect(await issuesOf({ carrierIds: many })).toEqual(["sections: reportCharts"]);
  });

  it("does not mix carriers of two customers", async () => {
    const elsewhere = await makeFridge(db(), other);
    const both = { ...maker, scope: systemScope() };
    const carrierIds = [fridge.carrier.id, elsewhere.carrier.id];
    expect(await refusal(ask({ carrierIds }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(ask({ carrierIds }, both))).toMatchObject({ code: "CONFLICT" });
  });
});

describe("the public page", () => {
  const anonymous = (): OperationContext => ({ ...stranger, actor: { type: "anonymous" } });

  it("knows a file by its hash and by the key of its QR code, and tells who signed it", async () => {
    const { id, files, checkPath } = await generate();
    await sign(maker, id, "made");
    await runQueue([makeReport]);
    const key = new URLSearchParams(checkPath.split("?")[1]).get("key") ?? "";
    const byKey = await checkReport.call(anonymous(), { key });
    const byHash = await checkReport.call(anonymous(), { sha256: files[0]?.sha256 ?? "" });
    expect(byHash).toEqual(byKey);
    expect(byKey).toMatchObject({ name: "March", approval: "made", version: 1 });
    expect(byKey.signatures).toMatchObject([{ meaning: "made", state: "valid" }]);
    expect(byKey.files).toMatchObject([
      { signatures: 1, isLatest: true },
      { signatures: 0, isLatest: false },
    ]);
    expect(JSON.stringify(byKey)).not.toContain(fridge.sensor.serialNumber);
  });

  it("is what the QR code opens: at the address of whoever asked or signed, without PUBLIC_URL, or no code", async () => {
    const here = await requestOrigin();
    const drawn = vi.spyOn(qrcode, "toString");
    const codes = () => drawn.mock.calls.splice(0).map(([address]) => address);
    try {
      const { id, checkPath } = await generate({ locales: ["en-US", "ja"] });
      const opened = [`${here}/en-US${checkPath}`, `${here}/ja${checkPath}`];
      expect(codes()).toEqual(opened);
      // As of a schedule that nobody saved since.
      await db().update(report).set({ origin: null }).where(eq(report.id, id));
      await db().delete(reportFile).where(eq(reportFile.reportId, id));
      await queueReport(db(), { id, version: 1 });
      await runQueue([makeReport]);
      expect([codes(), (await reports.get.call(maker, { id })).files.length]).toEqual([[], 2]);
      await sign(maker, id, "made");
      await runQueue([makeReport]);
      expect(codes()).toEqual(opened);
    } finally {
      drawn.mockRestore();
    }
  });

  it("does not know an altered file, and is limited by address", async () => {
    const altered = { sha256: sha256(Buffer.from("altered")) };
    expect(await refusal(checkReport.call(anonymous(), altered))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(checkReport.call(anonymous(), {}))).toMatchObject({ code: "NOT_FOUND" });
    const all = Array.from({ length: 70 }, () => refusal(checkReport.call(anonymous(), altered)));
    expect((await Promise.all(all)).at(-1)).toMatchObject({ code: "RATE_LIMITED" });
  });
});
