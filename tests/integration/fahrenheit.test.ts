import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { alarmCondition, carrierZone, customer, outbox, zone } from "@/db/schema";
import { getSysLog } from "@/features/audit/audit.operations";
import { carrierExport } from "@/features/carrier/export.operations";
import { monitoringExport } from "@/features/carrier/monitoring/export.operations";
import { setTemperatureUnit, updateCustomer } from "@/features/customer/customer.operations";
import { exceptionExport } from "@/features/exception/export.operations";
import { messageOf } from "@/features/notice/delivery/message.service";
import { findDeliveries } from "@/features/notice/notice.data";
import { planNotices } from "@/features/notice/notice.service";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import { statisticExport } from "@/features/statistics/export.operations";
import { historyExport } from "@/features/telemetry/history/export.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { zoneExport } from "@/features/zone/export.operations";
import { zones } from "@/features/zone/zone.operations";
import { unitsFor } from "@/lib/auth/customer-units";
import type { Export, ExportCell } from "@/lib/export/define-export";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

const PLATFORM = 1;
const HOUR_MS = 3_600_000;
const END = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const START = END - 4 * HOUR_MS;

const contacts = [{ name: "Ann", email: "ann@example.com", locale: "en-US" }];
const plan = [{ channels: ["email" as const] }];

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
let american: Customer;
let european: Customer;
let fridges: { american: Fridge; european: Fridge };
let admin: OperationContext;
let platform: OperationContext;

const contextOf = async (customerId: number, options = {}) => ({
  ...(await accountContext(db(), await makeUser(db(), customerId, options))),
  locale: "en-US",
});

