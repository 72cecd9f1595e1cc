import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { ConditionKind, Measure } from "@/db/enums";
import { carrier, carrierZone, device, exception, parameter, probeState, scene, zone } from "@/db/schema";
import { getMonitoringPoint, listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { pointStatus, remarksOf, urgency, valueState } from "@/features/carrier/monitoring/monitoring.rules";
import type { MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import { MONITOR_STATUSES } from "@/features/carrier/monitoring/point-state.rules";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge, makeGateway } from "../factories/world";

type Context = Awaited<ReturnType<typeof accountContext>>;
type Owner = { id: number; sceneId: number };

const NOW = new Date("2026-11-20T08:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let hospital: Owner;
let ward: Owner;
let cellar: Owner;
let clinic: Owner;
let admin: Context;
let nurse: Context;
let stranger: Context;
let onlooker: Context;
let platform: Context;

const as = async (customerId: number, options = {}) =>
  accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });

async function childOf(owner: Owner, name: string): Promise<Owner> {
  const [row] = await db()
    .insert(scene)
    .values({ customerId: owner.id, parentId: owner.sceneId, code: name, name })
    .returning();
  return { id: owner.id, sceneId: row?.id ?? 0 };
}

type Values = Partial<Record<Measure, number | null>>;

/** A fridge whose probes have these values, `age` minutes old; null never came. */
async function fridge(owner: Owner, name: string, values: Values, options: FridgeOptions & { age?: number } = {}) {
  const made = await makeFridge(db(), owner, {
    ...options,
    measures: Object.keys(values) as Measure[],
    carrier: { name, ...options.carrier },
  });
  for (const [measure, value] of Object.entries(values)) {
    if (value === null) continue;
    await db()
      .update(probeState)
      .set({ lastAt: minutesAgo(options.age ?? 1), lastValue: value, trend: 0.1 })
      .where(eq(probeState.probeId, made.probes[measure as Measure] ?? 0));
  }
  return made;
}

beforeAll(async () => {
  hospital = await makeCustomer(db(), { name: "Hospital" });
  clinic = await makeCustomer(db(), { name: "Clinic" });
  ward = await childOf(hospital, "Ward");
  cellar = await childOf(ward, "Cellar");
  [admin, nurse, stranger, onlooker, platform] = await Promise.all([
    as(hospital.id),
    as(hospital.id, { scopeType: 0, sceneIds: [ward.sceneId] }),
    as(clinic.id),
    as(hospital.id, { permissions: ["viewHistory", "viewEx"] }),
    as(1, { scopeType: 3 }),
  ]);
});

afterAll(() => db().$client.end({ timeout: 5 }));

const list = (who: Context, query: Record<string, unknown> = {}) => listMonitoringPoints.call(who, query);
const names = ({ items }: { items: MonitoringPointDto[] }) => items.map(({ name }) => name);

