import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { report, reportTemplate } from "@/db/schema";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import { templates } from "@/features/report/template/template.operations";
import { periodRange } from "@/features/report/template/template.rules";
import type { TemplateInput } from "@/features/report/template/template.schema";
import { reportFromTemplate, reportOutcome } from "@/features/report/template/template.service";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { customerScope } from "@/lib/auth/scope";
import { requestOrigin } from "@/lib/http/request-origin";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { operationContext } from "@/lib/queue/operation-context";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

const ZONE = "Asia/Shanghai";
const HOUR_MS = 3_600_000;
const NOW = new Date();

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let maker: OperationContext;
let stranger: OperationContext;
let viewer: OperationContext;

beforeAll(async () => {
  owner = await makeCustomer(db(), { timeZone: ZONE });
  other = await makeCustomer(db());
  fridge = await makeFridge(db(), owner, { measures: ["temperature"] });
  const { from } = periodRange("yesterday", NOW, ZONE);
  const readings = Array.from({ length: 24 }, (_, hour) => ({
    device: fridge.sensor.serialNumber,
    at: from + hour * HOUR_MS,
    values: { temperature: 5 },
  }));
  expect(await ingest(deviceContext(owner.id, NOW), readings)).toMatchObject({ accepted: 24 });
  const contextOf = async (customerId: number, options = {}) => ({
    ...(await accountContext(db(), await makeUser(db(), customerId, options))),
    now: NOW,
  });
  maker = await contextOf(owner.id);
  stranger = await contextOf(other.id);
  viewer = await contextOf(owner.id, { permissions: ["viewReport"] });
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let count = 0;
const values = (fields: Partial<TemplateInput> = {}): TemplateInput => {
  count += 1;
  return {
    ...{ name: `daily ${count}`, type: "record", sections: ["statistics"], locales: ["en-US"], signatures: [] },
    ...{ carrierIds: [fridge.carrier.id], sceneIds: [], period: "yesterday" },
    ...fields,
  };
};
const create = (fields: Partial<TemplateInput> = {}, ctx = maker) => templates.create.call(ctx, values(fields));
const rowOf = async (id: number) => (await db().select().from(reportTemplate).where(eq(reportTemplate.id, id)))[0];
const issuesOf = async (fields: Partial<TemplateInput>) =>
  (await refusal(create(fields))).issues?.map(({ path, rule }) => `${path}: ${rule}`);

describe("a report template", () => {
  it("is created, changed and deleted, each with its audit row", async () => {
    const { id } = await create({ signatures: ["approved", "made"] });
    expect(await templates.get.call(maker, { id })).toMatchObject({
      ...{ customerId: owner.id, signatures: ["made", "approved"], period: "yesterday", reports: 0 },
      choices: [{ key: `carrier ${fridge.carrier.id}`, name: fridge.carrier.name }],
    });
    await templates.update.call(maker, { id, ...values({ name: "weekly", period: "lastWeek" }) });
    expect(await rowOf(id)).toMatchObject({ name: "weekly", period: "lastWeek" });
    await templates.remove.call(maker, { id });
    expect(await rowOf(id)).toBeUndefined();
    const trail = await trailOf(db(), owner.id, "reportTemplate", id);
    expect(trail.map(({ operation }) => operation).toSorted()).toEqual([
      "reportTemplate.create",
      "reportTemplate.remove",
      "reportTemplate.update",
    ]);
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("makes a report of its period, in each language, with the signatures that it wants", async () => {
    const { id } = await create({ locales: ["zh-CN", "es"], signatures: ["made", "reviewed"] });
    const made = await templates.use.call(maker, { id });
    expect(made).toMatchObject({ ...periodRange("yesterday", NOW, ZONE), templateId: id, state: "generating" });
    const [line] = await trailOf(db(), owner.id, "report", made.id);
    expect(line).toMatchObject({ operation: "reportTemplate.use", newValues: { templateId: id } });
    await runQueue([makeReport]);
    expect(await reports.get.call(maker, { id: made.id })).toMatchObject({
      ...{ state: "generated", signatures: ["made", "reviewed"], isUpToDate: true },
      files: [{ locale: "zh-CN" }, { locale: "es" }],
    });
    // The report outlives its template.
    await templates.remove.call(maker, { id });
    expect(await reports.get.call(maker, { id: made.id })).toMatchObject({ templateId: null });
  });

  it("makes a report for a given range as the system, and says how far it is", async () => {
    const { id } = await create({ carrierIds: [], sceneIds: [fridge.carrier.sceneId] });
    const scope = customerScope(owner.id);
    const ctx = operationContext("test", { db: db(), now: NOW }, scope);
    const range = { from: NOW.getTime() - 48 * HOUR_MS, to: NOW.getTime() };
    const asker = { userId: null, author: "Export", origin: null };
    const made = await reportFromTemplate(ctx, { templateId: id, range, asker });
    expect(made).toMatchObject({ ...range, author: "Export" });
    // Nobody asks over HTTP: the address is that of whoever saved the template.
    const [stored] = await db().select().from(report).where(eq(report.id, made.id));
    expect(stored?.origin).toBe(await requestOrigin());
    expect(made.carrierIds).toContain(fridge.carrier.id);
    expect(await reportOutcome(db(), scope, made.id)).toMatchObject({ state: "generating", files: [] });
    await runQueue([makeReport]);
    expect(await reportOutcome(db(), scope, made.id)).toMatchObject({
      state: "generated",
      files: [{ locale: "en-US", version: 1, signatures: 0 }],
    });
  });

  it("reports on the lots that were there in the period", async () => {
    const { id } = await create({ type: "lot", sections: ["verdict", "placements", "decisions"] });
    expect(await refusal(templates.use.call(maker, { id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "carrierIds", rule: "noLots" }],
    });
    const placedAt = new Date(periodRange("yesterday", NOW, ZONE).from);
    const vaccine = await makeProduct(db(), owner.id, { name: "vaccine" });
    const batch = await makeLot(db(), vaccine, [{ carrierId: fridge.carrier.id, placedAt }], { number: "L-1" });
    const made = await templates.use.call(maker, { id });
    expect(made).toMatchObject({ lotIds: [batch.id], carrierIds: [fridge.carrier.id] });
    await runQueue([makeReport]);
    const { content } = await reports.get.call(maker, { id: made.id });
    expect(content).toMatchObject({
      ...{ type: "lot", unlistedLots: 0, probes: [] },
      lots: [{ number: "L-1", product: "vaccine", stays: [{ carrier: fridge.carrier.name, to: null }] }],
    });
  });
});

describe("access", () => {
  it("is denied without the permission, and nothing outside the scope exists", async () => {
    const { id } = await create();
    for (const call of [
      () => create({}, viewer),
      () => templates.update.call(viewer, { id, ...values() }),
      () => templates.remove.call(viewer, { id }),
      () => templates.use.call(viewer, { id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    const before = await rowOf(id);
    for (const call of [
      () => create({}, stranger),
      () => create({ carrierIds: [], sceneIds: [fridge.carrier.sceneId] }, stranger),
      () => templates.get.call(stranger, { id }),
      () => templates.update.call(stranger, { id, ...values() }),
      () => templates.remove.call(stranger, { id }),
      () => templates.use.call(stranger, { id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect(await rowOf(id)).toEqual(before);
    expect((await templates.list.call(stranger, {})).items).toEqual([]);
    expect((await templates.list.call(viewer, {})).items.map((one) => one.id)).toContain(id);
  });

  it("names the field and the rule of bad input, and refuses a name twice", async () => {
    expect(await issuesOf({ carrierIds: [] })).toEqual(["carrierIds: required"]);
    expect(await issuesOf({ sections: ["passRate"] })).toEqual(["sections: reportSection"]);
    expect((await issuesOf({ locales: [] }))?.[0]).toMatch(/^locales: /);
    const { name } = await create();
    expect((await refusal(create({ name: name.toUpperCase() }))).code).toBe("CONFLICT");
    const elsewhere = await makeFridge(db(), other);
    expect((await refusal(create({ carrierIds: [elsewhere.carrier.id] }))).code).toBe("NOT_FOUND");
  });
});
