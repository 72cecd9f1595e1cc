import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { seedReference } from "@/db/seed/reference";
import { exportOf } from "@/features/download/exports.service";
import type { OpenedExport } from "@/lib/export/define-export";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeFullCustomer } from "../factories/customer-world";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";

let admin: OperationContext;
let stranger: OperationContext;

const open = (kind: string, ctx: OperationContext, query: object = {}): Promise<OpenedExport> => {
  const found = exportOf(kind);
  return found.open(ctx, found.input.parse(query) as never);
};
async function rowsOf({ batches }: OpenedExport) {
  const rows = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  const {
    customer: { id },
  } = await makeFullCustomer(db());
  const other = await makeCustomer(db());
  [admin, stranger] = (await Promise.all(
    [id, other.id].map(async (customerId) => accountContext(db(), await makeUser(db(), customerId))),
  )) as [OperationContext, OperationContext];
});
afterAll(() => db().$client.end({ timeout: 5 }));

const KINDS = [
  "alarmSilence",
  "contact",
  "shareCode",
  "transport",
  "zone",
  "geofence",
  "geofenceEvent",
  "unknownDevice",
  "apiKey",
  "alarmTrigger",
  "forwardSet",
  "invalidRule",
  "reportList",
  "reportTemplate",
  "archive",
  "workOrderRule",
  "printer",
  "printGroup",
  "printJob",
  "calibrationDue",
  "monitoring",
  "deviceBoard",
] as const;
/** Lists that also hold what is shipped, or what belongs to the installation. */
const COMMON = ["customer", "role", "loginLog", "exceptionReason", "verificationPreset", "zonePreset"] as const;

it.each([...KINDS, ...COMMON])("the list of %s is exported with words, not keys", async (kind) => {
  const opened = await open(kind, { ...admin, locale: "zh-CN" });
  const rows = await rowsOf(opened);
  expect(opened.title).toMatch(/\p{Script=Han}|API/u);
  for (const { title } of opened.columns) expect(title).not.toMatch(/^[\w-]+\.[\w.]+$/);
  for (const cell of rows.flat()) expect(String(cell)).not.toMatch(/^[a-z]+(?:-[a-z]+)?\.[a-z]+\.[a-zA-Z]+$/);
  if (kind !== "loginLog") expect(rows.length).toBeGreaterThan(0);
});

it.each(KINDS)("the list of %s holds nothing of another customer", async (kind) => {
  expect(await rowsOf(await open(kind, stranger))).toEqual([]);
});

it.each([
  ["alarmTrigger", { isEnabled: "false" }],
  ["invalidRule", { q: "no such rule" }],
  ["reportList", { state: "failed" }],
  ["printJob", { to: "2020-01-01T00:00:00Z" }],
  ["calibrationDue", { state: "expired" }],
  ["monitoring", { alarmSwitch: "off" }],
  ["deviceBoard", { kind: "relay" }],
])("the list of %s is exported as filtered", async (kind, query) => {
  expect(await rowsOf(await open(kind, admin))).not.toEqual([]);
  expect(await rowsOf(await open(kind, admin, query))).toEqual([]);
});

it("writes the conditions and the plan of a trigger out", async () => {
  const { columns, batches } = await open("alarmTrigger", { ...admin, locale: "en-US" });
  const at = (title: string) => columns.findIndex((column) => column.title === title);
  const rows = [];
  for await (const batch of batches) rows.push(...batch);
  const [row] = rows;
  expect(row?.[at("Alarm when")]).toMatch(/Temperature/);
  expect(row?.[at("Who is notified")]).toMatch(/level 1/i);
});

it("holds no secret of a forwarding target", async () => {
  const rows = await rowsOf(await open("forwardSet", admin));
  expect(JSON.stringify(rows)).not.toMatch(/password|secret/i);
});

it("names the file by what was searched for, and by its days", async () => {
  const query = { q: "ward", from: "2026-11-01T16:00:00Z", to: "2026-11-07T15:00:00Z" };
  const { fileStem } = await open("geofenceEvent", { ...admin, locale: "en-US" }, query);
  expect(fileStem).toMatch(/^Geofence events ward 2026-11-\d\d 2026-11-\d\d$/);
  const sensors = await open("device", { ...admin, locale: "en-US" }, { kind: "sensor" });
  expect(sensors.fileStem).toBe("Devices Sensor");
});

it("marks exceptions that are open, which are also in the file of a period after their start", async () => {
  const owner = await makeCustomer(db());
  const fridge = await makeFridge(db(), owner);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ongoing = await makeException(db(), fridge, { startedAt: ago(90) });
  const ended = await makeException(db(), fridge, { startedAt: ago(2), endedAt: ago(1) });
  await makeException(db(), fridge, { startedAt: ago(90), endedAt: ago(89) });
  const ctx = { ...(await accountContext(db(), await makeUser(db(), owner.id))), locale: "en-US" };
  const file = await open("exception", ctx, { from: ago(7).toISOString(), to: ago(0).toISOString() });
  const at = file.columns.findIndex(({ title }) => title === "Ended");
  const rows = new Map((await rowsOf(file)).map((row) => [row[0], row[at]]));
  expect([...rows.keys()].sort()).toEqual([ongoing.id, ended.id].sort());
  expect(rows.get(ongoing.id)).toBe("Open");
  expect(rows.get(ended.id)).toMatch(/^\d{4}-/);
});