describe("one monitoring point", () => {
  it("has its values, limits, states, nodes and gateway", async () => {
    const gateway = await makeGateway(db(), hospital.id, { lastSeenAt: minutesAgo(2), reportIntervalSeconds: 60 });
    const made = await fridge(
      cellar,
      "vaccines",
      { temperature: 9.25, humidity: null, door: 1, battery: 12 },
      { gatewayId: gateway.id },
    );
    const point = await getMonitoringPoint.call(admin, { id: made.carrier.id });
    expect(point).toEqual({
      id: made.carrier.id,
      name: "vaccines",
      customerId: hospital.id,
      type: "refrigerator",
      customerName: null,
      scenePath: ["House", "Ward", "Cellar"],
      carrierStatus: "running",
      defrostUntil: null,
      status: "abnormal",
      alarmSwitch: "on",
      pausedUntil: null,
      silence: null,
      gatewayOnline: true,
      openExceptions: null,
      worstExcursion: null,
      probes: [
        {
          id: made.probes.temperature,
          measure: "temperature",
          value: 9.25,
          at: minutesAgo(1).getTime(),
          trend: 0.1,
          minimum: 2,
          maximum: 8,
          state: "above",
          staleAfterSeconds: 900,
          calibrationDueOn: null,
          unconfirmed: null,
          excursion: null,
        },
        expect.objectContaining({ measure: "humidity", value: null, at: null, state: "unknown", maximum: null }),
        expect.objectContaining({ measure: "door", value: 1 }),
        expect.objectContaining({ measure: "battery", value: 12 }),
      ],
    });
    await db()
      .update(device)
      .set({ lastSeenAt: minutesAgo(4) })
      .where(eq(device.id, gateway.id));
    expect(await getMonitoringPoint.call(nurse, { id: made.carrier.id })).toMatchObject({
      gatewayOnline: false,
      scenePath: ["Ward", "Cellar"],
    });
  });

  it("prefers its own range to the limits of the trigger", async () => {
    const made = await fridge(ward, "frozen", { temperature: -20 });
    expect(await getMonitoringPoint.call(admin, { id: made.carrier.id })).toMatchObject({ status: "abnormal" });
    const [range] = await db()
      .insert(zone)
      .values({ customerId: hospital.id, name: "frozen", measure: "temperature", maximum: -15 })
      .returning();
    await db()
      .insert(carrierZone)
      .values({ carrierId: made.carrier.id, measure: "temperature", zoneId: range?.id ?? 0 });
    expect(await getMonitoringPoint.call(admin, { id: made.carrier.id })).toMatchObject({
      status: "normal",
      probes: [{ minimum: null, maximum: -15, state: "normal" }],
    });
  });

  it("tells of its open exceptions, the worst of them, and of those behind a probe", async () => {
    const made = await fridge(ward, "excursions", { temperature: 5 });
    const open = async (values: Partial<typeof exception.$inferInsert>) => {
      const [row] = await db()
        .insert(exception)
        .values({
          customerId: hospital.id,
          carrierId: made.carrier.id,
          deviceId: made.sensor.id,
          probeId: made.probes.temperature,
          kind: "range",
          measure: "temperature",
          severity: "major",
          startedAt: minutesAgo(30),
          raisedAt: minutesAgo(25),
          ...values,
        })
        .returning();
      return row?.id;
    };
    await open({ kind: "no-data", severity: "critical", startedAt: minutesAgo(90) });
    const silent = await getMonitoringPoint.call(admin, { id: made.carrier.id });
    expect(silent).toMatchObject({ status: "normal", worstExcursion: null });
    expect(silent.openExceptions).toMatchObject({ count: 1, worstSeverity: "critical" });

    const above = await open({ side: "above", minimum: 2, maximum: 8 });
    await open({ conditionId: made.condition.id, endedAt: minutesAgo(1) });
    await open({ conditionId: made.condition.id, withdrawnAt: minutesAgo(1), severity: "critical" });
    const point = await getMonitoringPoint.call(admin, { id: made.carrier.id });
    expect(point).toMatchObject({ status: "abnormal", worstExcursion: "major" });
    expect(point.openExceptions).toMatchObject({ count: 2, startedAt: minutesAgo(90).getTime() });
    expect(point.probes[0]?.excursion).toEqual({
      exceptionId: above,
      kind: "range",
      severity: "major",
      side: "above",
      minimum: 2,
      maximum: 8,
      startedAt: minutesAgo(30).getTime(),
      outsideMinutes: null,
      windowMinutes: null,
    });
  });

  it("is abnormal by what adds up and by an open door, but not by what is only foreseen", async () => {
    const judged = async (kind: ConditionKind, values: Partial<typeof exception.$inferInsert> = {}) => {
      const made = await makeFridge(db(), hospital, { measures: ["temperature", "door"] });
      await makeException(db(), made, { kind, severity: "minor", side: "above", ...values });
      const { items } = await listMonitoringPoints.call(admin, { ids: String(made.carrier.id), status: "abnormal" });
      const point = await getMonitoringPoint.call(admin, { id: made.carrier.id });
      expect(items.map(({ id }) => id)).toEqual(point.status === "abnormal" ? [made.carrier.id] : []);
      return point;
    };
    const added = await judged("cumulative", { context: { outsideMinutes: 620.5, windowMinutes: 1440 } });
    expect(added).toMatchObject({ status: "abnormal", worstExcursion: "minor" });
    expect(added.probes.find(({ measure }) => measure === "temperature")?.excursion).toMatchObject({
      kind: "cumulative",
      outsideMinutes: 620.5,
      windowMinutes: 1440,
    });
    expect(await judged("state", { measure: "door" })).toMatchObject({ status: "abnormal", worstExcursion: "minor" });
    expect(await judged("trend")).toMatchObject({
      worstExcursion: null,
      openExceptions: { count: 1, worstSeverity: "minor" },
      probes: [{ excursion: null }, { excursion: null }],
    });
  });

  it("takes no door for stale that is not moved: it sends its changes, and a message an hour", async () => {
    const made = await fridge(clinic, "shut", { temperature: 5, door: 1 }, { age: 20 });
    const point = await getMonitoringPoint.call(stranger, { id: made.carrier.id });
    expect(point.probes).toMatchObject([
      { measure: "temperature", staleAfterSeconds: 900, state: "stale" },
      { measure: "door", staleAfterSeconds: 3 * 3600, state: "normal" },
    ]);
    expect(remarksOf(point, NOW.getTime())).toContain("doorOpen");
  });

  it("goes by the customer's own fault tolerance", async () => {
    const made = await fridge(clinic, "slow", { temperature: 5 }, { age: 20 });
    const staleAfter = async () => (await getMonitoringPoint.call(stranger, { id: made.carrier.id })).probes[0];
    expect(await staleAfter()).toMatchObject({ staleAfterSeconds: 900, state: "stale" });
    await db()
      .insert(parameter)
      .values({ customerId: clinic.id, code: "device.faultToleranceCoefficient", type: "decimal", content: "4.5" });
    expect(await staleAfter()).toMatchObject({ staleAfterSeconds: 1350, state: "normal" });
  });

  it("is seen inside the scope and with the permission alone", async () => {
    const { carrier: place } = await fridge(hospital, "upstairs", { temperature: 5 });
    await expect(getMonitoringPoint.call(stranger, { id: place.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getMonitoringPoint.call(nurse, { id: place.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getMonitoringPoint.call(onlooker, { id: place.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(list(onlooker)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await getMonitoringPoint.call(platform, { id: place.id })).toMatchObject({ customerName: "Hospital" });
  });
});

describe("the monitoring list", () => {
  let owner: Owner;
  let who: Context;
  let lab: Owner;

  beforeAll(async () => {
    owner = await makeCustomer(db());
    lab = await childOf(owner, "Lab");
    who = await as(owner.id);
    await fridge(owner, "b normal", { temperature: 5, humidity: 50 });
    await fridge(owner, "A normal", { temperature: 5 });
    await fridge(lab, "cold", { temperature: 0 });
    await fridge(lab, "silent", { temperature: 5 }, { age: 16 });
    await fridge(lab, "half silent", { temperature: 5, humidity: null }, { age: 14 });
    await fridge(owner, "new", { temperature: null });
    await fridge(owner, "bare", {});
    await fridge(owner, "spare 100%_", { temperature: 30 }, { carrier: { status: "backup" } });
    await fridge(owner, "defrosting", { temperature: 12 }, { carrier: { status: "defrost" } });
    await fridge(
      owner,
      "defrosted",
      { temperature: 12 },
      {
        carrier: { status: "defrost", defrostUntil: minutesAgo(1), type: "vehicle", alarmSwitch: "off" },
      },
    );
    await fridge(
      owner,
      "paused",
      { temperature: 5 },
      {
        carrier: { alarmSwitch: "paused", alarmPausedUntil: new Date(NOW.getTime() + 60_000) },
      },
    );
    await fridge(
      owner,
      "pause over",
      { temperature: 5 },
      {
        carrier: { alarmSwitch: "paused", alarmPausedUntil: minutesAgo(1) },
      },
    );
    const untriggered = await fridge(owner, "no trigger", { temperature: 5 });
    await db().update(carrier).set({ alarmTriggerId: null }).where(eq(carrier.id, untriggered.carrier.id));
    for (const severity of ["warning", "critical"] as const) {
      const made = await fridge(owner, `excursion ${severity}`, { temperature: 5 });
      await db()
        .insert(exception)
        .values({
          customerId: owner.id,
          carrierId: made.carrier.id,
          deviceId: made.sensor.id,
          probeId: made.probes.temperature,
          kind: "range",
          severity,
          startedAt: minutesAgo(9),
          raisedAt: minutesAgo(9),
        });
    }
  });

  it("puts the worst first, and within a state goes by name without regard to case", async () => {
    expect(names(await list(who))).toEqual([
      "excursion critical",
      "excursion warning",
      "cold",
      "defrosted",
      "silent",
      "bare",
      "new",
      "A normal",
      "b normal",
      "defrosting",
      "half silent",
      "no trigger",
      "pause over",
      "paused",
      "spare 100%_",
    ]);
  });

  it("judges states and order as the rules do", async () => {
    const { items, summary, total } = await list(who);
    const now = NOW.getTime();
    const order = items.map((point) => urgency(point, now));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    for (const point of items) {
      expect(point.status, point.name).toBe(pointStatus(point, now));
      for (const probe of point.probes) expect(probe.state).toBe(valueState(probe, now));
    }
    for (const status of MONITOR_STATUSES) {
      const expected = items.filter((point) => point.status === status);
      expect(summary[status], status).toBe(expected.length);
      const filtered = await list(who, { status });
      expect(filtered).toMatchObject({ total: expected.length, summary });
      expect(names(filtered)).toEqual(names({ items: expected }));
    }
    expect(summary).toMatchObject({ total, silenced: 2 });
  });

  it.each([
    [{ q: "normal" }, ["A normal", "b normal"]],
    [{ q: "%" }, ["spare 100%_"]],
    [{ q: "_" }, ["spare 100%_"]],
    [{ type: "vehicle" }, ["defrosted"]],
    [{ alarmSwitch: "off" }, ["defrosted"]],
    [{ alarmSwitch: "paused" }, ["paused"]],
    [{ alarmSwitch: "silenced", sort: "name" }, ["defrosted", "paused"]],
    [{ alarmSwitch: "none" }, ["no trigger"]],
    [{ alarmSwitch: "on", q: "pause" }, ["pause over"]],
    [{ status: "offline", q: "silent" }, ["silent"]],
    [{ sort: "name", dir: "desc", iDisplayLength: 2 }, ["spare 100%_", "silent"]],
    [{ sort: "name", iDisplayStart: 13 }, ["silent", "spare 100%_"]],
    [{ sort: "type", dir: "desc", iDisplayLength: 1 }, ["defrosted"]],
    [{ sort: "lastAt", iDisplayLength: 2 }, ["silent", "half silent"]],
    [{ q: "there is none" }, []],
  ])("finds %j", async (query, expected) => expect(names(await list(who, query))).toEqual(expected));

  it("counts within the criteria, whatever the state asked for", async () => {
    const { summary, total } = await list(who, { q: "silent", status: "normal" });
    expect(summary).toMatchObject({ total: 2, normal: 1, offline: 1, abnormal: 0 });
    expect(total).toBe(1);
  });

  it("narrows to a node with everything below it, and to carriers by id", async () => {
    expect(names(await list(who, { sceneId: lab.sceneId }))).toEqual(["cold", "silent", "half silent"]);
    expect((await list(who, { sceneId: owner.sceneId })).total).toBe(15);
    const { items } = await list(who, { sceneId: lab.sceneId });
    const ids = [items[2]?.id, items[0]?.id].join(",");
    expect(names(await list(who, { ids }))).toEqual(["cold", "half silent"]);
  });

  it("shows a bound account its nodes alone, whatever it asks for", async () => {
    const bound = await as(owner.id, { scopeType: 0, sceneIds: [lab.sceneId] });
    const mine = ["cold", "silent", "half silent"];
    expect(names(await list(bound))).toEqual(mine);
    expect(names(await list(bound, { sceneId: owner.sceneId }))).toEqual(mine);
    const all = (await list(who)).items.map(({ id }) => id).join(",");
    expect(names(await list(bound, { ids: all }))).toEqual(mine);
    expect(await list(stranger, { ids: all })).toMatchObject({ items: [], total: 0 });
  });

  it.each([{ sort: "id" }, { ids: "1;drop" }, { status: "fine" }, { iDisplayLength: 101 }, { carrierId: 1 }])(
    "does not understand %j",
    (query) => expect(list(who, query)).rejects.toMatchObject({ name: "ZodError" }),
  );

  it("counts all of a thousand carriers on each page", async () => {
    const big = await makeCustomer(db());
    const reader = await as(big.id);
    await db().execute(sql`
      with c as (
        insert into carrier (customer_id, scene_id, name, type)
        select ${big.id}, ${big.sceneId}, 'c' || n, 'refrigerator' from generate_series(1, 1000) n returning id),
      d as (
        insert into device (customer_id, kind, type_code, serial_number, name)
        select ${big.id}, 'sensor', 'zbp_2', 'BIG-' || id, id::text from c returning id, name),
      p as (
        insert into probe (customer_id, device_id, measure)
        select ${big.id}, d.id, m from d, unnest(array['temperature', 'humidity', 'battery']) m returning id, device_id),
      m as (
        insert into mounting (customer_id, probe_id, carrier_id)
        select ${big.id}, p.id, d.name::bigint from p join d on d.id = p.device_id returning probe_id)
      insert into probe_state (probe_id, last_at, last_value)
      select probe_id, ${NOW.toISOString()}::timestamptz, 5 from m`);
    const { items, total, summary } = await list(reader);
    expect([items.length, total, summary.normal]).toEqual([15, 1000, 1000]);
  });
});