async function monitored(owner: Customer): Promise<Fridge> {
  const fridge = await makeFridge(db(), owner, { contacts, plan });
  const range = { customerId: owner.id, name: "cold", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  const bound = { carrierId: fridge.carrier.id, measure: "temperature" as const, zoneId: row?.id as number };
  await db().insert(carrierZone).values(bound);
  const readings = Array.from({ length: 240 }, (_, minute) => ({
    device: fridge.sensor.serialNumber,
    at: START + minute * 60_000,
    values: { temperature: 5 },
  }));
  expect(await ingest(deviceContext(owner.id, new Date(END)), readings)).toMatchObject({ accepted: 240 });
  return fridge;
}

beforeAll(async () => {
  american = await makeCustomer(db(), { temperatureUnit: "fahrenheit", timeZone: "America/Chicago" });
  european = await makeCustomer(db());
  fridges = { american: await monitored(american), european: await monitored(european) };
  admin = await contextOf(american.id);
  platform = await contextOf(PLATFORM, { scopeType: 3 });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Titles and rows of an export. */
async function exported<S extends z.ZodType>(
  one: Export<S>,
  query: z.input<S>,
  ctx = admin,
): Promise<{ titles: string[]; rows: ExportCell[][] }> {
  const opened = await one.open(ctx, one.input.parse(query));
  const rows: ExportCell[][] = [];
  for await (const batch of opened.batches) rows.push(...batch.map((row) => [...row]));
  return { titles: opened.columns.map(({ title }) => title), rows };
}

describe("the unit of a customer", () => {
  it("is chosen by its administrator, with an audit row", async () => {
    const own = await makeCustomer(db());
    const ctx = await contextOf(own.id);
    const saved = await setTemperatureUnit.call(ctx, { id: own.id, version: 1, temperatureUnit: "fahrenheit" });
    expect(saved).toMatchObject({ temperatureUnit: "fahrenheit" });
    const [line] = await trailOf(db(), own.id, "customer", own.id);
    expect(line).toMatchObject({
      operation: "customer.setTemperatureUnit",
      oldValues: { temperatureUnit: "celsius" },
      newValues: { temperatureUnit: "fahrenheit" },
    });
  });

  it("is refused to others, of others, and what is no unit; a form without it leaves it", async () => {
    const viewer = await contextOf(american.id, { permissions: ["viewCustomer"] });
    const input = { id: american.id, temperatureUnit: "celsius" as const };
    expect(await refusal(setTemperatureUnit.call(viewer, input))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf(european.id);
    expect(await refusal(setTemperatureUnit.call(stranger, input))).toMatchObject({ code: "NOT_FOUND" });
    expect(setTemperatureUnit.input.safeParse({ ...input, temperatureUnit: "kelvin" }).success).toBe(false);
    expect(await refusal(setTemperatureUnit.call(admin, { ...input, version: 77 }))).toMatchObject({
      code: "RECORD_CHANGED",
    });
    const { name, code } = american;
    const person = { contact: "Ann", phone: "020-5550100", email: `f${american.id}@example.com` };
    const form = { id: american.id, name, code, type: "customer", status: "active", ...person } as never;
    expect(await updateCustomer.call(platform, form)).toMatchObject({ temperatureUnit: "fahrenheit" });
    const [row] = await db().select().from(customer).where(eq(customer.id, american.id));
    expect(row?.temperatureUnit).toBe("fahrenheit");
  });

  it("reaches the pages of its own accounts, and of those who see several customers", async () => {
    const principalOf = (ctx: OperationContext) => (ctx.actor.type === "user" ? ctx.actor.principal : null) as never;
    expect(await unitsFor(db(), principalOf(admin))).toEqual({ unit: "fahrenheit", byCustomer: {} });
    const { unit, byCustomer } = await unitsFor(db(), principalOf(platform));
    expect(unit).toBe("celsius");
    expect(byCustomer).toMatchObject({ [american.id]: "fahrenheit" });
    expect(byCustomer).not.toHaveProperty(String(european.id));
  });
});

describe("what stays in °C", () => {
  it("rows, limits and answers of calls", async () => {
    const made = await zones.create.call(admin, { name: "typed", measure: "temperature", minimum: 2, maximum: 8 });
    expect(made).toMatchObject({ minimum: 2, maximum: 8 });
    const [condition] = await db()
      .select()
      .from(alarmCondition)
      .where(eq(alarmCondition.id, fridges.american.condition.id));
    expect(condition).toMatchObject({ minimum: 2, maximum: 8, deadBand: 0.5 });
  });
});

describe("the trail of changes", () => {
  const detailsOf = async (id: number) => {
    const rows = await trailOf(db(), american.id, "zone", id);
    return Promise.all(rows.map((row) => getSysLog.call(admin, { id: row.id })));
  };

  it("says what a changed limit measures, also where the row has only the limit, which stays in °C", async () => {
    const { id, name } = await zones.create.call(admin, { name: "trail", measure: "temperature", maximum: 8 });
    await zones.update.call(admin, { id, name, measure: "temperature", maximum: 9 });
    await zones.update.call(admin, { id, name, measure: "humidity", maximum: 60 });
    await zones.update.call(admin, { id, name, measure: "humidity", maximum: 65 });
    expect(await detailsOf(id)).toMatchObject([
      { newValues: { measure: "temperature", maximum: 8 } },
      { oldValues: { maximum: 8 }, newValues: { maximum: 9 }, measure: "temperature" },
      { oldValues: { measure: "temperature", maximum: 9 }, newValues: { measure: "humidity", maximum: 60 } },
      { oldValues: { maximum: 60 }, newValues: { maximum: 65 }, measure: "humidity" },
    ]);
  });

  it("knows it of a record without a row of its creation", async () => {
    const values = { customerId: american.id, name: "older", measure: "temperature" as const, maximum: 8 };
    const [made] = await db().insert(zone).values(values).returning();
    const id = made?.id as number;
    await zones.update.call(admin, { id, name: "older", measure: "temperature", maximum: 9 });
    expect(await detailsOf(id)).toMatchObject([{ newValues: { maximum: 9 }, measure: "temperature" }]);
    await zones.update.call(admin, { id, name: "older", measure: "humidity", maximum: 9 });
    expect((await detailsOf(id))[0]).toMatchObject({ newValues: { maximum: 9 }, measure: "temperature" });
  });
});

describe("notices", () => {
  async function noticeOf(owner: Customer, fridge: Fridge) {
    const id = await transaction(db(), async (tx) => {
      const values = { conditionId: fridge.condition.id, startedAt: new Date(), peak: 10.5 };
      const row = await makeException(tx, fridge, { ...values, minimum: 2, maximum: 8, side: "above" });
      await planNotices(tx, [row.id]);
      return row.id;
    });
    const rows = await db().select().from(outbox).where(eq(outbox.customerId, owner.id));
    const deliveries = await findDeliveries(
      db(),
      rows.filter(({ payload }) => payload.exceptionId === id).map((row) => row.id),
    );
    const [first] = deliveries;
    if (!first) throw new Error("nothing to deliver");
    const now = { db: db(), now: new Date() };
    return {
      mail: await messageOf(now, first, [first]),
      sms: await messageOf(now, { ...first, channel: "sms" }, [first]),
      push: await messageOf(now, { ...first, channel: "push" }, [first]),
    };
  }

  it("say values and limits in the unit of the customer, by every channel", async () => {
    const { mail, sms, push } = await noticeOf(american, fridges.american);
    expect(mail.text).toContain("46.4 °F");
    expect(mail.text).toContain("50.9 °F");
    expect(mail.html).toContain("46.4 °F");
    expect(sms.text).toContain("50.9 °F");
    expect(push.text).toContain("46.4 °F");
    for (const { text } of [mail, sms, push]) expect(text).not.toContain("°C");
  });

  it("of another customer stay in °C", async () => {
    const { mail } = await noticeOf(european, fridges.european);
    expect(mail.text).toContain("8.0 °C");
    expect(mail.text).not.toContain("°F");
  });
});

describe("exports", () => {
  it("of readings have the unit in its column and converted values", async () => {
    const { rows } = await exported(historyExport, {
      carrierIds: String(fridges.american.carrier.id),
      from: START,
      to: END,
    } as never);
    expect(rows).toHaveLength(240);
    expect(rows[0]?.slice(3)).toEqual(["Temperature", "°F", 41]);
  });

  it("of carriers name the unit in the head", async () => {
    const { titles, rows } = await exported(carrierExport, {} as never);
    const index = titles.indexOf("Temperature (°F)");
    expect(index).toBeGreaterThan(0);
    expect(rows.map((row) => row[index])).toEqual([41]);
  });

  it("of statistics convert values, and degree-minutes as differences", async () => {
    const query = { measure: "temperature", from: new Date(START).toISOString(), to: new Date(END).toISOString() };
    const { titles, rows } = await exported(statisticExport, query as never);
    const column = (name: string) => rows[0]?.[titles.findIndex((title) => title.startsWith(name))];
    expect(titles.some((title) => title.includes("(°F)"))).toBe(true);
    expect(titles.some((title) => title.includes("(°F·min)"))).toBe(true);
    expect(column("Minimum")).toBe(41);
  });

  it("of exceptions have limits and figures in °F", async () => {
    const { titles, rows } = await exported(exceptionExport, {} as never);
    const at = (name: string) => titles.indexOf(name);
    const row = rows.find((one) => one[at("Peak")] === 50.9);
    expect(row?.[at("Maximum")]).toBe(46.4);
    expect(row?.[at("Unit")]).toBe("°F");
  });

  it("of several customers show each row in its own unit", async () => {
    const { titles, rows } = await exported(zoneExport, { q: "cold" } as never, platform);
    const [name, unit, maximum] = ["Customer", "Unit", "Maximum"].map((title) => titles.indexOf(title)) as [
      number,
      number,
      number,
    ];
    const of = (owner: Customer) => rows.find((row) => row[name] === owner.name);
    expect([of(american)?.[unit], of(american)?.[maximum]]).toEqual(["°F", 46.4]);
    expect([of(european)?.[unit], of(european)?.[maximum]]).toEqual(["°C", 8]);
    const board = await exported(monitoringExport, {} as never, platform);
    const values = (owner: Fridge) => board.rows.find((row) => row[0] === owner.carrier.name)?.join(" ") ?? "";
    expect(values(fridges.american)).toContain("41 °F (35.6 – 46.4)");
    expect(values(fridges.european)).toContain("5 °C (2 – 8)");
  });
});

describe("a report", () => {
  it("keeps the unit that it was made in, and its attachment says it", async () => {
    const { id } = await reports.create.call(admin, {
      ...{ type: "record", name: "Week", carrierIds: [fridges.american.carrier.id], from: START, to: END },
      ...{ sections: ["statistics", "charts", "data"], lotIds: [], locales: ["en-US"], signatures: [] },
    });
    await runQueue([makeReport]);
    const made = await reports.get.call(admin, { id });
    expect(made).toMatchObject({ state: "generated", content: { temperatureUnit: "fahrenheit" } });
    // The figures themselves are what was measured, whatever the unit.
    expect(made.content?.probes[0]).toMatchObject({ minimum: 5, maximum: 5, upper: 8 });
  });
});
