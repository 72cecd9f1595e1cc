import ExcelJS from "exceljs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { deviceBinding, scene } from "@/db/schema";
import { exportCarriers } from "@/features/carrier/export.operations";
import { listCarriers } from "@/features/carrier/list.operations";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge, makeGateway } from "../factories/world";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let wardId: number;
let gatewayId: number;
const ids: Record<string, number> = {};

const MINUTE_MS = 60_000;

/** A carrier with a value of this age, in range unless told otherwise. */
async function place(name: string, options: FridgeOptions & { value?: number; age?: number } = {}) {
  const { value, age = 0, ...fridge } = options;
  const made = await makeFridge(db(), own, { ...fridge, carrier: { name, ...fridge.carrier } });
  if (value !== undefined)
    await db().$client`
      update probe_state set last_value = ${value}, last_at = now() - make_interval(secs => ${age / 1000})
       where probe_id = ${made.probes.temperature as number}`;
  ids[name] = made.carrier.id;
  return made;
}

beforeAll(async () => {
  own = await makeCustomer(db());
  const values = { customerId: own.id, code: "ward", name: "Ward", parentId: own.sceneId };
  wardId = (await db().insert(scene).values(values).returning({ id: scene.id }))[0]?.id as number;
  gatewayId = (await makeGateway(db(), own.id, { sceneId: own.sceneId })).id;
  await place("Cold", { value: 5, gatewayId });
  await place("warm", { value: 12, age: MINUTE_MS });
  await place("silent", { value: 5, age: 3 * 3_600_000 });
  await place("spare", { value: 12, carrier: { status: "backup" } });
  await place("paused", { carrier: { alarmSwitch: "paused", alarmPausedUntil: new Date(Date.now() + 3_600_000) } });
  await place("quiet", { measures: [], carrier: { alarmTriggerId: null, sceneId: wardId, isTraceable: true } });
  await place("=cmd", { measures: [], carrier: { type: "vehicle", mode: "transport", alarmSwitch: "off" } });
  await db()
    .insert(deviceBinding)
    .values({ customerId: own.id, deviceId: gatewayId, carrierId: ids["=cmd"] as number });
  admin = await accountContext(db(), await makeUser(db(), own.id));
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Query = Parameters<typeof listCarriers.call>[1];
const list = async (query: Query) => {
  const { items, total } = await listCarriers.call(admin, query);
  expect(items.length).toBeLessThanOrEqual(total);
  return items.map(({ name }) => name);
};
const FRIDGES = ["Cold", "paused", "quiet", "silent", "spare", "warm"];

describe("the list of carriers", () => {
  it.each([
    [{}, ["=cmd", ...FRIDGES]],
    [{ type: "refrigerator" }, FRIDGES],
    [{ q: "A" }, ["paused", "spare", "warm"]],
    [{ sceneId: () => wardId }, ["quiet"]],
    [{ sceneId: () => own.sceneId, type: "refrigerator" }, FRIDGES],
    [{ status: "backup" }, ["spare"]],
    [{ abnormality: "abnormal" }, ["silent", "warm"]],
    [{ abnormality: "stop" }, ["spare"]],
    [{ abnormality: "normal", type: "refrigerator" }, ["Cold", "paused", "quiet"]],
    [{ alarmSwitch: "paused" }, ["paused"]],
    [{ alarmSwitch: "none" }, ["quiet"]],
    [{ alarmSwitch: "off" }, ["=cmd"]],
    [{ gatewayId: () => gatewayId }, ["=cmd", "Cold"]],
    [{ mode: "transport" }, ["=cmd"]],
    [{ isTraceable: "1" }, ["quiet"]],
    [{ hasDevices: "false" }, ["quiet"]],
    [{ hasDevices: "true", type: "vehicle" }, ["=cmd"]],
    [{ dir: "desc", iDisplayLength: 2 }, ["warm", "spare"]],
    [{ iDisplayStart: 5, iDisplayLength: 15 }, ["spare", "warm"]],
    [{ sort: "worst", type: "refrigerator", iDisplayLength: 2 }, ["warm", "silent"]],
    [{ sort: "status", dir: "desc", iDisplayLength: 1 }, ["spare"]],
    [{ sort: "lastAt", dir: "desc", hasDevices: "1", abnormality: "abnormal" }, ["warm", "silent"]],
    [{ sort: "mode", dir: "desc", iDisplayLength: 1 }, ["=cmd"]],
  ])("finds by %o", async (query, names) => {
    const given = Object.fromEntries(
      Object.entries(query).map(([key, value]) => [key, typeof value === "function" ? value() : value]),
    );
    expect(await list(given)).toEqual(names);
  });

  it("counts all that it finds, whatever the page", async () => {
    expect((await listCarriers.call(admin, { iDisplayLength: 1 })).total).toBe(7);
    expect((await listCarriers.call(admin, { iDisplayLength: 1, abnormality: "abnormal" })).total).toBe(2);
  });

  it("tells the live values and what a carrier is bound to", async () => {
    const [cold] = (await listCarriers.call(admin, { q: "cold" })).items;
    expect(cold).toMatchObject({
      status: "normal",
      alarmSwitch: "on",
      scenePath: ["House"],
      deviceCount: 1,
      trigger: { id: expect.any(Number), name: expect.any(String) },
      mode: "storage",
      customerName: null,
      lastAt: expect.any(Number),
      probes: [{ measure: "temperature", value: 5, state: "normal" }],
    });
  });

  it("refuses what it does not know", async () => {
    for (const query of [{ sort: "customerId" }, { abnormality: "bad" }, { nodes: 1 }])
      expect(await listCarriers.call(admin, query as never).then(() => null, failureOf)).toMatchObject({
        code: "INVALID",
      });
  });
});

describe("the export of the list", () => {
  const file = async (format: "csv" | "xlsx", query: Query = {}) => {
    const { body, headers } = await exportCarriers.call(admin, { ...query, format } as never);
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    return { bytes, headers };
  };

  it("holds all rows of the filter as CSV, none of them a formula", async () => {
    const { bytes, headers } = await file("csv", { iDisplayLength: 1 });
    const lines = bytes.toString("utf8").trimEnd().split("\r\n");
    expect(headers["content-disposition"]).toMatch(/filename="GM_\d{14}\.csv"/);
    expect(lines[0]).toMatch(/^\uFEFFName,Customer,Place,Type,Status,Condition,Temperature \(°C\),/);
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["'=cmd", ...FRIDGES]);
    expect(lines[2]).toMatch(/^Cold,,House,Refrigerator,Running,Normal,5,/);
  });

  it("holds the same as a workbook, texts as texts", async () => {
    const { bytes } = await file("xlsx", { type: "vehicle" });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(bytes).buffer as never);
    const sheet = book.worksheets[0];
    expect(sheet?.rowCount).toBe(2);
    expect(sheet?.getCell("A2").type).toBe(ExcelJS.ValueType.String);
    expect(sheet?.getCell("A2").value).toBe("=cmd");
  });

  it("holds what the account may see, and no more", async () => {
    const drivers = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewCar"] }));
    const { body } = await exportCarriers.call(drivers, { format: "csv" });
    expect((await new Response(body).text()).trimEnd().split("\r\n")).toHaveLength(2);
  });
});
