import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmSwitchLog, carrierZone, deviceConnection, zone } from "@/db/schema";
import { listSysLog } from "@/features/audit/audit.operations";
import { forgetTurns } from "@/features/device/status/traffic.data";
import { getTraffic } from "@/features/device/status/traffic.operations";
import { findSubject } from "@/features/exception/record.data";
import { listEvents } from "@/features/telemetry/history/event.operations";
import { getOutside } from "@/features/telemetry/history/out-of-range.operations";
import { findSources } from "@/features/telemetry/history/source.data";
import { loadSources } from "@/features/telemetry/history/source.service";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { deviceContext, systemContext } from "../support/contexts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.UTC(2026, 2, 10, 8);
const END = START + 4 * HOUR_MS;
const NOW = new Date(END);

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let gatewayId: number;
let probeId: number;

const iso = (at: number) => new Date(at).toISOString();
const as = (customerId: number): OperationContext => ({ ...systemContext(NOW), scope: customerScope(customerId) });
const asked = (from = START, to = END) => ({ probeIds: String(probeId), from: iso(from), to: iso(to) });

beforeAll(async () => {
  owner = await makeCustomer(db(), { timeZone: "Europe/Madrid" });
  other = await makeCustomer(db());
  gatewayId = (await makeGateway(db(), owner.id, { lastSeenAt: new Date(START) })).id;
  fridge = await makeFridge(db(), owner, { measures: ["temperature"] });
  await db()
    .$client`update device set gateway_id = ${gatewayId}, report_interval_seconds = 60 where id = ${fridge.sensor.id}`;
  probeId = fridge.probes.temperature as number;
  const range = { customerId: owner.id, name: "cold", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  await db()
    .insert(carrierZone)
    .values({ carrierId: fridge.carrier.id, measure: "temperature", zoneId: row?.id as number });
  // 5 °C but for 30 minutes at 10 °C across a full hour and 6 minutes at 1 °C; silent for the last half hour.
  const valueAt = (minute: number) => (minute >= 45 && minute < 75 ? 10 : minute >= 120 && minute < 126 ? 1 : 5);
  const readings = Array.from({ length: 210 }, (_, minute) => ({
    device: fridge.sensor.serialNumber,
    at: START + minute * MINUTE_MS,
    values: { temperature: valueAt(minute) },
  }));
  expect(await ingest(deviceContext(owner.id, NOW), readings)).toMatchObject({ accepted: 210, rejected: [] });
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("degree-minutes outside", () => {
  it("are the distance beyond the limit times the minutes it held", async () => {
    const { probes, isExamined } = await getOutside.call(as(owner.id), asked());
    expect(isExamined).toBe(true);
    expect(probes).toEqual([{ probeId, above: expect.closeTo(60, 6), below: expect.closeTo(6, 6) }]);
  });

  it("count what lies in the range alone", async () => {
    const { probes } = await getOutside.call(as(owner.id), asked(START + HOUR_MS, START + 2 * HOUR_MS));
    expect(probes).toEqual([{ probeId, above: expect.closeTo(30, 6), below: 0 }]);
  });

  it("are nobody else's", async () => {
    await expect(getOutside.call(as(other.id), asked())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("events of the history", () => {
  beforeAll(async () => {
    const carrierId = fridge.carrier.id;
    await db()
      .insert(alarmSwitchLog)
      .values({
        customerId: owner.id,
        carrierId,
        fromSwitch: "on",
        toSwitch: "off",
        reason: "cleaning",
        at: new Date(START + HOUR_MS),
      });
    await db().transaction((tx) =>
      writeAudit(tx as never, { ...systemContext(new Date(START + 2 * HOUR_MS)), scope: customerScope(owner.id) }, {
        customerId: owner.id,
        operation: "carrier.changeStatus",
        entity: "carrier",
        entityId: String(carrierId),
        old: { status: "running" },
        new: { status: "defrost" },
      } as never),
    );
  });

  it("tell alarm switches and statuses in order of time", async () => {
    const { items, isComplete } = await listEvents.call(as(owner.id), asked());
    expect(isComplete).toBe(true);
    expect(items.map(({ kind, at }) => [kind, at])).toEqual([
      ["alarm.off", START + HOUR_MS],
      ["status.defrost", START + 2 * HOUR_MS],
    ]);
    expect(items[0]?.name).toBe(fridge.carrier.name);
  });

  it("are nobody else's", async () => {
    await expect(listEvents.call(as(other.id), asked())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are found by the carrier in the log as well", async () => {
    const { items } = await listSysLog.call(as(owner.id), { carrierId: fridge.carrier.id, from: iso(START) } as never);
    expect(items.map(({ operation }) => operation)).toEqual(["carrier.changeStatus"]);
    const none = await listSysLog.call(as(other.id), { carrierId: fridge.carrier.id, from: iso(START) } as never);
    expect(none.items).toEqual([]);
  });
});

describe("devices behind the history", () => {
  it("are told with what they measured and where they hung", async () => {
    const spans = [{ probeId, from: START, to: END }];
    const [source] = await findSources(db(), spans, [fridge.carrier.id], { from: START, to: END });
    expect(source).toMatchObject({
      id: fridge.sensor.id,
      measures: ["temperature"],
      readings: 210,
      certificate: null,
      stays: [{ carrier: fridge.carrier.name, to: null }],
    });
  });
});

describe("a place's own records", () => {
  it("have its name, and none for another customer", async () => {
    const about = { carrierId: fridge.carrier.id };
    expect(await findSubject(db(), customerScope(owner.id), about)).toMatchObject({
      what: "carrier",
      name: fridge.carrier.name,
    });
    expect(await findSubject(db(), customerScope(other.id), about)).toBeUndefined();
    expect(await findSubject(db(), customerScope(owner.id), { deviceId: gatewayId })).toMatchObject({
      member: "gateway",
    });
  });
});

describe("the connection of a gateway", () => {
  const turn = (status: string) =>
    db().$client`update device_state set online_status = ${status} where device_id = ${gatewayId}`;
  const heard = (at: number) => db().$client`update device set last_seen_at = ${iso(at)} where id = ${gatewayId}`;

  it("is noted when the kept state turns, at the instant it was last heard", async () => {
    await turn("unknown");
    await db().delete(deviceConnection);
    await heard(START);
    await turn("online");
    await heard(START + HOUR_MS);
    await turn("offline");
    await heard(START + 2 * HOUR_MS);
    await turn("online");
    await turn("online");
    const traffic = await getTraffic.call(as(owner.id), { id: gatewayId, from: iso(START), to: iso(END) });
    expect(traffic.turns.map(({ status, at }) => [status, at])).toEqual([
      ["online", START],
      ["offline", START + HOUR_MS],
      ["online", START + 2 * HOUR_MS],
    ]);
    expect(traffic.outages).toEqual([{ from: START + HOUR_MS, to: START + 2 * HOUR_MS }]);
    expect(traffic.onlineShare).toBeCloseTo(0.75);
    expect(traffic.readings).toEqual([60, 60, 60, 30]);
  });

  it("is nobody else's, and no sensor has one", async () => {
    const span = { from: iso(START), to: iso(END) };
    await expect(getTraffic.call(as(other.id), { id: gatewayId, ...span })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const sensor = { id: fridge.sensor.id, ...span };
    await expect(getTraffic.call(as(owner.id), sensor)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is forgotten in time, but for the last that is known", async () => {
    await db().$client`update device_connection set noted_at = ${iso(START)} where device_id = ${gatewayId}`;
    expect(await forgetTurns(db(), new Date(START + 80 * 24 * HOUR_MS))).toBe(0);
    expect(await forgetTurns(db(), new Date(START + 100 * 24 * HOUR_MS))).toBeGreaterThan(1);
    const left = await db().select().from(deviceConnection);
    expect(left.filter(({ deviceId }) => deviceId === gatewayId).map(({ status }) => status)).toEqual(["online"]);
  });
});

it("the devices of nothing lead to the choice of what to show", async () => {
  const page = (search: PageContext["search"]) => ({ ...as(owner.id), locale: "es", search }) as PageContext;
  await expect(loadSources(page({}))).rejects.toMatchObject({ digest: expect.stringContaining(";/es/historyData;") });
  await expect(loadSources(page({ probeIds: "x" }))).rejects.toMatchObject({ code: "NOT_FOUND" });
});
