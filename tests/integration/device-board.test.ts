import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, probe, probeState } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { listBoard, listGatewayBoard } from "@/features/device/board/operations";
import { BOARD_STATES } from "@/features/device/board/state.rules";
import type { OperationContext } from "@/lib/operation/context";
import { makeException } from "../contract/access-world";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer, makeFridge } from "../factories/world";

const NOW = new Date("2026-11-20T08:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let admin: OperationContext;
let stranger: OperationContext;
let sensorsOnly: OperationContext;
const ids: Record<string, number> = {};

async function put(name: string, kind: "sensor" | "gateway" | "relay", change: Record<string, unknown> = {}) {
  const row = await makeDevice(db(), own, kind, { name, reportIntervalSeconds: 60, lastSeenAt: ago(10), ...change });
  ids[name] = row.id;
  return row.id;
}

async function measure(deviceId: number, name: "battery" | "signal", value: number) {
  const [row] = await db().insert(probe).values({ customerId: own.id, deviceId, measure: name }).returning();
  const probeId = row?.id ?? 0;
  const latest = { lastAt: ago(10), lastValue: value };
  await db()
    .insert(probeState)
    .values({ probeId, ...latest } as never)
    .onConflictDoUpdate({ target: probeState.probeId, set: latest });
}

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  const other = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id), { now: NOW });
  stranger = await accountContext(db(), await makeUser(db(), other.id), { now: NOW });
  sensorsOnly = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewSensor"] }), { now: NOW });
  const silent = await put("silent gateway", "gateway", { lastSeenAt: ago(9999) });
  const heard = await put("heard gateway", "gateway");
  await put("behind the silent", "sensor", { gatewayId: silent, lastSeenAt: ago(9999) });
  await measure(await put("empty", "sensor", { gatewayId: heard }), "battery", 12);
  await measure(await put("far", "sensor", { gatewayId: heard }), "signal", -115);
  await put("due", "sensor", { gatewayId: heard, calibrationDueOn: "2026-11-01" });
  await put("fine", "sensor", { gatewayId: heard });
  await put("boxed", "relay", { lastSeenAt: null });
  await measure(await put("switched off", "sensor", { use: "deactivated" }), "battery", 1);
  const fridge = await makeFridge(db(), own);
  const alarmed = { name: "alarmed", lastSeenAt: ago(10), gatewayId: null, calibrationDueOn: null };
  await db().update(device).set(alarmed).where(eq(device.id, fridge.sensor.id));
  await makeException(db(), { customer: own } as never, fridge as never);
});
afterAll(() => db().$client.end({ timeout: 5 }));

const board = (query: Record<string, unknown> = {}, ctx = admin) => listBoard.call(ctx, query as never);
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe("the board of devices", () => {
  it("puts what needs looking at first, with whatever is calm behind it", async () => {
    const { items, total } = await board();
    expect(total).toBe(10);
    expect(names(items)).toEqual([
      "alarmed",
      "behind the silent",
      "silent gateway",
      "due",
      "empty",
      "far",
      "boxed",
      "fine",
      "heard gateway",
      "switched off",
    ]);
  });

  it("counts what the filter of that state lists, whichever state is shown", async () => {
    const { counts } = await board({ show: "offline" });
    expect(counts.total).toBe(10);
    for (const show of BOARD_STATES) {
      const { total, items } = await board({ show });
      expect([show, total]).toEqual([show, counts[show]]);
      expect(items).toHaveLength(total);
    }
    expect(counts).toMatchObject({
      offline: 2,
      unknown: 1,
      stopped: 1,
      abnormal: 1,
      batteryLow: 1,
      signalWeak: 1,
      calibrationDue: 1,
    });
  });

  it("says of a silent device that its gateway is silent", async () => {
    const { items } = await board({ show: "offline" });
    expect(items.map(({ name, isGatewaySilent }) => [name, isGatewaySilent])).toEqual([
      ["behind the silent", true],
      ["silent gateway", false],
    ]);
  });

  it("counts the kinds over all but the kind that is chosen", async () => {
    const { kinds, total } = await board({ kind: "gateway" });
    expect(total).toBe(2);
    expect(kinds).toEqual({
      gateway: { total: 2, troubled: 1 },
      sensor: { total: 7, troubled: 5 },
      relay: { total: 1, troubled: 0 },
    });
  });

  it("narrows to a gateway, to what has none, and to a text", async () => {
    expect(names((await board({ gatewayId: ids["silent gateway"] })).items)).toEqual(["behind the silent"]);
    expect(names((await board({ gatewayId: "none" })).items)).toEqual(["alarmed", "boxed", "switched off"]);
    expect(names((await board({ q: "EHIND" })).items)).toEqual(["behind the silent"]);
  });

  it("lists gateways with what is behind them, the worst first", async () => {
    const { items, direct, total } = await listGatewayBoard.call(admin, {});
    expect([total, direct]).toEqual([2, 3]);
    expect(items.map(({ gateway, behind }) => [gateway.name, behind])).toEqual([
      ["silent gateway", { total: 1, online: 0, offline: 1, unknown: 0, troubled: 1 }],
      ["heard gateway", { total: 4, online: 4, offline: 0, unknown: 0, troubled: 3 }],
    ]);
    const found = await listGatewayBoard.call(admin, { show: "batteryLow" } as never);
    expect(found.items.map(({ gateway }) => gateway.name)).toEqual(["heard gateway"]);
  });

  it("shows nobody another customer's devices, and only the kinds that one may see", async () => {
    expect((await board({}, stranger)).counts.total).toBe(0);
    expect(await board({ gatewayId: ids["heard gateway"] }, stranger)).toMatchObject({ total: 0, items: [] });
    expect(Object.keys((await board({}, sensorsOnly)).kinds)).toEqual(["sensor"]);
    await expect(listGatewayBoard.call(sensorsOnly, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("follows a device that is heard again", async () => {
    await db()
      .update(device)
      .set({ lastSeenAt: ago(1) })
      .where(eq(device.id, ids["silent gateway"] as number));
    const { counts, items } = await board({ show: "offline" });
    expect(counts.offline).toBe(1);
    expect(items[0]?.isGatewaySilent).toBe(false);
  });
});
